// Somebody who has an empty folder, a Node and npm, and does what the README says.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { publishedPackages, root } from '../../scripts/published.ts';
import type { Registry } from './registry.ts';

const run = promisify(execFile);

export interface Done {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

export interface Stranger {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  write(file: string, text: string): Promise<void>;
  call(file: string, args: readonly string[]): Promise<Done>;
}

const TOOLS = join(import.meta.dirname, 'node_modules');

/** The folder of a Node of that version, if this machine can run one from npm. */
export function nodeFolder(major: 20 | 24 | 26): string | undefined {
  const folder = major === 26 ? dirname(process.execPath) : join(TOOLS, `node-${major}`, 'bin');
  return existsSync(join(folder, 'node')) ? folder : undefined;
}

export async function meetStranger(registry: Registry, node: string): Promise<Stranger & AsyncDisposable> {
  const base = await mkdtemp(join(tmpdir(), 'toolshed-stranger-'));
  const [folder, home] = [join(base, 'app'), join(base, 'home')];
  await mkdir(folder);
  await mkdir(home);
  // npm itself is the machine's; the Node it runs is the stranger's.
  const env = { ...registry.env, HOME: home, PATH: [node, registry.env['PATH']].join(delimiter) };
  return {
    folder,
    env,
    async write(file, text) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    },
    call: async (file, args) =>
      run(file, [...args], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 }).then(
        ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
        ({ stdout, stderr, code }) => ({ stdout, stderr, code }),
      ),
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}

/**
 * Does what the README says first, line by line, in the empty folder. Between its lines the tested versions are pinned: a
 * registry that mirrors another may lack a version that a range would choose. installers.test.ts installs with the ranges.
 */
export async function installAsReadme(stranger: Stranger): Promise<Done> {
  const [start = '', install = ''] = await readmeCommands();
  const started = await stranger.call('sh', ['-c', start]);
  if (started.code !== 0) return started;
  const pinned = `overrides=${JSON.stringify(testedVersions())}`;
  const pin = await stranger.call('npm', ['pkg', 'set', '--json', pinned]);
  return pin.code === 0 ? await stranger.call('sh', ['-c', install]) : pin;
}

/** The commands that the README begins with. */
async function readmeCommands(): Promise<readonly string[]> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [, block = ''] = /```sh\n(.*?)```/s.exec(readme) ?? [];
  return block.split('\n').map((line) => line.replace(/\s+#.*$/, ''));
}

/** The versions this repository has been tested with: what others published today is not what this is about. */
export const testedVersions = (): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...publishedPackages().map(({ manifest: { dependencies = {} } }) =>
      Object.fromEntries(Object.entries(dependencies).filter(([name]) => !OWN.test(name))),
    ),
  );

/** Ours, and what the stranger asks for by name. */
const OWN = /^(@toolshed\/.*|toolshed|zod)$/;

/** The example of the README, and what it says this prints. */
export async function readmeExample(): Promise<{ readonly source: string; readonly output: string }> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [, source = '', output = ''] = /```ts\n(.*?)```\s+```\n(.*?)```/s.exec(readme) ?? [];
  return { source, output };
}
