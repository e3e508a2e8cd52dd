import { lstat } from 'node:fs/promises';
import { defineTool, type Tool } from '@toolshed/kernel';
import { z } from 'zod';
import { explaining } from './fs-error.js';
import { Kind } from './fs-list.js';
import { PathText, quote, readPath, type RelativePath } from './workspace/relative-path.js';
import { kindOf } from './workspace/walk-folder.js';
import type { Labels, Workspace } from './workspace/workspace.js';

export const fsStat = (workspace: Workspace): Tool =>
  defineTool({
    path: 'fs.stat',
    description:
      'Return what a path is, its size and when it was modified (milliseconds since 1970). Links are not followed.',
    input: z.strictObject({ path: PathText }),
    output: z.strictObject({ path: z.string(), kind: Kind, bytes: z.int(), modifiedAt: z.int() }),
    destructive: false,
    idempotent: true,
    handler: ({ labels }, { path: text }) =>
      explaining(`look at ${quote(text)}`, async () => {
        const path = readPath(text);
        await using found = await openEither(workspace, labels, path);
        const stats = await lstat(found.address);
        const bytes = stats.isFile() ? stats.size : 0;
        return { path: path.shown, kind: kindOf(stats), bytes, modifiedAt: Math.floor(stats.mtimeMs) };
      }),
  });

/** The root has no folder above it that a program may name. */
async function openEither(workspace: Workspace, labels: Labels, path: RelativePath) {
  if (path.names.length > 0) return workspace.openPlace(labels, path, 'refuse');
  const root = await workspace.openFolder(labels, path);
  return { ...root, address: root.folder.at('.') };
}
