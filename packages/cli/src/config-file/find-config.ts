import { access } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import type { Environment } from '../config.js';
import { UsageError } from '../command/usage-error.js';

export const FoundConfig = z.strictObject({
  file: z.string(),
  /** `folder` configs came with whatever was checked out or unpacked there, so they need trust. */
  origin: z.enum(['folder', 'user', 'named']),
});
export type FoundConfig = Readonly<z.infer<typeof FoundConfig>>;

/** In the order they count where a folder has several. */
const NAMES = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `toolshed.config.${extension}`);

/** The file named on the command line, else the nearest one in this folder or above it, else the user's own. */
export async function findConfig(environment: Environment, named?: string): Promise<FoundConfig | undefined> {
  if (named !== undefined) return { file: resolve(environment.cwd, named), origin: 'named' };
  for (let folder = environment.cwd; ; folder = dirname(folder)) {
    const file = await firstIn(folder);
    if (file !== undefined) return { file, origin: 'folder' };
    if (dirname(folder) === folder) break;
  }
  const own = await firstIn(environment.configHome);
  return own === undefined ? undefined : { file: own, origin: 'user' };
}

/** Names that other tools read and this one does not: silently ignoring one would drop its policy. */
const UNREAD = ['cjs', 'cts', 'jsonc', 'json5', 'yaml', 'yml', 'toml'].map(
  (extension) => `toolshed.config.${extension}`,
);

async function firstIn(folder: string): Promise<string | undefined> {
  for (const name of NAMES) {
    if (await exists(join(folder, name))) return join(folder, name);
  }
  for (const name of UNREAD) {
    if (await exists(join(folder, name)))
      throw new UsageError(
        'config/unread-name',
        `Cannot use "${join(folder, name)}": a config is one of ${NAMES.join(', ')}; rename it, or remove it`,
      );
  }
  return undefined;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
