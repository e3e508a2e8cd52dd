// A backup is one SQLite file: a copy of the store, and beside its tables
//
//   sqlar            files that were given to it, as the SQLite Archive format has them: `sqlite3 -A -t -f <backup>` lists them
//   backup_manifest  one row: when it was made, how far its audit log goes, and a digest of the files
//
// The header of the file names the program (`application_id`) and the version of this format (`user_version`).
//
// Threat: a backup that somebody else made. Its tables are data and nothing more: one with a trigger, a view or any table
// that no store has is refused before something is written to it. The restorer decides which file names are acceptable.

import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { canonicalJson } from '@toolshed/kernel/runtime';
import { sha256 } from '../../digest.js';
import { integerIn, type Row, textIn } from '../rows/column.js';
import { BackupError } from './backup-error.js';

/** A file that is backed up with a store. */
export interface BackupFile {
  /** Its path below the folder of the store, with `/`. */
  readonly name: string;
  /** What is in it. */
  readonly bytes: Uint8Array;
}

export interface Manifest {
  readonly madeAt: number;
  readonly auditLines: number;
  readonly auditHead: string;
}

/** `TSHB`. */
const APPLICATION_ID = 0x54534842;
const FORMAT = 1;
const REGULAR_FILE = 0o100600;

const TABLES = `
  CREATE TABLE sqlar (name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB);
  CREATE TABLE backup_manifest (
    only INTEGER PRIMARY KEY CHECK (only = 1), made_at INTEGER NOT NULL,
    audit_lines INTEGER NOT NULL, audit_head TEXT NOT NULL, files_digest TEXT NOT NULL
  ) STRICT;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${FORMAT};
`;

export function writeBackupParts(database: DatabaseSync, manifest: Manifest, files: readonly BackupFile[]): void {
  database.exec(`BEGIN; ${TABLES}`);
  const addFile = database.prepare('INSERT INTO sqlar VALUES (?, ?, ?, ?, ?)');
  const seconds = Math.floor(manifest.madeAt / 1_000);
  for (const { name, bytes } of files) addFile.run(name, REGULAR_FILE, seconds, bytes.length, bytes);
  database
    .prepare('INSERT INTO backup_manifest VALUES (1, ?, ?, ?, ?)')
    .run(manifest.madeAt, manifest.auditLines, manifest.auditHead, digestOf(files));
  database.exec('COMMIT');
}

/** Throws BackupError for a file that is not a backup, or has a newer format. */
export function assertFormat(database: DatabaseSync, file: string): void {
  if (pragma(database, 'application_id') !== APPLICATION_ID)
    throw new BackupError(`Cannot restore ${file}: it is not a backup that "toolshed backup" made; name another file`);
  const format = pragma(database, 'user_version');
  if (format !== FORMAT)
    throw new BackupError(
      `Cannot restore ${file}: it has format ${format} and this Toolshed knows format ${FORMAT}; upgrade Toolshed`,
    );
}

export function readBackupParts(
  database: DatabaseSync,
  file: string,
): { readonly manifest: Manifest; readonly files: readonly BackupFile[] } {
  const row = database.prepare('SELECT * FROM backup_manifest').get() ?? {};
  const files = database.prepare('SELECT name, mode, data FROM sqlar ORDER BY name').all().map(toFile);
  if (digestOf(files) !== textIn(row, 'files_digest'))
    throw new BackupError(`Cannot restore ${file}: its files are not those that were backed up; use another backup`);
  const manifest = {
    madeAt: integerIn(row, 'made_at'),
    auditLines: integerIn(row, 'audit_lines'),
    auditHead: textIn(row, 'audit_head'),
  };
  return { manifest, files };
}

/** What is left is a store. */
export function removeBackupParts(database: DatabaseSync): void {
  database.exec(`PRAGMA secure_delete = ON; BEGIN; DROP TABLE sqlar; DROP TABLE backup_manifest; COMMIT;
    PRAGMA application_id = 0; PRAGMA user_version = 0`);
}

function toFile(row: Row): BackupFile {
  const { mode, data } = row;
  const name = textIn(row, 'name');
  if (mode !== REGULAR_FILE || !(data instanceof Uint8Array))
    throw new BackupError(`Cannot restore the file ${JSON.stringify(name)}: a backup holds plain files alone`);
  return { name, bytes: data };
}

function digestOf(files: readonly BackupFile[]): string {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return sha256(canonicalJson(sorted.map(({ name, bytes }) => [name, hash('sha256', bytes, 'hex')])));
}

const pragma = (database: DatabaseSync, name: string): unknown => database.prepare(`PRAGMA ${name}`).get()?.[name];
