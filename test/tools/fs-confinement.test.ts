// Ways out of the root, each tried for real.

import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { FsOptions, fsPlugin } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf, previewTool } from './call-tool.js';
import { openTemporaryFolder } from './temporary-folder.js';
import { verifies } from '../support/verifies.ts';

const SECRET = 'the host keeps this';

/** A folder with a root for programs and, beside it, what they must not reach. */
async function openTrap() {
  const folder = await openTemporaryFolder();
  await mkdir(folder.at('root/sub'), { recursive: true });
  await mkdir(folder.at('outside'));
  await writeFile(folder.at('outside/secret.txt'), SECRET);
  await writeFile(folder.at('root/mine.txt'), 'mine');
  const fs = fsPlugin({ root: folder.at('root'), deny: [folder.at('root/.toolshed')] });
  return { ...folder, fs, call: (path: string, args: unknown) => callTool(fs, path, args) };
}

const everyCallOn = (path: string): readonly [string, unknown][] => [
  ['fs.read', { path }],
  ['fs.list', { path }],
  ['fs.stat', { path }],
  ['fs.search', { query: 'host', path }],
  ['fs.write', { path, content: 'evil' }],
  ['fs.write', { path, content: 'evil', createFolders: true }],
  ['fs.move', { from: path, to: 'stolen' }],
  ['fs.move', { from: 'mine.txt', to: path, overwrite: true }],
  ['fs.delete', { path, recursive: true }],
];

