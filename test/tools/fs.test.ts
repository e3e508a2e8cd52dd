import { chmod, lstat, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { fsPlugin, FsOptions } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf, messageOf, previewTool, toolOf } from './call-tool.js';
import { openTemporaryFolder } from './temporary-folder.js';

async function openFiles() {
  const folder = await openTemporaryFolder();
  const fs = fsPlugin({ root: folder.path });
  return { ...folder, fs, call: (path: string, args: unknown) => callTool(fs, path, args) };
}

describe('fs, asked to read,', () => {
  it('reads text, and any bytes as base64', async () => {
    await using files = await openFiles();
    await writeFile(files.at('a.txt'), 'grüße\n');
    await writeFile(files.at('b.bin'), Buffer.from([0, 255, 254]));
    expect(await files.call('fs.read', { path: 'a.txt' })).toEqual({
      path: 'a.txt',
      content: 'grüße\n',
      encoding: 'utf8',
      bytes: 8,
    });
    expect(await files.call('fs.read', { path: 'b.bin', encoding: 'base64' })).toMatchObject({
      content: 'AP/+',
      bytes: 3,
    });
  });

  it('refuses to call bytes text, and says what to do', async () => {
    await using files = await openFiles();
    await writeFile(files.at('b.bin'), Buffer.from([0, 255, 254]));
    expect(await failureOf(files.call('fs.read', { path: 'b.bin' }))).toEqual({
      code: 'fs/not-text',
      message: 'Cannot read "b.bin" as text: it is not UTF-8; pass encoding: "base64"',
    });
  });

  it('refuses a file above the limit instead of cutting it', async () => {
    await using files = await openFiles();
    await writeFile(files.at('big'), 'x'.repeat(100));
    expect(await failureOf(files.call('fs.read', { path: 'big', maxBytes: 99 }))).toMatchObject({
      code: 'fs/too-large',
    });
    expect(await files.call('fs.read', { path: 'big', maxBytes: 100 })).toMatchObject({ bytes: 100 });
  });

  it('lists a folder in the order of names, or all below it', async () => {
    await using files = await openFiles();
    await mkdir(files.at('b/c'), { recursive: true });
    await writeFile(files.at('b/c/deep.txt'), '123');
    await writeFile(files.at('a.txt'), '1');
    expect(await files.call('fs.list', {})).toEqual({
      entries: [
        { path: 'a.txt', kind: 'file', bytes: 1 },
        { path: 'b', kind: 'folder', bytes: 0 },
      ],
      truncated: false,
    });
    const all = await files.call('fs.list', { path: 'b', recursive: true });
    expect(all).toMatchObject({ entries: [{ path: 'b/c' }, { path: 'b/c/deep.txt', bytes: 3 }] });
  });

  it('tells what a path is', async () => {
    await using files = await openFiles();
    await writeFile(files.at('a.txt'), 'abc');
    expect(await files.call('fs.stat', { path: 'a.txt' })).toMatchObject({ path: 'a.txt', kind: 'file', bytes: 3 });
    expect(await files.call('fs.stat', { path: '.' })).toMatchObject({ path: '.', kind: 'folder' });
  });

  it('searches plain text and names line and column', async () => {
    await using files = await openFiles();
    await mkdir(files.at('src'));
    await writeFile(files.at('src/a.ts'), 'one\ntwo (a+)+ two\n');
    await writeFile(files.at('src/b.md'), '(a+)+');
    await writeFile(files.at('src/c.bin'), Buffer.from([0xff, 0xfe]));
    expect(await files.call('fs.search', { query: '(a+)+', glob: '*.ts' })).toEqual({
      matches: [{ path: 'src/a.ts', line: 2, column: 5, text: 'two (a+)+ two' }],
      files: 1,
      skipped: 0,
      truncated: false,
    });
    expect(await files.call('fs.search', { query: 'two', maxMatches: 1 })).toMatchObject({ truncated: true });
    expect(await files.call('fs.search', { query: 'nowhere' })).toMatchObject({ matches: [], files: 2, skipped: 1 });
  });
});

