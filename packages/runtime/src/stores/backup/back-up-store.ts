// Copies a SQLite store into one file while hosts write to it.
//
// Invariants
//   B1. The copy is the store at one instant: its pages are read in one read transaction, which delays no writer.
//   B2. Files are read after that instant has been fixed, so what the journal names (a secret, a token) is among them.
//   B3. The backup appears under its name when it is whole and synced, readable by its owner alone, or not at all; a file
//       that has the name already stays as it is.

import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { link, rename } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import type { AuditVerdict, Clock } from '@toolshed/kernel';
import { hasMethods, inWords, isFunction, passed, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { EMPTY_HEAD } from '../audit/audit-check.js';
import { openDatabase } from '../sqlite/database/open-database.js';
import { toStoreError } from '../sqlite/database/sqlite-failure.js';
import { SELECT_HEAD, toHead } from '../sqlite/sqlite-audit.js';
import { verifySqlite } from '../sqlite/sqlite-audit-log.js';
import { systemClock } from '../system-clock.js';
import { BackupError } from './backup-error.js';
import { type BackupFile, writeBackupParts } from './backup-format.js';

/** What `backUpStore` takes. */
export interface BackUpStoreOptions {
  /** The path of a SQLite store; hosts may be using it. */
  readonly from: string;
  /** The path of the backup; it must not exist yet. */
  readonly to: string;
  /** Files that belong to the store, read once its state is fixed. Default: none. */
  readonly files?: () => Promise<readonly BackupFile[]>;
  /** Default: the time of day. */
  readonly clock?: Clock;
}

/** What `backUpStore` wrote. */
export interface StoreBackup {
  /** How large the backup is. */
  readonly bytes: number;
  /** Whether the audit log, the journals and the grants in the backup agree. A backup of a damaged store is as damaged. */
  readonly audit: AuditVerdict;
}

const Options: z.ZodType<BackUpStoreOptions> = z.strictObject({
  from: inWords(z.string().min(1), 'the path of a SQLite file'),
  to: inWords(z.string().min(1), 'the path of a file'),
  files: passed<() => Promise<readonly BackupFile[]>>('a function that returns files', isFunction).exactOptional(),
  clock: passed<Clock>('an object with now()', hasMethods('now')).exactOptional(),
} satisfies Record<keyof BackUpStoreOptions, z.ZodType>);

const LOCK_WAIT_MS = 10_000;
/** Pages between two turns of the event loop. */
const PAGES_PER_TURN = 1_000;

/**
 * Backs up a SQLite store into one new file, while hosts use it, and verifies the file.
 *
 * @example
 * ```ts
 * const { audit } = await backUpStore({ from: 'toolshed.db', to: 'monday.toolshed-backup' });
 * console.log(audit.kind); // 'intact'
 * ```
 *
 * @throws BackupError if there is no such store, or something has the name of the backup.
 */
export async function backUpStore(options: BackUpStoreOptions): Promise<StoreBackup> {
  const read = readOptions('back up the store', Options, options);
  const { from, to, files = async () => [], clock = systemClock } = read;
  if (!existsSync(from)) throw new BackupError(`Cannot back up the store ${from}: there is no such file`);
  if (existsSync(to)) throw taken(to);
  const draft = `${to}.${process.pid}.part`;
  reserve(draft, to);
  try {
    const kept = await copySnapshot(from, draft, clock, files);
    const audit = await complete(draft, clock, kept);
    await putInPlace(draft, to);
    return { bytes: statSync(to).size, audit };
  } catch (error) {
    throw toStoreError('back up', from, error);
  } finally {
    for (const name of [draft, `${draft}-journal`, `${draft}-wal`, `${draft}-shm`]) rmSync(name, { force: true });
  }
}

/** A problem with the backup's location is not reported as one of the store. */
function reserve(draft: string, to: string): void {
  try {
    closeSync(openSync(draft, 'wx', 0o600));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = WRITE_REASONS.get(code) ?? (error instanceof Error ? error.message : String(error));
    throw new BackupError(`Cannot back up to ${to}: ${reason}`);
  }
}

const WRITE_REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such folder; make it, or name another file'],
  ['ENOTDIR', 'a part of its path is a file, not a folder; name another file'],
  ['EACCES', 'access was denied; check the permissions of its folder'],
  ['EPERM', 'access was denied; check the permissions of its folder'],
  ['EROFS', 'the file system is read-only; name a file on one that is writable'],
  ['ENOSPC', 'the disk is full; free some space and try again'],
]);

/** B1, B2. */
async function copySnapshot(
  from: string,
  draft: string,
  clock: Clock,
  files: () => Promise<readonly BackupFile[]>,
): Promise<readonly BackupFile[]> {
  using database = openDatabase({ file: from, clock, lockWaitMs: LOCK_WAIT_MS, maxBytes: undefined });
  database.exec('BEGIN');
  // A transaction sees the file as it is at its first read.
  database.prepare(SELECT_HEAD).get();
  const kept = await files();
  await backup(database, draft, { rate: PAGES_PER_TURN });
  database.exec('COMMIT');
  return kept;
}

async function complete(draft: string, clock: Clock, files: readonly BackupFile[]): Promise<AuditVerdict> {
  using database = new DatabaseSync(draft);
  // One file, without the side files of a write-ahead log.
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL');
  const { lines, hash } = toHead(database.prepare(SELECT_HEAD).get()) ?? EMPTY_HEAD;
  writeBackupParts(database, { madeAt: clock.now(), auditLines: lines, auditHead: hash }, files);
  return await verifySqlite(database);
}

/** B3. A file system without links replaces nothing either, unless the name was taken in this very moment. */
async function putInPlace(draft: string, to: string): Promise<void> {
  const file = openSync(draft, 'r+');
  fsyncSync(file);
  closeSync(file);
  try {
    await link(draft, to);
  } catch (error) {
    if (existsSync(to)) throw taken(to);
    if (!(error instanceof Error && 'code' in error)) throw error;
    await rename(draft, to);
  }
}

const taken = (to: string): BackupError =>
  new BackupError(`Cannot back up to ${to}: a file of that name exists; name another one`);
