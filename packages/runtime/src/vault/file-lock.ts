// One writer at a time, across processes. The lock is SQLite's on an empty file beside the vault: the system gives it
// back when its holder dies, so there is no stale lock to guess about.

import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { VaultUnavailableError } from '@toolshed/kernel';
import { isBusy } from '../stores/sqlite/sqlite-failure.js';

const PATIENCE_MS = 10_000;
const RETRY_MS = 10;

export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  closeSync(openSync(lock, 'a', 0o600));
  const database = new DatabaseSync(lock, { timeout: 0 });
  try {
    await acquire(database, lock);
    return await work();
  } finally {
    database.close();
  }
}

async function acquire(database: DatabaseSync, lock: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      database.exec('BEGIN EXCLUSIVE');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    if (performance.now() > deadline)
      throw new VaultUnavailableError(`Cannot write the vault: another process keeps "${lock}" locked; try again`);
    await wait(RETRY_MS);
  }
}
