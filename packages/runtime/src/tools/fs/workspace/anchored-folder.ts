// A folder that stays the same folder while it is used, whatever happens to the names that led to it.
//
// Threat: a folder is swapped for a link between the check and the use. On Linux each folder on the way is
// opened by itself without following links, and what is in it is addressed through the open descriptor
// (/proc/self/fd/N/name), as openat(2) would; there is no moment in between. Elsewhere Node has no such
// way: links are refused before the use and the real path is compared, which leaves a short moment.

import { constants, existsSync } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { FsError } from '../fs-error.js';
import { quote } from './relative-path.js';

export interface Folder extends AsyncDisposable {
  /** The true path on the host; for comparing, never for showing. */
  readonly hostPath: string;
  /** Address of one thing in the folder, for as long as the folder is open. `name` holds no separator. */
  at(name: string): string;
  /** Which folder it is, under any name. */
  readonly identity: string;
}

const HAS_DESCRIPTOR_PATHS = process.platform === 'linux' && existsSync('/proc/self/fd');

/** Opens a folder the host chose; links on the way to it are the host's own. */
export async function openHostFolder(path: string): Promise<Folder> {
  const hostPath = await realpath(path);
  return openExactly(hostPath, hostPath);
}

/** Opens a folder in a folder; `shown` is its name in messages. */
export async function openChildFolder(parent: Folder, name: string, shown: string): Promise<Folder> {
  const address = parent.at(name);
  const found = await lstat(address);
  if (found.isSymbolicLink()) throw linkRefused(shown);
  if (!found.isDirectory()) throw new FsError('fs/not-a-folder', `Cannot open ${quote(shown)}: it is not a folder`);
  return openExactly(address, join(parent.hostPath, name));
}

export const linkRefused = (shown: string): FsError =>
  new FsError('fs/link', `Cannot use ${quote(shown)}: it is a symbolic link, and links are never followed`);

async function openExactly(address: string, hostPath: string): Promise<Folder> {
  if (!HAS_DESCRIPTOR_PATHS) return openByPath(hostPath);
  const handle = await open(address, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  return {
    hostPath,
    at: (name) => `/proc/self/fd/${handle.fd}/${name}`,
    identity: identityOf(await handle.stat({ bigint: true })),
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

async function openByPath(hostPath: string): Promise<Folder> {
  if ((await realpath(hostPath)) !== hostPath) throw new FsError('fs/link', 'Cannot open the folder: it is a link');
  return {
    hostPath,
    at: (name) => join(hostPath, name),
    identity: identityOf(await lstat(hostPath, { bigint: true })),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

export const identityOf = ({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string => `${dev}:${ino}`;
