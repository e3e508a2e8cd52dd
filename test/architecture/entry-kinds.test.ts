// Adding a kind of journal entry must break the build everywhere it has to be thought of.
//
// The compiler is asked: each place is compiled against a `JournalEntry` that has one kind more. Everything else is taken
// from the declarations that were built, so that a handful of files is checked instead of all of them.

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { root, sourcesOf } from './sources.ts';

const PACKAGES = ['kernel', 'runtime', 'server', 'cli', 'inbox'];
const ENTRY = 'packages/kernel/src/journal/entry.ts';

/** What every file has in it that decides something for each kind of entry: a switch that ends in a `never`, or a table. */
const DECIDES = /assertNever\(entry\)|entry satisfies never|Record<EntryKind|\b(Record<|K in )JournalEntry\['kind'\]/;

const SOURCES = PACKAGES.flatMap((name) => sourcesOf(name));
const PLACES = SOURCES.filter(({ path, text }) => path !== ENTRY && DECIDES.test(text)).map(({ path }) => path);

/** Where a kind that is not named is the safe case, so that forgetting one changes nothing that anybody relies on. */
const SAFE_IF_FORGOTTEN: readonly string[] = ['packages/runtime/src/execution/drive/take-step.ts'];

describe('a new kind of journal entry', () => {
  it('fails to compile in every file that decides something for each kind', async () => {
    expect(await brokenBy("entry('brand-new', {}),")).toEqual([...PLACES].sort());
  });

  it('leaves no file broken where there is none: what the test above found is its own doing', async () => {
    expect(await brokenBy('')).toEqual([]);
  });

  it('cannot be missed by a switch: each one over `entry.kind` ends in a `never`', () => {
    const missing = SOURCES.flatMap(({ path, text }) =>
      switchesOver(text)
        .filter((block) => !/default:\s+(return )?(assertNever\(entry\)|entry satisfies never);/.test(block))
        .map(() => path),
    );
    expect(missing).toEqual([]);
  });

  it('cannot be missed by a set of kinds: only the table of traits groups them', () => {
    // A set of one kind is a filter: its reader looks for that fact and no other.
    const groups = /Set<(EntryKind|JournalEntry\['kind'\])> = new Set\(\[[^\],]+,\s*'/;
    const found = SOURCES.filter(({ text }) => groups.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('cannot be missed by a comparison with several kinds: readers ask the table of traits', () => {
    const grouped = /\b(entry|next|asked|issued)\??\.kind (===|!==) '[a-z-]+' (\|\||&&)\s+\1\??\.kind \2 '/;
    const found = SOURCES.filter(({ path, text }) => grouped.test(text) && !SAFE_IF_FORGOTTEN.includes(path));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

/** The places that do not compile once `JournalEntry` has this, too. */
async function brokenBy(added: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'toolshed-entry-kinds-'));
  try {
    await layOut(folder, added);
    const output = await compile(folder);
    const paths = [...output.matchAll(/^(packages\/\S+\.ts)\(\d+,\d+\): error/gm)].map(([, path = '']) => path);
    return [...new Set(paths.map((path) => path.replace('/dist/', '/src/')))].sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The built declarations of every package, and in place of theirs the sources that are to be compiled. */
async function layOut(folder: string, added: string): Promise<void> {
  await mkdir(join(folder, 'node_modules/@toolshed'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@toolshed' && !name.startsWith('.'))
      await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of PACKAGES) {
    const [from, to] = [join(root, 'packages', name), join(folder, 'packages', name)];
    await cp(join(from, 'package.json'), join(to, 'package.json'));
    await cp(join(from, 'dist'), join(to, 'dist'), {
      recursive: true,
      filter: (path) => !/\.[a-z0-9]+$/i.test(path) || path.endsWith('.d.ts'),
    }).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await symlink(to, join(folder, 'node_modules/@toolshed', name));
  }
  const kinds = await readFile(join(root, ENTRY), 'utf8');
  const first = /z\.discriminatedUnion\('kind', \[\n(?=\s+entry\('started')/;
  expect(kinds).toMatch(first);
  await write(
    folder,
    ENTRY,
    kinds.replace(first, (start) => `${start}${added}\n`),
  );
  for (const path of PLACES) await write(folder, path, await readFile(join(root, path), 'utf8'));
  const options = { noEmit: true, types: ['node'], rootDir: '.' };
  const files = [ENTRY, ...PLACES].map(toDist);
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions: options, files };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
}

const toDist = (path: string): string => path.replace('/src/', '/dist/');

async function write(folder: string, path: string, text: string): Promise<void> {
  const to = join(folder, toDist(path));
  await mkdir(join(to, '..'), { recursive: true });
  await writeFile(to, text);
}

async function compile(cwd: string): Promise<string> {
  const tsc = join(root, 'node_modules/.bin/tsc');
  try {
    return (await promisify(execFile)(tsc, ['--pretty', 'false'], { cwd })).stdout;
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout);
    throw error;
  }
}

/** The text of each `switch (entry.kind)`, to its closing brace. */
function switchesOver(text: string): readonly string[] {
  return [...text.matchAll(/^( *)switch \(entry\.kind\) \{\n[\s\S]*?\n\1\}/gm)].map(([block]) => block);
}