describe('fs, asked to change files,', () => {
  it('writes a file in one step, keeps its mode and leaves nothing else', async () => {
    await using files = await openFiles();
    await writeFile(files.at('run.sh'), 'old');
    await chmod(files.at('run.sh'), 0o750);
    expect(await files.call('fs.write', { path: 'run.sh', content: 'new' })).toEqual({
      path: 'run.sh',
      bytes: 3,
      created: false,
    });
    expect(await readFile(files.at('run.sh'), 'utf8')).toBe('new');
    expect((await stat(files.at('run.sh'))).mode & 0o777).toBe(0o750);
    expect(await readdir(files.path)).toEqual(['run.sh']);
  });

  it('makes missing folders only when asked', async () => {
    await using files = await openFiles();
    const args = { path: 'x/y/z.txt', content: '1' };
    expect(await failureOf(files.call('fs.write', args))).toMatchObject({ code: 'fs/not-found' });
    expect(await files.call('fs.write', { ...args, createFolders: true })).toMatchObject({ created: true });
    expect(await readFile(files.at('x/y/z.txt'), 'utf8')).toBe('1');
  });

  it('writes bytes given as base64 and refuses what is not', async () => {
    await using files = await openFiles();
    await files.call('fs.write', { path: 'b', content: 'AP/+', encoding: 'base64' });
    expect([...(await readFile(files.at('b')))]).toEqual([0, 255, 254]);
    const args = { path: 'b', content: 'not base64!', encoding: 'base64' };
    expect(await failureOf(files.call('fs.write', args))).toMatchObject({ code: 'fs/not-base64' });
  });

  it('shows a write as a difference, without writing', async () => {
    await using files = await openFiles();
    await writeFile(files.at('a.txt'), 'old');
    const preview = await previewTool(files.fs, 'fs.write', { path: './a.txt', content: 'new' });
    expect(preview).toEqual({ kind: 'diff', before: 'old', after: 'new', file: 'a.txt' });
    const created = await previewTool(files.fs, 'fs.write', { path: 'q/n.txt', content: 'new', createFolders: true });
    expect(created).toEqual({ kind: 'diff', before: '', after: 'new', file: 'q/n.txt' });
    expect(await readdir(files.path)).toEqual(['a.txt']);
    expect(await readFile(files.at('a.txt'), 'utf8')).toBe('old');
  });

  it('moves a file, and over another one only when the call says so', async () => {
    await using files = await openFiles();
    await writeFile(files.at('a'), 'a');
    await writeFile(files.at('b'), 'b');
    expect(await failureOf(files.call('fs.move', { from: 'a', to: 'b' }))).toMatchObject({ code: 'fs/exists' });
    expect(await previewTool(files.fs, 'fs.move', { from: 'a', to: 'b', overwrite: true })).toEqual({
      kind: 'text',
      text: 'file "a" → "b" (a file already exists there and would be replaced)',
    });
    expect(await files.call('fs.move', { from: 'a', to: 'b', overwrite: true })).toEqual({ from: 'a', to: 'b' });
    expect(await readFile(files.at('b'), 'utf8')).toBe('a');
    expect(await readdir(files.path)).toEqual(['b']);
  });

  it('moves a folder, but never into itself', async () => {
    await using files = await openFiles();
    await mkdir(files.at('a/in'), { recursive: true });
    expect(await failureOf(files.call('fs.move', { from: 'a', to: 'a/in/a' }))).toMatchObject({
      code: 'fs/invalid-path',
    });
    await files.call('fs.move', { from: 'a', to: 'b' });
    expect((await lstat(files.at('b/in'))).isDirectory()).toBe(true);
  });

  it('deletes a folder with all in it only when the call says so, and shows what would go', async () => {
    await using files = await openFiles();
    await mkdir(files.at('d/e'), { recursive: true });
    await writeFile(files.at('d/e/f.txt'), 'text');
    expect(await previewTool(files.fs, 'fs.delete', { path: 'd/e/f.txt' })).toEqual({
      kind: 'diff',
      before: 'text',
      after: '',
      file: 'd/e/f.txt',
    });
    expect(await previewTool(files.fs, 'fs.delete', { path: 'd', recursive: true })).toEqual({
      kind: 'table',
      columns: ['path', 'kind', 'bytes'],
      rows: [
        ['d/e', 'folder', '0'],
        ['d/e/f.txt', 'file', '4'],
      ],
      note: '2 entries',
    });
    expect(await failureOf(files.call('fs.delete', { path: 'd' }))).toMatchObject({ code: 'fs/not-empty' });
    expect(await files.call('fs.delete', { path: 'd', recursive: true })).toEqual({ path: 'd', deleted: 3 });
    expect(await readdir(files.path)).toEqual([]);
  });

  it('refuses to move or delete the root', async () => {
    await using files = await openFiles();
    expect(await failureOf(files.call('fs.delete', { path: '.', recursive: true }))).toMatchObject({
      code: 'fs/not-a-file',
    });
    expect(await failureOf(files.call('fs.move', { from: '', to: 'x' }))).toMatchObject({ code: 'fs/not-a-file' });
  });

  it('says which calls need a person and which may be repeated', async () => {
    await using files = await openFiles();
    const facts = files.fs.tools.map((tool) => [tool.path, tool.isDestructive({}), tool.idempotent]);
    expect(facts).toEqual([
      ['fs.read', false, true],
      ['fs.list', false, true],
      ['fs.stat', false, true],
      ['fs.search', false, true],
      ['fs.write', true, true],
      ['fs.move', true, false],
      ['fs.delete', true, false],
    ]);
    expect(messageOf(files.fs, 'fs.delete', { path: 'a"b', recursive: true })).toBe(
      'Delete "a\\"b" and everything in it?',
    );
    expect(toolOf(files.fs, 'fs.write').preview).toBeDefined();
  });
});

describe('the root of fs', () => {
  it('may be another one for each execution, chosen by its labels', async () => {
    await using folder = await openTemporaryFolder();
    await mkdir(folder.at('ada'));
    await mkdir(folder.at('bob'));
    const fs = fsPlugin({ root: ({ user = 'nobody' }) => folder.at(user) });
    await callTool(fs, 'fs.write', { path: 'x', content: 'of ada' }, { labels: { user: 'ada' } });
    expect(await callTool(fs, 'fs.list', {}, { labels: { user: 'bob' } })).toMatchObject({ entries: [] });
    expect(await callTool(fs, 'fs.read', { path: 'x' }, { labels: { user: 'ada' } })).toMatchObject({
      content: 'of ada',
    });
    const missing = await failureOf(callTool(fs, 'fs.list', {}));
    expect(missing.code).toBe('fs/root-missing');
    expect(missing.message).not.toContain(folder.path);
  });

  it('is read from a config file by key', () => {
    expect(FsOptions.safeParse({ root: './work', deny: ['/data'] }).success).toBe(true);
    expect(FsOptions.safeParse({ root: './work', deny: ['data'] }).success).toBe(false);
    expect(FsOptions.safeParse({ root: './work', denied: [] }).success).toBe(false);
  });
});
