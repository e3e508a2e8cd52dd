// Other ways to install than the one the README shows: the ranges as they are published, and pnpm, which lets a program
// import only what its own manifest names.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/published.ts';
import { openPublished, type PublishedRegistry } from './registry.ts';
import { type Done, meetStranger, nodeFolder, readmeExample, type Stranger, testedVersions } from './stranger.ts';

const MINUTES = 60_000;
const node = nodeFolder(26) ?? '';
const PNPM = join(import.meta.dirname, 'node_modules', '.bin', 'pnpm');

let registry: PublishedRegistry;
beforeAll(async () => {
  registry = await openPublished();
}, 5 * MINUTES);
afterAll(() => registry?.close());

async function expectExampleWorks(stranger: Stranger): Promise<void> {
  const { source, output } = await readmeExample();
  await stranger.write('example.ts', source);
  const { stdout, stderr } = await stranger.call('node', ['example.ts']);
  const settled = (text: string): string => text.replace(/behind \S+/, 'behind …');
  expect({ stdout: settled(stdout), stderr }).toEqual({ stdout: settled(output), stderr: '' });
}

describe('the published ranges', () => {
  /** The locked version of a library, of which the registry lacks what others ask for. */
  const locked = (name: string): string => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    return lock.packages[`node_modules/${name}`].version;
  };

  /** Installs with ranges. A registry may lack a version that somebody else's range asks for: that one is pinned, loudly. */
  async function install(stranger: Stranger): Promise<Done> {
    const own = new Set(publishedPackages().flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {})));
    const overrides: Record<string, string> = {};
    for (;;) {
      await stranger.write('package.json', JSON.stringify({ type: 'module', overrides }));
      const done = await stranger.call('npm', ['install', 'toolshed', 'zod']);
      const [, name] = /No matching version found for (\S+)@[^@]+\.\n/.exec(done.stderr) ?? [];
      if (name === undefined || own.has(name) || name in overrides) return done;
      overrides[name] = locked(name);
      process.stderr.write(`NOT SHOWN: the range of ${name}, because the registry has no version in it\n`);
    }
  }

  it(
    'choose versions of all libraries that work together',
    async () => {
      await using stranger = await meetStranger(registry, node);
      expect(await install(stranger)).toMatchObject({ code: 0 });
      const listed = await stranger.call('npm', ['ls', '--all', '--json']);
      expect(JSON.parse(listed.stdout).problems ?? []).toEqual([]);
      await expectExampleWorks(stranger);
      expect(await stranger.call('npx', ['toolshed', 'demo'])).toMatchObject({ code: 0 });
    },
    5 * MINUTES,
  );
});

describe('pnpm', () => {
  it(
    'installs what the page of the installation says, and the example finds what it imports',
    async () => {
      const page = readFileSync(join(root, 'docs/start/install.md'), 'utf8');
      const [, args = ''] = /^pnpm (add .+)$/m.exec(page) ?? [];
      await using stranger = await meetStranger(registry, node);
      const overrides = Object.entries(testedVersions()).map(([name, version]) => `  '${name}': '${version}'\n`);
      await stranger.write('package.json', JSON.stringify({ type: 'module' }));
      await stranger.write('pnpm-workspace.yaml', `overrides:\n${overrides.join('')}`);
      const { code, stderr } = await stranger.call(PNPM, args.split(' '));
      expect({ code, stderr }).toMatchObject({ code: 0 });
      await expectExampleWorks(stranger);
      expect(await stranger.call(PNPM, ['exec', 'toolshed', 'demo'])).toMatchObject({ code: 0 });
    },
    5 * MINUTES,
  );
});
