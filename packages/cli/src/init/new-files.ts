// Writes files that are not there yet, and replaces one that a person has just seen.
//
// Threats
//   A checked-out folder with links in it: `.vscode` or `.mcp.json` that leads to a file elsewhere. What belongs to the
//   folder is written inside it or not at all.
//   A file that changes between being shown and being written: it is replaced only if it still is what was shown.

import { lstat, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { UsageError } from '../command/usage-error.js';
import type { StarterFile } from './starter-files.js';

/** False if there is a file of that name already: it is kept as it is. */
export async function writeIfNew(folder: string, { path, text }: StarterFile): Promise<boolean> {
  const file = join(folder, path);
  if (await isThere(file)) return false;
  await assertInside(folder, file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { flag: 'wx' });
  return true;
}

export interface Replacement {
  readonly file: string;
  /** What the person saw; `undefined` for no file. */
  readonly before: string | undefined;
  readonly after: string;
  /** The folder it belongs to; a file of the user's own may be anywhere. */
  readonly within?: string;
}

/** Written beside and renamed: the file is never half there. */
export async function replaceFile({ file, before, after, within }: Replacement): Promise<void> {
  if (within !== undefined) await assertInside(within, file);
  const place = (await isThere(file)) ? await realpath(file) : file;
  if ((await readIfThere(place)) !== before)
    throw new UsageError('config/entry-changed', `Cannot write "${file}": it changed since it was shown. Run it again`);
  await mkdir(dirname(place), { recursive: true });
  const mode = before === undefined ? 0o600 : (await stat(place)).mode;
  const draft = `${place}.${process.pid}`;
  await writeFile(draft, after, { mode, flag: 'wx' });
  await rename(draft, place);
}

export const readIfThere = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** A link that leads nowhere is there, too. */
const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function assertInside(folder: string, file: string): Promise<void> {
  const root = await realpath(folder);
  const real = await nearestReal(file);
  if (real === root || real.startsWith(`${root}${sep}`)) return;
  throw new UsageError(
    'config/outside-folder',
    `Cannot write "${file}": a link leads out of the folder, to "${real}". Remove the link, or write it yourself`,
  );
}

/** Where the file is, or the nearest folder above it that exists. A link that leads nowhere is followed to its end. */
async function nearestReal(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (await isThere(path)) return `${path} (a link to nothing)`;
    return await nearestReal(dirname(path));
  }
}
