import type { BigIntStats } from 'node:fs';
import { link, lstat, rename, unlink } from 'node:fs/promises';
import { defineTool, type Tool } from '@toolshed/kernel';
import { z } from 'zod';
import { identityOf, linkRefused } from './workspace/anchored-folder.js';
import { errnoOf, explaining, FsError } from './fs-error.js';
import { PathText, quote, readPath } from './workspace/relative-path.js';
import { type EntryKind, kindOf } from './workspace/walk-folder.js';
import { deniedError, type Labels, type Place, type Workspace } from './workspace/workspace.js';

export const fsMove = (workspace: Workspace): Tool =>
  defineTool({
    path: 'fs.move',
    description: 'Move or rename a file or folder. With overwrite: true a file takes the place of another file.',
    input: z.strictObject({ from: PathText, to: PathText, overwrite: z.boolean().optional() }),
    output: z.strictObject({ from: z.string(), to: z.string() }),
    destructive: true,
    idempotent: false,
    message: ({ from, to }) => `Move ${quote(from)} to ${quote(to)}?`,
    preview: ({ labels }, { from, to, overwrite = false }) =>
      explaining(`move ${quote(from)} to ${quote(to)}`, async () => {
        const { source, target } = await lookAtBoth(workspace, labels, from, to);
        const there = target === undefined ? 'nothing is there yet' : `a ${target} already exists there`;
        const outcome = target === undefined ? '' : overwrite ? ' and would be replaced' : ', so the call would fail';
        return { kind: 'text', text: `${source} ${quote(from)} → ${quote(to)} (${there}${outcome})` };
      }),
    handler: ({ labels }, { from, to, overwrite = false }) =>
      explaining(`move ${quote(from)} to ${quote(to)}`, async () => {
        await using source = await workspace.openPlace(labels, readPath(from), 'refuse');
        await using target = await workspace.openPlace(labels, readPath(to), 'refuse');
        refuseDenied(source);
        refuseDenied(target);
        const kind = await movableKind(source);
        await (overwrite ? replace(source, target, kind) : moveWithoutReplacing(source, target, kind));
        return { from: source.path.shown, to: target.path.shown };
      }),
    // A file that was replaced cannot be restored.
    revertible: ({ overwrite = false }) => !overwrite,
    revert: ({ labels }, { from, to }) =>
      explaining(`move ${quote(to)} back to ${quote(from)}`, async () => {
        await using source = await workspace.openPlace(labels, readPath(to), 'refuse');
        await using target = await workspace.openPlace(labels, readPath(from), 'refuse');
        refuseDenied(source);
        refuseDenied(target);
        await moveWithoutReplacing(source, target, await movableKind(source));
      }),
  });

async function lookAtBoth(workspace: Workspace, labels: Labels, from: string, to: string) {
  await using source = await workspace.openPlace(labels, readPath(from), 'refuse');
  await using target = await workspace.openPlace(labels, readPath(to), 'refuse');
  refuseDenied(source);
  refuseDenied(target);
  return { source: await movableKind(source), target: await kindAt(target) };
}

function refuseDenied({ folder, name, denied, path }: Place): void {
  if (denied.touches(`${folder.hostPath}/${name}`)) throw deniedError(path);
}

async function movableKind({ address, path }: Place): Promise<EntryKind> {
  const kind = kindOf(await lstat(address));
  if (kind === 'link') throw linkRefused(path.shown);
  if (kind !== 'other') return kind;
  throw new FsError('fs/not-a-file', `Cannot move ${quote(path.shown)}: it is neither a file nor a folder`);
}

async function kindAt({ address }: Place): Promise<EntryKind | undefined> {
  try {
    return kindOf(await lstat(address));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function replace(source: Place, target: Place, kind: EntryKind): Promise<void> {
  const there = await kindAt(target);
  if (there !== undefined && (there !== 'file' || kind !== 'file')) {
    throw new FsError(
      'fs/exists',
      `Cannot replace ${quote(target.path.shown)}: only a file can take the place of a file`,
    );
  }
  await rename(source.address, target.address);
  if (await isSecondName(source, target)) await unlink(source.address);
}

/** Renaming a file to another of its own names does nothing; the call asks for one of the names to be removed. */
async function isSecondName(source: Place, target: Place): Promise<boolean> {
  if (source.folder.identity === target.folder.identity && source.name === target.name) return false;
  const [left, there] = await Promise.all([source, target].map((place) => lookAgain(place)));
  return left !== undefined && left.nlink > 1n && there !== undefined && identityOf(left) === identityOf(there);
}

async function lookAgain({ address }: Place): Promise<BigIntStats | undefined> {
  try {
    return await lstat(address, { bigint: true });
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** `link` refuses an existing name in the same step, which `rename` does not; a folder can only be renamed. */
async function moveWithoutReplacing(source: Place, target: Place, kind: EntryKind): Promise<void> {
  if ((await kindAt(target)) !== undefined) throw exists(target.path.shown);
  if (kind === 'folder') return rename(source.address, target.address);
  try {
    await link(source.address, target.address);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw exists(target.path.shown);
    const hasNoHardLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV'].includes(errnoOf(error) ?? '');
    if (!hasNoHardLinks) throw error;
    return rename(source.address, target.address);
  }
  await unlink(source.address);
}

const exists = (shown: string): FsError =>
  new FsError('fs/exists', `Cannot move to ${quote(shown)}: it already exists; pass overwrite: true`);
