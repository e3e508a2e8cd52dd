// The part of the disk the file tools may touch: everything below the root of the call, without the denied folders.
//
// Invariants
//   W1. Every file or folder is reached by walking from the root, one name at a time, never through a link.
//   W2. What was reached is used through the folder that was opened on the way, not through its path again.
//   W3. No folder of `deny` is opened, listed, moved or removed, nor anything in it.
//   W4. A file that has names elsewhere is not read, unless the host allows it, and never written through.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Folder, openChildFolder, openHostFolder } from './anchored-folder.js';
import { type DeniedFolders, readDeniedFolders } from './denied-folders.js';
import { errnoOf, FsError } from '../fs-error.js';
import { createLinkedFiles, type HardLinks, type LinkedFiles } from './linked-files.js';
import { pathOf, quote, type RelativePath } from './relative-path.js';

/** The labels of an execution. */
export type Labels = Readonly<Record<string, string>>;
/** The folder `fs` works in, or one for each execution by its labels. */
export type FsRoot = string | ((labels: Labels) => string);

export interface Workspace {
  /** Opens the folder a path names. */
  openFolder(labels: Labels, path: RelativePath): Promise<OpenFolder>;
  /** Opens the folder in which a path's last name stands, whether or not that name exists. */
  openPlace(labels: Labels, path: RelativePath, missingFolders: 'refuse' | 'create'): Promise<Place>;
}

export interface OpenFolder extends AsyncDisposable {
  readonly folder: Folder;
  readonly path: RelativePath;
  readonly denied: DeniedFolders;
  /** W4. */
  readonly linked: LinkedFiles;
}

/** One name in an open folder. */
export interface Place extends AsyncDisposable {
  readonly folder: Folder;
  readonly name: string;
  readonly path: RelativePath;
  /** Its address through the folder that is open (W2). */
  readonly address: string;
  readonly denied: DeniedFolders;
  readonly linked: LinkedFiles;
}

export interface WorkspaceDeps {
  readonly root: FsRoot;
  readonly deny: readonly string[];
  readonly hardLinks: HardLinks;
}

export function createWorkspace({ root, deny, hardLinks }: WorkspaceDeps): Workspace {
  const linked = createLinkedFiles(hardLinks, deny);
  async function openFolder(labels: Labels, path: RelativePath, missingFolders: 'refuse' | 'create' = 'refuse') {
    const denied = await readDeniedFolders(deny);
    const start = await openRoot(typeof root === 'string' ? root : root(labels));
    const folder = await descend(start, path, denied, missingFolders);
    return { folder, path, denied, linked, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
  }

  async function openPlace(labels: Labels, path: RelativePath, missingFolders: 'refuse' | 'create'): Promise<Place> {
    const name = path.names.at(-1);
    if (name === undefined) throw new FsError('fs/not-a-file', 'Cannot use ".": it is the root folder itself');
    const parent = await openFolder(labels, pathOf(path.names.slice(0, -1)), missingFolders);
    const { folder, denied } = parent;
    if (denied.has({ hostPath: join(folder.hostPath, name), identity: '' })) {
      await folder[Symbol.asyncDispose]();
      throw deniedError(path);
    }
    return { ...parent, name, path, address: folder.at(name) };
  }

  return { openFolder: (labels, path) => openFolder(labels, path), openPlace };
}

export const deniedError = (path: RelativePath): FsError =>
  new FsError('fs/denied', `Cannot use ${quote(path.shown)}: the host keeps this folder from programs`);

async function openRoot(root: string): Promise<Folder> {
  try {
    return await openHostFolder(root);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    throw new FsError(
      'fs/root-missing',
      'Cannot open the root folder of the file tools: the host must create it first',
    );
  }
}

/** W1. */
async function descend(
  start: Folder,
  { names }: RelativePath,
  denied: DeniedFolders,
  missingFolders: 'refuse' | 'create',
): Promise<Folder> {
  let folder = start;
  try {
    if (denied.has(folder)) throw deniedError(pathOf([]));
    for (const [depth, name] of names.entries()) {
      const path = pathOf(names.slice(0, depth + 1));
      // W3, by its path and, once it is open, by what it is.
      if (denied.has({ hostPath: join(folder.hostPath, name), identity: '' })) throw deniedError(path);
      if (missingFolders === 'create') await createFolder(folder.at(name));
      const next = await openChildFolder(folder, name, path.shown);
      await folder[Symbol.asyncDispose]();
      folder = next;
      if (denied.has(folder)) throw deniedError(path);
    }
    return folder;
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
}

async function createFolder(address: string): Promise<void> {
  try {
    await mkdir(address);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}
