// Folders no call may reach although they lie below the root, such as the one where Toolshed keeps its own data.
//
// A folder is recognised by what it is (device and inode) and by its path with case and Unicode form folded:
// the first sees through other names of one folder, the second also holds while the folder does not exist yet.

import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { type Folder, identityOf } from './anchored-folder.js';
import { errnoOf } from '../fs-error.js';

export interface DeniedFolders {
  /** Whether this open folder is a denied one, or lies in one. */
  has(folder: Pick<Folder, 'hostPath' | 'identity'>): boolean;
  /** Whether this path is a denied folder, lies in one, or contains one. */
  touches(hostPath: string): boolean;
}

export async function readDeniedFolders(folders: readonly string[]): Promise<DeniedFolders> {
  const denied = await Promise.all(folders.map((folder) => look(resolve(folder))));
  return {
    has: ({ hostPath, identity }) =>
      denied.some((one) => one.identity === identity || isWithin(fold(hostPath), one.path)),
    touches: (hostPath) =>
      denied.some((one) => isWithin(fold(hostPath), one.path) || isWithin(one.path, fold(hostPath))),
  };
}

async function look(folder: string): Promise<{ readonly path: string; readonly identity: string | undefined }> {
  const path = fold(await realpathOfNearest(folder));
  try {
    return { path, identity: identityOf(await stat(folder, { bigint: true })) };
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return { path, identity: undefined };
  }
}

async function realpathOfNearest(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    return join(await realpathOfNearest(dirname(path)), basename(path));
  }
}

const fold = (path: string): string => path.normalize('NFC').toLowerCase();

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
