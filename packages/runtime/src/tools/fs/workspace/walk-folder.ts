// Everything below a folder, in the order of names, without following links and without denied folders.

import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Folder, openChildFolder } from './anchored-folder.js';
import { errnoOf, FsError } from '../fs-error.js';
import { MAX_DEPTH, pathOf, quote, type RelativePath } from './relative-path.js';
import type { OpenFolder } from './workspace.js';

export type EntryKind = 'file' | 'folder' | 'link' | 'other';

export interface FolderEntry {
  readonly path: RelativePath;
  readonly kind: EntryKind;
  readonly bytes: number;
  /** Valid until the walk continues. */
  readonly address: string;
}

export async function* walkFolder(start: OpenFolder, depth: 'children' | 'all'): AsyncGenerator<FolderEntry> {
  const { folder, path, denied } = start;
  if (path.names.length > MAX_DEPTH) throw tooDeep(path);
  const names = await readdir(folder.at('.'));
  for (const name of names.sort()) {
    const entry = await look(folder, name, pathOf([...path.names, name]));
    if (entry === undefined) continue;
    if (entry.kind !== 'folder') {
      yield entry;
      continue;
    }
    if (denied.has({ hostPath: join(folder.hostPath, name), identity: '' })) continue;
    await using child = await openChildFolder(folder, name, entry.path.shown);
    if (denied.has(child)) continue;
    yield entry;
    if (depth === 'all') yield* walkFolder({ ...start, folder: child, path: entry.path }, depth);
  }
}

export function kindOf(found: Stats): EntryKind {
  if (found.isFile()) return 'file';
  if (found.isDirectory()) return 'folder';
  return found.isSymbolicLink() ? 'link' : 'other';
}

/** `undefined` for an entry that was removed since the folder was read. */
async function look(folder: Folder, name: string, path: RelativePath): Promise<FolderEntry | undefined> {
  const address = folder.at(name);
  try {
    const found = await lstat(address);
    return { path, kind: kindOf(found), bytes: found.isFile() ? found.size : 0, address };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const tooDeep = (path: RelativePath): FsError =>
  new FsError('fs/too-deep', `Cannot look into ${quote(path.shown)}: more than ${MAX_DEPTH} folders deep`);
