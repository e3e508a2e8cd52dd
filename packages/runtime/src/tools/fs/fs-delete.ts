import { lstat, readdir, rmdir, unlink } from 'node:fs/promises';
import { defineTool, type Preview, type Tool } from '@toolshed/kernel';
import { z } from 'zod';
import { type Folder, linkRefused, openChildFolder } from './workspace/anchored-folder.js';
import { decodeText, readBytes } from './workspace/file-content.js';
import { explaining, FsError } from './fs-error.js';
import { PathText, MAX_DEPTH, quote, readPath } from './workspace/relative-path.js';
import { type FolderEntry, walkFolder } from './workspace/walk-folder.js';
import { deniedError, type Place, type Workspace } from './workspace/workspace.js';

const MAX_PREVIEW_BYTES = 256 * 1024;
const MAX_PREVIEW_ROWS = 100;

export const fsDelete = (workspace: Workspace): Tool =>
  defineTool({
    path: 'fs.delete',
    description: 'Delete a file or an empty folder; with recursive: true a folder with all that is in it.',
    input: z.strictObject({ path: PathText, recursive: z.boolean().optional() }),
    output: z.strictObject({ path: z.string(), deleted: z.int() }),
    destructive: true,
    idempotent: false,
    message: ({ path, recursive }) => `Delete ${quote(path)}${recursive ? ' and everything in it' : ''}?`,
    preview: ({ labels }, { path }) =>
      explaining(`show ${quote(path)}`, async () => {
        await using place = await workspace.openPlace(labels, readPath(path), 'refuse');
        return await previewDelete(place);
      }),
    handler: ({ labels, signal }, { path: text, recursive = false }) =>
      explaining(`delete ${quote(text)}`, async () => {
        await using place = await workspace.openPlace(labels, readPath(text), 'refuse');
        const isFolder = await isDeletableFolder(place);
        const { folder, name, path } = place;
        if (isFolder && recursive) return { path: path.shown, deleted: await deleteTree(folder, name, signal, 0) };
        await (isFolder ? rmdir(place.address) : unlink(place.address));
        return { path: path.shown, deleted: 1 };
      }),
  });

/** The only check before a removal: links are refused, and so is whatever a denied folder is, is in, or contains. */
async function isDeletableFolder({ folder, name, address, path, denied }: Place): Promise<boolean> {
  if (denied.touches(`${folder.hostPath}/${name}`)) throw deniedError(path);
  const found = await lstat(address);
  if (found.isSymbolicLink()) throw linkRefused(path.shown);
  if (found.isFile() || found.isDirectory()) return found.isDirectory();
  throw new FsError('fs/not-a-file', `Cannot delete ${quote(path.shown)}: it is neither a file nor a folder`);
}

/** Threat: a folder swapped for a link while the tree is removed. Each folder is opened, never followed; a link is unlinked itself. */
async function deleteTree(parent: Folder, name: string, signal: AbortSignal, depth: number): Promise<number> {
  signal.throwIfAborted();
  if (depth > MAX_DEPTH) throw new FsError('fs/too-deep', `Cannot delete more than ${MAX_DEPTH} folders deep`);
  let deleted = 0;
  {
    await using folder = await openChildFolder(parent, name, name);
    for (const entry of await readdir(folder.at('.'), { withFileTypes: true })) {
      if (entry.isDirectory()) deleted += await deleteTree(folder, entry.name, signal, depth + 1);
      else await unlink(folder.at(entry.name));
      if (!entry.isDirectory()) deleted++;
    }
  }
  await rmdir(parent.at(name));
  return deleted + 1;
}

async function previewDelete(place: Place): Promise<Preview> {
  const { address, path, linked } = place;
  if (await isDeletableFolder(place)) return await tableOf(place);
  const { size, nlink } = await lstat(address);
  if (nlink > 1)
    return { kind: 'text', text: `${path.shown}: one of ${nlink} names of a file of ${size} bytes; the others stay` };
  if (size > MAX_PREVIEW_BYTES)
    return { kind: 'text', text: `${path.shown}: a file of ${size} bytes, too large to show` };
  const content = decodeText(await readBytes({ address, shown: path.shown, linked }, MAX_PREVIEW_BYTES));
  if (content === undefined) return { kind: 'text', text: `${path.shown}: a file of ${size} bytes that is not text` };
  return { kind: 'diff', before: content, after: '', file: path.shown };
}

async function tableOf({ folder, name, path, denied, linked }: Place): Promise<Preview> {
  await using child = await openChildFolder(folder, name, path.shown);
  const start = { folder: child, path, denied, linked, [Symbol.asyncDispose]: async () => undefined };
  const rows: (readonly string[])[] = [];
  let more = 0;
  for await (const entry of walkFolder(start, 'all')) {
    if (rows.length < MAX_PREVIEW_ROWS) rows.push(rowOf(entry));
    else more++;
  }
  const note = more === 0 ? `${rows.length} entries` : `and ${more} more entries`;
  return { kind: 'table', columns: ['path', 'kind', 'bytes'], rows, note };
}

const rowOf = ({ path, kind, bytes }: FolderEntry): readonly string[] => [path.shown, kind, String(bytes)];