describe('fs never leaves its root', () => {
  verifies.each('tools/fs', ['../outside/secret.txt', 'sub/../../outside/secret.txt', '/etc/passwd', 'a\0b', '..'])(
    'the path %j does not lead out of the root',
    async (path) => {
      await using trap = await openTrap();
      for (const [tool, args] of everyCallOn(path)) {
        const { code, message } = await failureOf(trap.call(tool, args));
        expect(code).toMatch(/^fs\/(outside-root|invalid-path)$/);
        expect(message).not.toContain(trap.path);
      }
      expect(await readFile(trap.at('outside/secret.txt'), 'utf8')).toBe(SECRET);
    },
  );

  verifies('tools/fs', 'a link to a file does not lead out of the root', async () => {
    await using trap = await openTrap();
    await symlink('../outside/secret.txt', trap.at('root/link'));
    for (const [tool, args] of everyCallOn('link')) {
      if (tool === 'fs.stat') continue;
      const { code, message } = await failureOf(trap.call(tool, args));
      expect([tool, code]).toEqual([tool, tool === 'fs.move' && message.includes('replace') ? 'fs/exists' : 'fs/link']);
      expect(message).not.toContain(trap.path);
    }
    expect(await trap.call('fs.stat', { path: 'link' })).toMatchObject({ kind: 'link' });
    expect(await readFile(trap.at('outside/secret.txt'), 'utf8')).toBe(SECRET);
  });

  verifies('tools/fs', 'a link to a folder does not lead out of the root, at the end of a path or within', async () => {
    await using trap = await openTrap();
    await symlink('../outside', trap.at('root/door'));
    for (const [tool, args] of everyCallOn('door/secret.txt')) {
      expect([tool, (await failureOf(trap.call(tool, args))).code]).toEqual([tool, 'fs/link']);
    }
    expect(await failureOf(trap.call('fs.list', { path: 'door' }))).toMatchObject({ code: 'fs/link' });
    expect(await failureOf(trap.call('fs.search', { query: 'x', path: 'door' }))).toMatchObject({ code: 'fs/link' });
    expect(await readdir(trap.at('outside'))).toEqual(['secret.txt']);
  });

  verifies('tools/fs', 'listing, searching and deleting do not walk through links', async () => {
    await using trap = await openTrap();
    await symlink('../../outside', trap.at('root/sub/door'));
    await symlink('.', trap.at('root/sub/loop'));
    expect(await trap.call('fs.list', { recursive: true })).toMatchObject({
      entries: [
        { path: 'mine.txt' },
        { path: 'sub' },
        { path: 'sub/door', kind: 'link' },
        { path: 'sub/loop', kind: 'link' },
      ],
    });
    expect(await trap.call('fs.search', { query: 'host' })).toMatchObject({ matches: [] });
    await trap.call('fs.delete', { path: 'sub', recursive: true });
    expect(await readFile(trap.at('outside/secret.txt'), 'utf8')).toBe(SECRET);
  });

  verifies(
    'tools/fs-hard-links',
    'a hard link to a file outside of the root is not read, not written and not lost',
    async () => {
      await using trap = await openTrap();
      const outside = trap.at('outside/secret.txt');
      for (const name of ['twin', 'replaced', 'doomed', 'sub/doomed']) await link(outside, trap.at(`root/${name}`));
      expect(await failureOf(trap.call('fs.read', { path: 'twin' }))).toMatchObject({
        code: 'fs/hard-link',
        message: expect.stringContaining('hardLinks: "read"'),
      });
      expect(await trap.call('fs.search', { query: 'host' })).toMatchObject({ matches: [], skipped: 4 });
      const previews = [
        await previewTool(trap.fs, 'fs.write', { path: 'twin', content: 'evil' }),
        await previewTool(trap.fs, 'fs.delete', { path: 'doomed' }),
      ];
      expect(previews).toMatchObject([
        { text: expect.stringContaining('this one would become a file of its own') },
        { text: expect.stringContaining('one of 5 names') },
      ]);
      expect(JSON.stringify(previews)).not.toContain(SECRET);
      await trap.call('fs.write', { path: 'twin', content: 'evil' });
      await trap.call('fs.move', { from: 'twin', to: 'replaced', overwrite: true });
      await trap.call('fs.delete', { path: 'doomed' });
      await trap.call('fs.delete', { path: 'sub', recursive: true });
      expect(await readFile(outside, 'utf8')).toBe(SECRET);
      expect(await trap.call('fs.read', { path: 'replaced' })).toMatchObject({ content: 'evil' });
    },
  );

  verifies('tools/fs', 'a move onto another name of the same file does not leave the root', async () => {
    await using trap = await openTrap();
    await link(trap.at('root/mine.txt'), trap.at('root/second'));
    await trap.call('fs.move', { from: 'second', to: 'mine.txt', overwrite: true });
    expect(await readdir(trap.at('root'))).toEqual(['mine.txt', 'sub']);
    await trap.call('fs.move', { from: 'mine.txt', to: 'mine.txt', overwrite: true });
    expect(await trap.call('fs.read', { path: 'mine.txt' })).toMatchObject({ content: 'mine' });
  });

  verifies(
    'tools/fs-hard-links',
    'files with other names are read where the host allows it, but never those of a denied folder',
    async () => {
      await using trap = await openTrap();
      await mkdir(trap.at('root/.toolshed/deep'), { recursive: true });
      await writeFile(trap.at('root/.toolshed/deep/key'), SECRET);
      await link(trap.at('root/.toolshed/deep/key'), trap.at('root/key'));
      await link(trap.at('outside/secret.txt'), trap.at('root/package.js'));
      const fs = fsPlugin({ root: trap.at('root'), deny: [trap.at('root/.toolshed')], hardLinks: 'read' });
      expect(await callTool(fs, 'fs.read', { path: 'package.js' })).toMatchObject({ content: SECRET });
      expect(await failureOf(callTool(fs, 'fs.read', { path: 'key' }))).toMatchObject({ code: 'fs/denied' });
      expect(await callTool(fs, 'fs.search', { query: 'host' })).toMatchObject({ matches: [{ path: 'package.js' }] });
      expect(FsOptions.safeParse({ root: '.', hardLinks: 'write' }).success).toBe(false);
    },
  );

  verifies('tools/fs', 'only regular files are opened', async () => {
    await using trap = await openTrap();
    execFileSync('mkfifo', [trap.at('root/pipe')]);
    for (const tool of ['fs.read', 'fs.delete']) {
      expect(await failureOf(trap.call(tool, { path: 'pipe' }))).toMatchObject({ code: 'fs/not-a-file' });
    }
    expect(await failureOf(trap.call('fs.write', { path: 'pipe', content: 'x' }))).toMatchObject({
      code: 'fs/not-a-file',
    });
    expect(await trap.call('fs.search', { query: 'x' })).toMatchObject({ files: 1 });
  });

  verifies('tools/fs', 'a folder repeatedly swapped for a link does not lead out of the root', async () => {
    await using trap = await openTrap();
    await writeFile(trap.at('root/sub/secret.txt'), 'harmless');
    await symlink('../outside', trap.at('root/door'));
    const swapper = fork(new URL('./swap-forever.ts', import.meta.url), [trap.at('root')], { execArgv: [] });
    await once(swapper, 'message');
    const contents = new Set<string>();
    for (let round = 0; round < 400; round++) {
      contents.add(await trap.call('fs.read', { path: 'sub/secret.txt' }).then(contentOf, () => 'refused'));
      await trap.call('fs.write', { path: 'sub/planted.txt', content: 'evil' }).catch(() => undefined);
      await trap.call('fs.delete', { path: 'sub/planted.txt' }).catch(() => undefined);
    }
    swapper.kill('SIGKILL');
    await once(swapper, 'exit');
    expect(contents).not.toContain(SECRET);
    expect(contents).toContain('harmless');
    expect(await readdir(trap.at('outside'))).toEqual(['secret.txt']);
  });
});

