import { defineTool, type Tool } from '@toolshed/kernel';
import { z } from 'zod';
import { explaining } from './fs-error.js';
import { PathText, quote, readPath } from './workspace/relative-path.js';
import { walkFolder } from './workspace/walk-folder.js';
import type { Workspace } from './workspace/workspace.js';

export const Kind = z.enum(['file', 'folder', 'link', 'other']);

const Entry = z.strictObject({ path: z.string(), kind: Kind, bytes: z.int() });

const MAX_ENTRIES = 5_000;

export const fsList = (workspace: Workspace): Tool =>
  defineTool({
    path: 'fs.list',
    description: `List a folder, or with recursive: true all below it; at most ${MAX_ENTRIES} entries, then truncated is true.`,
    input: z.strictObject({ path: PathText.optional(), recursive: z.boolean().optional() }),
    output: z.strictObject({ entries: z.array(Entry), truncated: z.boolean() }),
    destructive: false,
    idempotent: true,
    handler: ({ labels, signal }, { path: text = '.', recursive = false }) =>
      explaining(`list ${quote(text)}`, async () => {
        await using start = await workspace.openFolder(labels, readPath(text));
        const entries: z.infer<typeof Entry>[] = [];
        for await (const { path, kind, bytes } of walkFolder(start, recursive ? 'all' : 'children')) {
          signal.throwIfAborted();
          if (entries.length === MAX_ENTRIES) return { entries, truncated: true };
          entries.push({ path: path.shown, kind, bytes });
        }
        return { entries, truncated: false };
      }),
  });
