// Opens the database for one statement. A connection is never used twice: temporary tables, triggers and
// settings of one call must not meet the next.

import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sqliteCodeOf, StatementError } from './statement-error.ts';

const OPTIONS = { timeout: 5_000, allowExtension: false, limits: { length: 32 * 1024 * 1024, attach: 0 } };

/** SQLITE_READONLY_ROLLBACK: a writer died midway, and a reader may not restore what it left. */
const NEEDS_RECOVERY = 776;

export function openForReading(file: string): DatabaseSync {
  if (!existsSync(file)) throw new StatementError('sql/no-database', 'the database does not exist yet');
  try {
    return openReadOnly(file);
  } catch (error) {
    if (sqliteCodeOf(error) !== NEEDS_RECOVERY) throw error;
    using writer = openForChanges(file);
    readSchema(writer);
    return openReadOnly(file);
  }
}

export function openForChanges(file: string): DatabaseSync {
  return keepInMemory(new DatabaseSync(file, OPTIONS));
}

/** Looking must not create the file. */
export const openForPreview = (file: string): DatabaseSync => openForChanges(existsSync(file) ? file : ':memory:');

function openReadOnly(file: string): DatabaseSync {
  const db = keepInMemory(new DatabaseSync(file, { ...OPTIONS, readOnly: true }));
  db.exec('PRAGMA query_only = ON');
  readSchema(db);
  return db;
}

/** A large sort then meets the memory limit of the process, not the host's disk. */
function keepInMemory(db: DatabaseSync): DatabaseSync {
  db.exec('PRAGMA temp_store = MEMORY');
  return db;
}

const readSchema = (db: DatabaseSync): unknown => db.prepare('SELECT count(*) FROM sqlite_schema').get();
