// Makes a store of a backup.
//
// Invariants
//   E1. What is read is a copy that nobody else has, so what was verified is what is used.
//   E2. A copy that is damaged, not a store, or does not fit its own audit log leaves nothing behind.
//   E3. No process drives what was restored: owners that are named in the backup are other processes, of another store.

import { constants, copyFileSync, chmodSync, existsSync, lstatSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Clock, StoreUnavailableError } from '@toolshed/kernel';
import { hasMethods, inWords, passed, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { migrate } from '../sqlite/database/migrate.js';
import { verifySqlite } from '../sqlite/sqlite-audit-log.js';
import { systemClock } from '../system-clock.js';
import { BackupError } from './backup-error.js';
import { assertFormat, type BackupFile, readBackupParts, removeBackupParts } from './backup-format.js';

/** What `restoreStore` takes. */
export interface RestoreStoreOptions {
  /** The path of a backup. */
  readonly from: string;
  /** The path of the store; it must not exist yet. */
  readonly to: string;
  /** Default: the time of day. */
  readonly clock?: Clock;
}

/** What `restoreStore` restored. */
export interface RestoredStore {
  /** When the backup was made, in milliseconds since 1970. */
  readonly madeAt: number;
  /** How many executions there are, whatever their state. */
  readonly executions: number;
  /** How many questions wait for an answer. */
  readonly openQuestions: number;
  /** How many lines the audit log has, and the hash of the last. */
  readonly audit: { readonly lines: number; readonly head: string };
  /** The files that were backed up with the store. Check their names before you write them. */
  readonly files: readonly BackupFile[];
}

const Options: z.ZodType<RestoreStoreOptions> = z.strictObject({
  from: inWords(z.string().min(1), 'the path of a backup'),
  to: inWords(z.string().min(1), 'the path of a file'),
  clock: passed<Clock>('an object with now()', hasMethods('now')).exactOptional(),
} satisfies Record<keyof RestoreStoreOptions, z.ZodType>);

/**
 * Restores a backup into a new store file, and verifies it before anything can use it.
 *
 * Start no host on both: what the backup shows as waiting would be continued twice.
 *
 * @example
 * ```ts
 * const { executions } = await restoreStore({ from: 'monday.toolshed-backup', to: 'restored.db' });
 * ```
 *
 * @throws BackupError if the file is not a backup, is damaged or has a newer version, or if the store already exists.
 */
export async function restoreStore(options: RestoreStoreOptions): Promise<RestoredStore> {
  const { from, to, clock = systemClock } = readOptions('restore the store', Options, options);
  if (existsSync(to)) throw new BackupError(`Cannot restore to ${to}: a file of that name exists; name another one`);
  if (!isPlainFile(from)) throw new BackupError(`Cannot restore ${from}: there is no such file`);
  try {
    // E1: from here on nothing reads `from` again.
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    chmodSync(to, 0o600);
    return await admit(to, from, clock);
  } catch (error) {
    // E2.
    for (const name of [to, `${to}-journal`, `${to}-wal`, `${to}-shm`]) rmSync(name, { force: true });
    throw inOurWords(error, from);
  }
}

async function admit(file: string, from: string, clock: Clock): Promise<RestoredStore> {
  using database = new DatabaseSync(file);
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = FULL');
  assertFormat(database, from);
  assertWhole(database, from);
  assertPassive(database, from);
  const { manifest, files } = readBackupParts(database, from);
  removeBackupParts(database);
  migrate(database, from, clock);
  assertStore(database, from);
  // E3.
  database.exec('UPDATE executions SET owner = NULL WHERE owner IS NOT NULL; DELETE FROM owners');
  const verdict = await verifySqlite(database, manifest.auditHead);
  if (verdict.kind === 'broken')
    throw new BackupError(
      `Cannot restore ${from}: its audit log does not fit what it holds (line ${verdict.at}: ${verdict.problem}); use another backup`,
    );
  return {
    madeAt: manifest.madeAt,
    executions: count(database, 'executions'),
    openQuestions: count(database, 'elicitations WHERE is_open = 1'),
    audit: { lines: verdict.lines, head: verdict.head },
    files,
  };
}

function assertWhole(database: DatabaseSync, from: string): void {
  const [found] = database.prepare('PRAGMA integrity_check(1)').all();
  if (found?.['integrity_check'] !== 'ok') throw damaged(from);
}

/** Before anything is written: nothing that would act by itself. */
function assertPassive(database: DatabaseSync, from: string): void {
  const active = namesIn(database).find((name) => !/^(table|index) /.test(name));
  if (active !== undefined) throw stray(from, active);
}

/** Exactly what a store of this version has. */
function assertStore(database: DatabaseSync, from: string): void {
  using fresh = new DatabaseSync(':memory:');
  migrate(fresh, from, systemClock);
  const [expected, found] = [new Set(namesIn(fresh)), new Set(namesIn(database))];
  for (const name of found) if (!expected.has(name)) throw stray(from, name);
  for (const name of expected)
    if (!found.has(name)) throw new BackupError(`Cannot restore ${from}: it lacks the ${name}; use another backup`);
}

const stray = (from: string, name: string): BackupError =>
  new BackupError(`Cannot restore ${from}: it has a ${name}, which no store has; use another backup`);

const namesIn = (database: DatabaseSync): readonly string[] =>
  database
    .prepare(
      `SELECT iif(sql LIKE 'CREATE VIRTUAL%', 'virtual table', type) || ' ' || name AS what FROM sqlite_schema
       WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all()
    .map(({ what }) => String(what));

const count = (database: DatabaseSync, what: string): number =>
  Number(database.prepare(`SELECT count(*) AS count FROM ${what}`).get()?.['count']);

const isPlainFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

const damaged = (from: string): BackupError =>
  new BackupError(`Cannot restore ${from}: it is damaged or cut off; use another backup`);

const [CORRUPT, NOT_A_DATABASE] = [11, 26];

function inOurWords(error: unknown, from: string): unknown {
  if (error instanceof BackupError) return error;
  if (error instanceof StoreUnavailableError)
    return new BackupError(error.message.replace('open the store', 'restore'));
  const code = error instanceof Error ? Number(Reflect.get(error, 'errcode')) & 0xff : undefined;
  if (code === NOT_A_DATABASE)
    return new BackupError(
      `Cannot restore ${from}: it is not a backup that "toolshed backup" made; name another file`,
      { cause: error },
    );
  return code === CORRUPT ? damaged(from) : error;
}
