// Puts new content in a file's place in one step: a reader sees the old file or the new one, never a part.

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { linkRefused } from './anchored-folder.js';
import { errnoOf, FsError } from '../fs-error.js';
import { quote } from './relative-path.js';
import type { Place } from './workspace.js';

/** Returns whether there was no such file before. */
export async function replaceFile({ folder, address, path }: Place, content: Uint8Array): Promise<boolean> {
  const mode = await modeOfExisting(address, path.shown);
  const temporary = folder.at(`.toolshed-${randomUUID()}.tmp`);
  try {
    await writeNew(temporary, content, mode);
    await rename(temporary, address);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushFolder(folder.at('.'));
  return mode === undefined;
}

async function modeOfExisting(address: string, shown: string): Promise<number | undefined> {
  try {
    const found = await lstat(address);
    if (found.isSymbolicLink()) throw linkRefused(shown);
    if (!found.isFile()) throw new FsError('fs/not-a-file', `Cannot write ${quote(shown)}: it is not a regular file`);
    return found.mode & 0o777;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeNew(address: string, content: Uint8Array, mode: number | undefined): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  await using handle = await open(address, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode ?? 0o666);
  await handle.writeFile(content);
  if (mode !== undefined) await handle.chmod(mode);
  await handle.sync();
}

/** A rename is on disk when its folder is. Windows has no such call. */
async function flushFolder(address: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle: FileHandle = await open(address, constants.O_RDONLY);
  await handle.sync();
}
