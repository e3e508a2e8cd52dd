// One writer at a time, across processes. The lock is SQLite's on an empty file beside the vault: the system gives it
// back when its holder dies, so there is no stale lock to guess about.

import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { VaultUnavailableError } from '@toolshed/kernel';
import { isBusy } from '../stores/sqlite/database/sqlite-failure.js';

/** Its holder lives, or the system had given the lock back: on a busy machine each of many writers is slow. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 10;

export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  createOnce(lock);
  const database = new DatabaseSync(lock, { timeout: 0 });
  try {
    await acquire(database, lock);
    return await work();
  } finally {
    database.close();
  }
}

/**
 * Not opened where it is there: on POSIX systems a process that closes a file gives up every lock it has on it, whichever
 * of its openings took it.
 */
function createOnce(lock: string): void {
  if (existsSync(lock)) return;
  try {
    closeSync(openSync(lock, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
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
