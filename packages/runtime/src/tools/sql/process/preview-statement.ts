// Runs a statement to see what it would do, and rolls it back.
//
// What it does to rows is written down by temporary triggers on every table it may touch, also through triggers and
// foreign keys; what it does to the schema is read off the schema before and after. All of it lives in one transaction
// that is always rolled back. The authorizer keeps the statement from ending it, and from noticing that it is watched.

import type { DatabaseSync } from 'node:sqlite';
import type { SqlReply, SqlRequest } from '../sql-request.ts';
import { authorize, type Authorizer } from './authorize.ts';
import { prepareOne, readRows, refusing } from './run-statement.ts';
import { readSchema, schemaChanges } from './schema-changes.ts';
import { numberIn, watchRows } from './watch-rows.ts';

export function previewStatement(db: DatabaseSync, request: SqlRequest): SqlReply {
  db.exec('BEGIN IMMEDIATE');
  try {
    const planned = planOf(db, request.sql);
    const { altered, targets } = planned;
    const changesSchema = planned.changesSchema();
    const schema = changesSchema ? readSchema(db, altered) : undefined;
    // Triggers of ours would stand in the way of an ALTER, which changes no rows, and go with a table that is dropped.
    const tables = altered.size > 0 ? [] : [...targets.keys()].filter((table) => isWatchable(db, planned, table));
    const [direct] = [...targets].find(([, { direct }]) => direct) ?? [];
    const watch = watchRows(
      db,
      tables,
      tables.find((table) => table === direct),
    );
    const authorizer = authorize(db, 'change', watch.own);
    refusing(authorizer, () => readRows(prepareOne(db, request.sql), { ...request, maxRows: 0 }));
    db.setAuthorizer(null);
    const changes = numberIn(db, 'SELECT changes()');
    return {
      kind: 'previewed',
      changes: changesSchema ? 0 : changes,
      tables: watch.changes(),
      schema: schema === undefined ? [] : schemaChanges(db, schema, altered),
      unseen: changesSchema ? [] : unwatched(db, [...targets.keys()]),
      unsteady: [...new Set([...planned.unsteady, ...authorizer.unsteady])],
      ...watch.seen(),
    };
  } finally {
    db.setAuthorizer(null);
    if (db.isTransaction) db.exec('ROLLBACK');
  }
}

function planOf(db: DatabaseSync, sql: string): Authorizer {
  const authorizer = authorize(db, 'change');
  refusing(authorizer, () => prepareOne(db, sql));
  db.setAuthorizer(null);
  return authorizer;
}

/** What SQLite calls a table: `table`, `view`, `virtual`, or `shadow` for where a virtual one keeps its rows. */
function kindOf(db: DatabaseSync, table: string): string | undefined {
  const row = db.prepare("SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = ?").get(table);
  return row === undefined ? undefined : String(row['type']);
}

const isWatchable = (db: DatabaseSync, { dropped }: Authorizer, table: string): boolean =>
  kindOf(db, table) === 'table' && !dropped.has(table);

function unwatched(db: DatabaseSync, tables: readonly string[]): string[] {
  const virtual = tables.filter((table) => kindOf(db, table) === 'virtual');
  return virtual.length > 0 ? virtual : tables.filter((table) => kindOf(db, table) === 'shadow');
}
