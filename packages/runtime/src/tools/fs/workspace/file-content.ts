// Reads one regular file of a workspace, up to a limit.

import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { identityOf, linkRefused } from './anchored-folder.js';
import { FsError } from '../fs-error.js';
import type { LinkedFiles } from './linked-files.js';
import { quote } from './relative-path.js';

/** Something in a folder: its address, and how messages name it. */
export interface FileAt {
  readonly address: string;
  readonly shown: string;
  readonly linked: LinkedFiles;
}

export const MAX_FILE_BYTES = 16 * 1024 * 1024;

export async function readBytes(file: FileAt, maxBytes: number): Promise<Buffer> {
  await using handle = await openRegularFile(file);
  const { size } = await handle.stat();
  if (size > maxBytes) throw tooLarge(file.shown, `it has ${size} bytes`, maxBytes);
  return await readUpTo(handle, file.shown, maxBytes);
}

/** The text of UTF-8 bytes; `undefined` if they are something else. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Threat: a pipe or a device in the folder, which would block the host or do something when opened.
 * O_NONBLOCK covers the moment after the look; O_NOFOLLOW refuses a link that took the file's place.
 */
async function openRegularFile({ address, shown, linked }: FileAt): Promise<FileHandle> {
  const found = await lstat(address, { bigint: true });
  if (found.isSymbolicLink()) throw linkRefused(shown);
  if (!found.isFile()) throw notAFile(shown);
  await linked.assertReadable(found, shown);
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants;
  const handle = await open(address, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  const opened = await handle.stat({ bigint: true });
  if (opened.isFile() && identityOf(opened) === identityOf(found)) return handle;
  await handle.close();
  throw notAFile(shown);
}

/** A file may grow after its size was read, and some report none. */
async function readUpTo(handle: FileHandle, shown: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(64 * 1024), 0, 64 * 1024, total);
    if (bytesRead === 0) return Buffer.concat(chunks);
    total += bytesRead;
    if (total > maxBytes) throw tooLarge(shown, 'it has more bytes', maxBytes);
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

const notAFile = (shown: string): FsError =>
  new FsError('fs/not-a-file', `Cannot open ${quote(shown)}: it is not a regular file`);

const tooLarge = (shown: string, state: string, maxBytes: number): FsError =>
  new FsError(
    'fs/too-large',
    `Cannot read ${quote(shown)}: ${state} and the limit is ${maxBytes}; pass maxBytes (at most ${MAX_FILE_BYTES})`,
  );