describe('fs keeps programs out of denied folders', () => {
  async function openDenied() {
    const trap = await openTrap();
    await mkdir(trap.at('root/.toolshed'));
    await writeFile(trap.at('root/.toolshed/shed.db'), SECRET);
    return trap;
  }

  it.each(['.toolshed', '.toolshed/shed.db', '.toolshed/new/file', '.TOOLSHED/shed.db'])(
    'every call on %s is refused',
    async (path) => {
      await using trap = await openDenied();
      for (const [tool, args] of everyCallOn(path)) {
        expect([tool, (await failureOf(trap.call(tool, args))).code]).toEqual([tool, 'fs/denied']);
      }
      expect(await readFile(trap.at('root/.toolshed/shed.db'), 'utf8')).toBe(SECRET);
    },
  );

  it('denied folders stay out of reach when their parent is listed, searched, moved or removed', async () => {
    await using trap = await openTrap();
    await mkdir(trap.at('root/home/data'), { recursive: true });
    await writeFile(trap.at('root/home/data/shed.db'), SECRET);
    const fs = fsPlugin({ root: trap.at('root'), deny: [trap.at('root/home/data')] });
    expect(await callTool(fs, 'fs.list', { path: 'home', recursive: true })).toMatchObject({ entries: [] });
    expect(await callTool(fs, 'fs.search', { query: 'host' })).toMatchObject({ matches: [] });
    for (const [tool, args] of [
      ['fs.delete', { path: 'home', recursive: true }],
      ['fs.move', { from: 'home', to: 'elsewhere' }],
    ] as const) {
      expect(await failureOf(callTool(fs, tool, args))).toMatchObject({ code: 'fs/denied' });
      expect(await failureOf(previewTool(fs, tool, args))).toMatchObject({ code: 'fs/denied' });
    }
    expect((await stat(trap.at('root/home/data/shed.db'))).isFile()).toBe(true);
  });

  it('a denied folder that does not exist yet stays out of reach', async () => {
    await using trap = await openTrap();
    const args = { path: '.toolshed/grants.json', content: '[]', createFolders: true };
    expect(await failureOf(trap.call('fs.write', args))).toMatchObject({ code: 'fs/denied' });
    expect(await failureOf(trap.call('fs.move', { from: 'sub', to: '.toolshed' }))).toMatchObject({
      code: 'fs/denied',
    });
    expect(await readdir(trap.at('root'))).toEqual(['mine.txt', 'sub']);
  });

  it('a denied folder named through a link stays out of reach', async () => {
    await using trap = await openDenied();
    await rename(trap.at('root/.toolshed'), trap.at('root/real'));
    await symlink('root/real', trap.at('alias'));
    const fs = fsPlugin({ root: trap.at('root'), deny: [trap.at('alias')] });
    expect(await failureOf(callTool(fs, 'fs.read', { path: 'real/shed.db' }))).toMatchObject({ code: 'fs/denied' });
  });
});

const contentOf = (result: unknown): string =>
  typeof result === 'object' && result !== null && 'content' in result ? String(result.content) : '';
