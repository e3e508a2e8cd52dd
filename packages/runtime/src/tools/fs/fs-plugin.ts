// Files below one folder. What keeps a program inside it is in workspace.ts.

import { definePlugin, type Plugin } from '@toolshed/kernel';
import { inWords, isFunction, Label, passed, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { fsDelete } from './fs-delete.js';
import { fsList } from './fs-list.js';
import { fsMove } from './fs-move.js';
import { fsRead } from './fs-read.js';
import { fsSearch } from './fs-search.js';
import { fsStat } from './fs-stat.js';
import { fsWrite } from './fs-write.js';
import type { HardLinks } from './workspace/linked-files.js';
import { createWorkspace, type Labels, type FsRoot } from './workspace/workspace.js';

/** The options as a config file gives them; code may also give `root` as a function of the execution's labels. */
export const FsOptions = z.strictObject({
  /** The folder the tools work in. */
  root: z.string().min(1),
  /** Absolute folders no call may reach, even below the root. */
  deny: z
    .array(
      z
        .string()
        .startsWith('/')
        .or(z.string().regex(/^[A-Za-z]:[\\/]/)),
    )
    .optional(),
  /** Whether files that have other names, maybe outside of the root, may be read: pnpm links whole trees. */
  hardLinks: z.enum(['refuse', 'read']).optional(),
  /** The label of the hosts that have this folder, where several machines share a store; or `anywhere`. */
  placement: Label.optional(),
});
export type FsOptions = Readonly<z.infer<typeof FsOptions>>;

/** Which folder the file tools work in. */
export interface FsPluginOptions {
  /** The folder; or a function of the execution's labels, so that each has its own. */
  readonly root: FsRoot;
  /** Folders no call may reach, even below the root. */
  readonly deny?: readonly string[] | undefined;
  /** Whether files that have other names, maybe outside of the root, may be read; default: `refuse`. */
  readonly hardLinks?: HardLinks | undefined;
  /** The label of the hosts that have this folder, where several machines share a store; or `anywhere`. */
  readonly placement?: string | undefined;
}

const Options: z.ZodType<FsPluginOptions> = z.strictObject({
  root: inWords(
    z.union([z.string().min(1), passed<(labels: Labels) => string>('a function', isFunction)]),
    'the path of a folder, or a function of the execution’s labels',
  ),
  deny: inWords(z.array(z.string().min(1)), 'a list of folders').optional(),
  hardLinks: z.enum(['refuse', 'read']).optional(),
  placement: Label.optional(),
} satisfies Record<keyof FsPluginOptions, z.ZodType>);

/**
 * File tools below one folder: read, list, stat, search, write, move, delete. What changes a file asks.
 *
 * @example
 * ```ts
 * fsPlugin({ root: '/srv/workspace', deny: ['/srv/workspace/.git'] });
 * ```
 */
export function fsPlugin(options: FsPluginOptions): Plugin {
  const { root, deny = [], hardLinks = 'refuse', placement } = readOptions('create the fs plugin', Options, options);
  const workspace = createWorkspace({ root, deny, hardLinks });
  const tools = [fsRead, fsList, fsStat, fsSearch, fsWrite, fsMove, fsDelete].map((create) => create(workspace));
  return definePlugin({ name: 'fs', tools, local: true, placement });
}
