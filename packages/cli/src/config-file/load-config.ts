// From a file on disk to settings and tools.
//
// Invariant: a file of kind `folder`, each module it names, and every local file these import, are read once and found
// trusted; what is then parsed or imported are the bytes that were read, not the file.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import type { Plugin, Tool } from '@toolshed/kernel';
import { UsageError } from '../command/usage-error.js';
import { whyUnreadable } from '../command/why-unreadable.js';
import { checkConfig, type Config, isConfigKey } from './config-schema.js';
import type { FoundConfig } from './find-config.js';
import type { FolderTrust, TrustRecord, TrustVerdict } from './folder-trust.js';
import { parseJsonFile } from './json-text.js';
import { importJudged } from './judged-modules.js';
import { type ModuleGraph, readModuleGraph } from './module-graph.js';
import { importing, importNamed, toolsAmong, toolsOf } from './tool-modules.js';

export interface FolderConfig {
  /** `undefined` where no config applies. */
  readonly found: FoundConfig | undefined;
  readonly settings: Config;
  /** Imports what the config names, and no sooner. */
  tools(): Promise<readonly (Tool | Plugin)[]>;
}

export interface LoadDeps {
  readonly trust: FolderTrust;
  /** Shows the files to the person and asks; absent if no person can be asked. */
  readonly askTrust?: ((file: string, graph: ModuleGraph, verdict: TrustVerdict) => Promise<boolean>) | undefined;
  /** What to do about an untrusted config, after the sentence that says so. */
  readonly trustAdvice: (config: string) => string;
  /** Who is asked, and when, for the list. */
  readonly trustedBy: () => Omit<TrustRecord, 'digest'>;
}

type Exports = Readonly<Record<string, unknown>>;

export async function loadConfig(found: FoundConfig | undefined, deps: LoadDeps): Promise<FolderConfig> {
  if (found === undefined) return { found, settings: checkConfig('', {}), tools: async () => [] };
  const { file } = found;
  const load = (path: string): Promise<Exports> =>
    found.origin === 'folder' ? importAdmitted(path, found, deps) : importNamed(path);
  const { settings, plugins } =
    extname(file) === '.json' ? readJson(file, await readText(found, deps)) : readModule(file, await load(file));
  return {
    found,
    settings,
    async tools() {
      const imported: (Tool | Plugin)[] = [];
      for (const path of modulesOf(file, settings)) imported.push(...toolsOf(path, await load(path)));
      return [...plugins, ...imported];
    },
  };
}

/** The modules a config names, as paths. */
export const modulesOf = (file: string, { modules }: Pick<Config, 'modules'>): readonly string[] =>
  modules.map((path) => resolve(dirname(file), path));

async function readText(found: FoundConfig, deps: LoadDeps): Promise<string> {
  const { file } = found;
  if (found.origin === 'folder') {
    const { entry, files } = await admit(file, found, deps);
    return decoded(file, files.get(entry));
  }
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError('config/unreadable', `Cannot read "${file}": ${whyUnreadable(error)}`);
  });
  return decoded(file, bytes);
}

/** Without the mark that some editors put first. Threat: bytes that one reader drops and another replaces. */
function decoded(file: string, bytes: Uint8Array | undefined): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError('config/not-utf8', `Cannot read "${file}": it is not UTF-8; save it as UTF-8`);
  }
}

async function importAdmitted(path: string, config: FoundConfig, deps: LoadDeps): Promise<Exports> {
  const graph = await admit(path, config, deps);
  return await importing(path, () => importJudged(graph));
}

async function admit(file: string, config: FoundConfig, deps: LoadDeps): Promise<ModuleGraph> {
  const graph = await readModuleGraph(file);
  const verdict = await deps.trust.verdictOn(file, graph.digest);
  if (verdict === 'trusted') return graph;
  if (deps.askTrust === undefined || !(await deps.askTrust(file, graph, verdict))) {
    throw untrusted(file, graph, verdict, deps.trustAdvice(config.file));
  }
  await deps.trust.trust(file, { digest: graph.digest, ...deps.trustedBy() });
  return graph;
}

function untrusted(file: string, { files }: ModuleGraph, verdict: TrustVerdict, advice: string): UsageError {
  const subject = files.size === 1 ? 'it' : `it, or one of the ${files.size - 1} files it imports,`;
  const state = verdict === 'changed' ? `${subject} changed since you trusted it` : 'you have not trusted it yet';
  return new UsageError('config/untrusted', `Cannot use "${file}": ${state}. ${advice}`);
}

interface ReadConfig {
  readonly settings: Config;
  readonly plugins: readonly (Tool | Plugin)[];
}

const readJson = (file: string, text: string): ReadConfig => ({
  settings: checkConfig(file, parseJsonFile(file, text), () => text),
  plugins: [],
});

/**
 * Threat: a policy that is exported under another name than `default`, and silently not used. So every export is one of
 * those that are read; CommonJS has its keys as exports as well, with the values that `default` has.
 */
function readModule(file: string, exported: Exports): ReadConfig {
  const { default: settings, plugins, ...others } = exported;
  const known: Exports = Object(settings);
  const unread = Object.keys(others).filter((name) => name !== 'module.exports' && others[name] !== known[name]);
  if (settings === undefined && plugins === undefined)
    throw notRead(file, 'it has no default export. Write the settings as: export default { … }');
  const misplaced = unread.find((name) => settings === undefined || isConfigKey(name));
  if (misplaced !== undefined)
    throw notRead(
      file,
      `"${misplaced}" is exported by itself, and would not be used. Put it into: export default { … }`,
    );
  const read = checkConfig(file, settings ?? {}, () => sourceOf(file));
  const { plugins: exportedAlone } = checkConfig(file, { plugins: plugins === undefined ? [] : [plugins].flat() });
  return { settings: read, plugins: toolsAmong([read.plugins, exportedAlone]) };
}

/** Only to say where a wrong key is: what was judged and imported is not read again. */
function sourceOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const notRead = (file: string, problem: string): UsageError =>
  new UsageError('config/not-default', `Cannot use "${file}": ${problem}`);
