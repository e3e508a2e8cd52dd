// Runs a statement to see what it would do, and takes it back.
//
// Temporary triggers on the tables it changes write down the rows; they and the change live in one
// transaction that is always rolled back. The authorizer keeps the statement from ending it.

import type { DatabaseSync } from 'node:sqlite';
import type { SqlReply, SqlRequest } from '../sql-request.ts';
import { authorize, type Authorizer, type ChangeKind } from './authorize.ts';
import { prepareOne, readRows, refusing } from './run-statement.ts';

const SHOWN = { rows: 20, columns: 20, valueLength: 200 } as const;

export function previewStatement(db: DatabaseSync, request: SqlRequest): SqlReply {
  db.exec('BEGIN IMMEDIATE');
  try {
    const targets = targetsOf(db, request.sql);
    const dropped = [...targets].filter(([, kinds]) => kinds.has('drop')).map(([table]) => countRows(db, table));
    const columns = watch(db, targets);
    const before = totalChanges(db);
    const authorizer = authorize(db, 'change');
    refusing(authorizer, () => readRows(prepareOne(db, request.sql), { ...request, maxRows: 0 }));
    db.setAuthorizer(null);
    const changes = Number(db.prepare('SELECT changes() AS n').get()?.['n'] ?? 0);
    const rows = seenRows(db, columns);
    return { kind: 'previewed', changes, allChanges: totalChanges(db) - before - rows.length, dropped, columns, rows };
  } finally {
    db.setAuthorizer(null);
    if (db.isTransaction) db.exec('ROLLBACK');
  }
}

function targetsOf(db: DatabaseSync, sql: string): Authorizer['targets'] {
  const authorizer = authorize(db, 'change');
  refusing(authorizer, () => prepareOne(db, sql));
  db.setAuthorizer(null);
  return authorizer.targets;
}

/** Watches the table the statement names, which SQLite reports before those that foreign keys bring in. Returns its columns. */
function watch(db: DatabaseSync, targets: Authorizer['targets']): string[] {
  const [target] = targets;
  if (target === undefined || target[1].has('drop')) return [];
  const [table, kinds] = target;
  const watchable = db
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND sql NOT LIKE 'CREATE VIRTUAL%'")
    .get(table);
  if (watchable === undefined) return [];
  const columns = columnsOf(db, table);
  db.exec(`CREATE TEMP TABLE toolshed_seen (change, ${columns.map((_, index) => `c${index}`).join(', ')})`);
  for (const kind of kinds)
    for (const [change, row] of VERSIONS[kind]) watchKind(db, table, columns, kind, change, row);
  return ['change', ...columns];
}

const VERSIONS = {
  insert: [['insert', 'NEW']],
  update: [
    ['update: before', 'OLD'],
    ['update: after', 'NEW'],
  ],
  delete: [['delete', 'OLD']],
  drop: [],
} as const satisfies Record<ChangeKind, readonly (readonly [string, 'OLD' | 'NEW'])[]>;

function watchKind(
  db: DatabaseSync,
  table: string,
  columns: readonly string[],
  kind: ChangeKind,
  change: string,
  row: 'OLD' | 'NEW',
): void {
  const values = columns.map((column) => `substr(quote(${row}.${name(column)}), 1, ${SHOWN.valueLength + 1})`);
  db.exec(`CREATE TEMP TRIGGER ${name(`toolshed_${kind}_${row}`)} AFTER ${kind} ON main.${name(table)}
    WHEN (SELECT count(*) FROM toolshed_seen) < ${SHOWN.rows}
    BEGIN INSERT INTO toolshed_seen VALUES ('${change}', ${values.join(', ')}); END`);
}

function columnsOf(db: DatabaseSync, table: string): string[] {
  const columns = db
    .prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden <> 1 LIMIT ?')
    .all(table, SHOWN.columns);
  return columns.map((column) => String(column['name']));
}

function seenRows(db: DatabaseSync, columns: readonly string[]): string[][] {
  if (columns.length === 0) return [];
  return db
    .prepare('SELECT * FROM temp.toolshed_seen ORDER BY rowid')
    .all()
    .map((row) => Object.values(row).map((value) => shorten(String(value))));
}

const shorten = (text: string): string =>
  text.length > SHOWN.valueLength ? `${text.slice(0, SHOWN.valueLength)}…` : text;

const countRows = (db: DatabaseSync, table: string): { table: string; rows: number } => ({
  table,
  rows: Number(db.prepare(`SELECT count(*) AS n FROM main.${name(table)}`).get()?.['n'] ?? 0),
});

const totalChanges = (db: DatabaseSync): number => Number(db.prepare('SELECT total_changes() AS n').get()?.['n'] ?? 0);

const name = (text: string): string => `"${text.replaceAll('"', '""')}"`;
