// Opens the file as the one writer connection of this process, or throws an error that says why.

import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Clock, StoreUnavailableError } from '@toolshed/kernel';
import { forgetKnownKinds } from './damage-marks.js';
import { migrate } from './migrate.js';
import { isBusy, toStoreError } from './sqlite-failure.js';
import { makeFolder } from '../../../machine/make-folder.js';

export interface OpenDatabaseOptions {
  readonly file: string;
  readonly clock: Clock;
  readonly lockWaitMs: number;
  readonly maxBytes: number | undefined;
}

/** How long SQLite itself blocks this thread for a lock; longer waits are made of several of these. */
const BUSY_TIMEOUT_MS = 50;

const PRAGMAS = `
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  PRAGMA checkpoint_fullfsync = ON;
  PRAGMA foreign_keys = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA cell_size_check = ON;
`;

export function openDatabase({ file, clock, lockWaitMs, maxBytes }: OpenDatabaseOptions): DatabaseSync {
  try {
    createPrivately(file);
    const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    try {
      database.exec(PRAGMAS);
      whileBusy(lockWaitMs, () => useWriteAheadLog(database, file));
      whileBusy(lockWaitMs, () => migrate(database, file, clock));
      whileBusy(lockWaitMs, () => forgetKnownKinds(database));
      if (maxBytes !== undefined) limitSize(database, maxBytes);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw toStoreError('open', file, error);
  }
}

/** A second connection with one read transaction: it sees one version of the file, whatever is written meanwhile. */
export function openSnapshot(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  database.exec('BEGIN');
  return database;
}

/** Journals hold answers of people and output of programs. SQLite gives its side files the mode of the main one. */
function createPrivately(file: string): void {
  makeFolder(dirname(file));
  closeSync(openSync(file, 'a', 0o600));
}

function useWriteAheadLog(database: DatabaseSync, file: string): void {
  const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode'];
  if (mode === 'wal') return;
  throw new StoreUnavailableError(
    `Cannot open the store ${file}: its file system does not support write-ahead logging; use a local disk`,
  );
}

function limitSize(database: DatabaseSync, maxBytes: number): void {
  const pageSize = Number(database.prepare('PRAGMA page_size').get()?.['page_size']);
  database.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / pageSize))}`);
}

/** Opening is synchronous and rare, so it may hold the thread while another process sets up the same file. */
function whileBusy(lockWaitMs: number, attempt: () => void): void {
  const deadline = performance.now() + lockWaitMs;
  for (;;) {
    try {
      attempt();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
