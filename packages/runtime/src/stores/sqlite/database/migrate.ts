// Brings the tables of a SQLite file up to date (`migrations.ts`), and refuses files that are not ours or too new.

import type { DatabaseSync } from 'node:sqlite';
import { type Clock, StoreUnavailableError } from '@toolshed/kernel';
import { integerIn } from '../../rows/column.js';
import { MIGRATIONS } from './migrations.js';

/** Brings the tables to this version's shape, or refuses a file it would misread. */
export function migrate(database: DatabaseSync, file: string, clock: Clock): void {
  if (versionOf(database, file) !== MIGRATIONS.length) bringUpToDate(database, file, clock);
  assertWhole(database, file);
}

/** All that `MIGRATIONS` make. */
const TABLES = [
  'executions',
  'journal',
  'elicitations',
  'grants',
  'audit',
  'audit_head',
  'pruned',
  'journal_end',
  'owners',
  'grants_state',
  'records',
];

function assertWhole(database: DatabaseSync, file: string): void {
  const found = new Set(tablesIn(database));
  const missing = TABLES.filter((name) => !found.has(name));
  if (missing.length > 0)
    throw new StoreUnavailableError(
      `Cannot open the store ${file}: it has no table "${missing.join('", "')}" any more; restore a backup`,
    );
}

const tablesIn = (database: DatabaseSync): readonly unknown[] =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name);

function bringUpToDate(database: DatabaseSync, file: string, clock: Clock): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    // Under the lock, because another process may have done it meanwhile.
    const from = versionOf(database, file);
    for (const [index, step] of MIGRATIONS.entries()) {
      if (index < from) continue;
      database.exec(step);
      database.prepare('INSERT INTO migrations (version, applied_at) VALUES (?, ?)').run(index + 1, clock.now());
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(database: DatabaseSync, file: string): number {
  const tables = tablesIn(database);
  if (tables.length === 0) return 0;
  if (!tables.includes('migrations')) {
    throw new StoreUnavailableError(
      `Cannot open the store ${file}: it is another program's database; name another file`,
    );
  }
  const row = database.prepare('SELECT coalesce(max(version), 0) AS version FROM migrations').get() ?? {};
  const version = integerIn(row, 'version');
  if (version <= MIGRATIONS.length) return version;
  throw new StoreUnavailableError(
    `Cannot open the store ${file}: it has version ${version} and this Toolshed knows up to ${MIGRATIONS.length}; ` +
      'upgrade Toolshed',
  );
}
