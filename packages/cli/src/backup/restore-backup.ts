// Restores a backup into a data folder that has nothing in it.
//
// Invariants
//   D1. Everything is verified in a folder of its own, inside the data folder, before the first file is put in place.
//   D2. No file replaces another. The store comes last: a folder without it is not yet restored.
//   D3. A restore that fails removes what it wrote.

import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupFile, RestoredStore } from '@toolshed/runtime';
import { UsageError } from '../command/usage-error.js';
import { prepareDataFolder, storeFileIn } from '../session/store/data-folder.js';
import { keptKindOf } from './kept-files.js';

const STAGING = '.restoring';

export async function restoreBackup(from: string, home: string): Promise<RestoredStore> {
  await prepareDataFolder(home);
  await assertEmpty(home);
  const staging = join(home, STAGING);
  await mkdir(staging, { mode: 0o700 });
  try {
    const { restoreStore } = await import('@toolshed/runtime');
    const restored = await restoreStore({ from, to: storeFileIn(staging) });
    await stage(staging, restored.files, from);
    await putInPlace(staging, home, [...restored.files.map(({ name }) => name), STORE]);
    return restored;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

const STORE = 'shed.db';

/** What Node compiled for this very command may be there. */
async function assertEmpty(home: string): Promise<void> {
  const [found] = (await readdir(home)).filter((name) => name !== 'compiled');
  if (found === undefined) return;
  const advice =
    found === STAGING
      ? `another restore is under way, or was interrupted: then remove "${join(home, STAGING)}"`
      : 'give --home with a folder that is new or empty';
  throw new UsageError('home/not-empty', `Cannot restore into "${home}": it holds "${found}"; ${advice}`);
}

async function stage(staging: string, files: readonly BackupFile[], from: string): Promise<void> {
  const stray = files.find(({ name }) => keptKindOf(name) === undefined);
  if (stray !== undefined)
    throw new UsageError(
      'home/foreign-file',
      `Cannot restore ${from}: it has a file ${JSON.stringify(stray.name)}, which no data folder has; use another backup`,
    );
  for (const { name, bytes } of files) {
    const file = join(staging, name);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, bytes, { mode: 0o600, flag: 'wx', flush: true });
  }
}

/** D2, D3. */
async function putInPlace(staging: string, home: string, names: readonly string[]): Promise<void> {
  const placed: string[] = [];
  try {
    for (const name of names) {
      const file = join(home, name);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await placeFile(join(staging, name), file);
      placed.push(file);
    }
  } catch (error) {
    for (const file of placed) await rm(file, { force: true });
    throw error;
  }
}

/** Some file systems have no links. */
async function placeFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}
