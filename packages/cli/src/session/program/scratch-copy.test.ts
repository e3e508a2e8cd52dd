import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeScratchCopy, scratchFolderOf } from './scratch-copy.js';

describe('scratchFolderOf', () => {
  it.each([
    ['// @scratch notes\nreturn 1', 'notes'],
    ['// Tidies.\n//\n// @scratch my notes \n\nreturn 1', 'my notes'],
    ['/*\n * @scratch notes\n */\nreturn 1', 'notes'],
    ['return 1\n// @scratch notes', undefined],
    ['const a = "// @scratch notes"', undefined],
    ['', undefined],
  ])('reads %j', (source, folder) => {
    expect(scratchFolderOf(source)).toBe(folder);
  });
});

describe('makeScratchCopy', () => {
  async function project(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'toolshed-test-'));
    await mkdir(join(folder, 'inside', 'notes'), { recursive: true });
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await writeFile(join(folder, 'inside', 'notes', 'a.md'), 'a');
    await symlink(join(folder, 'secret.txt'), join(folder, 'inside', 'notes', 'link'));
    return folder;
  }

  it('copies files and leaves links behind', async () => {
    const folder = await project();
    const copy = await makeScratchCopy({ source: '', folder: join(folder, 'inside') }, 'notes', folder);
    expect(await readdir(copy)).toEqual(['a.md']);
    await writeFile(join(copy, 'a.md'), 'changed');
    expect(await readFile(join(folder, 'inside', 'notes', 'a.md'), 'utf8')).toBe('a');
  });

  it.each(['..', '../..', '/etc'])('refuses %j, which is outside what the program may see', async (wanted) => {
    const within = join(await project(), 'inside');
    await expect(makeScratchCopy({ source: '', folder: within }, wanted, within)).rejects.toThrow('it is outside');
  });

  it('refuses a folder that is not there', async () => {
    const within = await project();
    await expect(makeScratchCopy({ source: '', folder: within }, 'nothing', within)).rejects.toThrow('no such folder');
  });
});
