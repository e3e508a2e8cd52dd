// Backs up a data folder: the store, and the files that belong to it.
//
// Webhook positions are read before the store, so that a webhook at worst gets a notice twice and never misses one;
// all other files are read after (B2 of `back-up-store.ts`).

import { chmod } from 'node:fs/promises';
import type { BackupFile, StoreBackup } from '@toolshed/runtime';
import { filesIn, keptKindOf, readKept } from './kept-files.js';

export interface WrittenBackup extends StoreBackup {
  readonly files: readonly BackupFile[];
  /** What is in the data folder and not in the backup. */
  readonly left: readonly string[];
}

export interface BackupPlaces {
  readonly home: string;
  readonly store: string;
  readonly to: string;
}

export async function writeBackup({ home, store, to }: BackupPlaces): Promise<WrittenBackup> {
  const { backUpStore } = await import('@toolshed/runtime');
  const { kept: early, unknown: left } = await filesIn(home);
  const positions = await readKept(home, early.filter(isPosition));
  let files: readonly BackupFile[] = [];
  const written = await backUpStore({
    from: store,
    to,
    files: async () => {
      const { kept } = await filesIn(home);
      files = [
        ...positions,
        ...(await readKept(
          home,
          kept.filter((name) => !isPosition(name)),
        )),
      ];
      return files;
    },
  });
  await chmod(to, 0o600);
  return { ...written, files, left };
}

const isPosition = (name: string): boolean => keptKindOf(name) === 'webhooks';
