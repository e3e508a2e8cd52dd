// Counts what happens to the rows of some tables, and keeps the first rows of one.
//
// Temporary triggers write it down. REPLACE deletes rows without telling triggers, so deleted rows are computed from the
// number of rows before and after.

import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { TableChanges } from '../sql-request.ts';
import { quoteName } from './quote-name.ts';

const SHOWN = { rows: 20, columns: 20, valueLength: 200 } as const;

export interface SeenRows {
  readonly columns: string[];
  readonly rows: string[][];
  /** How many there are in all, shown or not. */
  readonly total: number;
  readonly hiddenColumns: string[];
}

export interface RowWatch {
  /** What the names of its triggers begin with: nobody else can know it. */
  readonly own: string;
  changes(): TableChanges[];
  /** Of the table that is shown. */
  seen(): SeenRows;
}

const VERSIONS = {
  insert: [['insert', 'NEW']],
  update: [
    ['update: before', 'OLD'],
    ['update: after', 'NEW'],
  ],
  delete: [['delete', 'OLD']],
} as const satisfies Record<string, readonly (readonly [string, 'OLD' | 'NEW'])[]>;
type ChangeKind = keyof typeof VERSIONS;
const KINDS = ['insert', 'update', 'delete'] as const satisfies readonly ChangeKind[];

const NOTHING: SeenRows = { columns: [], rows: [], total: 0, hiddenColumns: [] };

export function watchRows(db: DatabaseSync, tables: readonly string[], shown: string | undefined): RowWatch {
  const own = `toolshed_${randomBytes(8).toString('hex')}_`;
  const before = new Map(tables.map((table) => [table, countRows(db, table)]));
  const all = shown === undefined ? [] : columnsOf(db, shown);
  const columns = all.slice(0, SHOWN.columns);
  const seenTable = quoteName(`${own}seen`);
  const counts = quoteName(`${own}counts`);
  db.exec(`CREATE TEMP TABLE ${counts} (id INTEGER PRIMARY KEY, n INTEGER)`);
  db.exec(`CREATE TEMP TABLE ${seenTable} (change${columns.map((_, index) => `, c${index}`).join('')})`);
  for (const [at, table] of tables.entries()) {
    for (const [index, kind] of KINDS.entries()) {
      const id = idOf(at, index);
      db.exec(`INSERT INTO ${counts} VALUES (${id}, 0)`);
      const keeps = table === shown ? VERSIONS[kind].map(([change, row]) => keep(seenTable, columns, change, row)) : [];
      db.exec(`CREATE TEMP TRIGGER ${quoteName(`${own}${id}`)} AFTER ${kind} ON main.${quoteName(table)}
        BEGIN ${keeps.join(' ')} UPDATE ${counts} SET n = n + 1 WHERE id = ${id}; END`);
    }
  }
  const countOf = (table: string, kind: ChangeKind): number => {
    const id = idOf(tables.indexOf(table), KINDS.indexOf(kind));
    return numberIn(db, `SELECT n FROM temp.${counts} WHERE id = ${id}`);
  };
  return {
    own,
    changes: () =>
      tables.map((table) => {
        const [inserted, updated, deleted] = [
          countOf(table, 'insert'),
          countOf(table, 'update'),
          countOf(table, 'delete'),
        ];
        const replaced = (before.get(table) ?? 0) + inserted - deleted - countRows(db, table);
        return { table, inserted, updated, deleted, replaced };
      }),
    seen() {
      if (shown === undefined) return NOTHING;
      const rows = db.prepare(`SELECT * FROM temp.${seenTable} ORDER BY rowid`).all();
      return {
        columns: ['change', ...columns],
        rows: rows.map((row) => Object.values(row).map((value) => shorten(String(value)))),
        total: countOf(shown, 'insert') + 2 * countOf(shown, 'update') + countOf(shown, 'delete'),
        hiddenColumns: all.slice(SHOWN.columns),
      };
    },
  };
}

const idOf = (table: number, kind: number): number => table * KINDS.length + kind;

function keep(seen: string, columns: readonly string[], change: string, row: 'OLD' | 'NEW'): string {
  const values = columns.map((column) => `substr(quote(${row}.${quoteName(column)}), 1, ${SHOWN.valueLength + 1})`);
  const cells = [`'${change}'`, ...values].join(', ');
  return `INSERT INTO ${seen} SELECT ${cells} WHERE (SELECT count(*) FROM ${seen}) < ${SHOWN.rows};`;
}

const columnsOf = (db: DatabaseSync, table: string): string[] =>
  db
    .prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden <> 1')
    .all(table)
    .map((column) => String(column['name']));

const shorten = (text: string): string =>
  text.length > SHOWN.valueLength ? `${text.slice(0, SHOWN.valueLength)}…` : text;

export const countRows = (db: DatabaseSync, table: string): number =>
  numberIn(db, `SELECT count(*) FROM main.${quoteName(table)}`);

export function numberIn(db: DatabaseSync, sql: string): number {
  const [value] = Object.values(db.prepare(sql).get() ?? {});
  return Number(value ?? 0);
}
