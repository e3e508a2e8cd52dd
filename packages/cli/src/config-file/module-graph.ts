// A module of a folder together with every local file it imports, read once: what is judged, and then what runs.
//
// Threat: a config that was read and trusted imports a file that was not, or that changed since. So the digest that is
// trusted is of all of them, and modules are made from these bytes (judged-modules.ts), never from the disk again.
//
// Imports are found by a lexer. What it misses (a specifier put together at run time, a `require`) is not in the graph,
// and is refused when it is asked for.

import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { init, parse } from 'es-module-lexer';
import { UsageError } from '../command/usage-error.js';
import { whyUnreadable } from '../command/why-unreadable.js';
import { isOwnFile } from './own-packages.js';

export interface ModuleGraph {
  /** Where it starts, links resolved. */
  readonly entry: string;
  /** Every file of it by its path, the entry first. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly digest: string;
}

const MAX_FILES = 1_000;

/** `entry` as the person wrote it; the graph has real paths. */
export async function readModuleGraph(entry: string): Promise<ModuleGraph> {
  await init;
  const files = new Map<string, Buffer>();
  const first = await realPathOf(entry, entry);
  const waiting = [first];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    if (files.size === MAX_FILES) throw cannotRead(entry, `it imports more than ${MAX_FILES} files`);
    const bytes = await read(path);
    files.set(path, bytes);
    for (const imported of importsOf(path, bytes)) waiting.push(await realPathOf(imported, path));
  }
  return { entry: first, files, digest: digestOf(files) };
}

/** Of one file it is the digest of its content; of several it says which is where. */
function digestOf(files: ReadonlyMap<string, Buffer>): string {
  const digests = [...files].map(([path, bytes]) => [path, sha256(bytes)] as const);
  const [only] = digests;
  if (digests.length === 1 && only !== undefined) return only[1];
  return sha256(JSON.stringify(digests.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/** Files this one names, as paths; packages and Node's own modules are not among them. */
function importsOf(path: string, bytes: Buffer): readonly string[] {
  if (extname(path) === '.json') return [];
  return specifiersIn(path, bytes.toString('utf8'))
    .filter(isLocal)
    .map((specifier) => fileURLToPath(new URL(specifier, pathToFileURL(path))))
    .filter((imported) => !isOwnFile(imported));
}

function specifiersIn(path: string, text: string): readonly string[] {
  try {
    return parse(text)[0].flatMap(({ n }) => n ?? []);
  } catch (error) {
    throw cannotRead(path, error instanceof Error ? error.message : String(error));
  }
}

/** Names a file, rather than a package or one of Node's modules. */
export const isLocal = (specifier: string): boolean => /^(?:\.{0,2}\/|\.{1,2}$|file:)/i.test(specifier);

const read = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: unknown) => {
    throw cannotRead(path, whyUnreadable(error));
  });

/** Links are followed as Node follows them, so that a file has one name. */
const realPathOf = (path: string, importer: string): Promise<string> =>
  realpath(path).catch(() => {
    const from = path === importer ? '' : `, which "${importer}" imports`;
    throw cannotRead(path, `there is no such file${from}`);
  });

const cannotRead = (path: string, problem: string): UsageError =>
  new UsageError('config/unreadable', `Cannot read "${path}": ${problem}`);
