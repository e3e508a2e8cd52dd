// What a statement does to the schema, and what data is removed with it: the schema before, against the schema after.

import type { DatabaseSync } from 'node:sqlite';
import { quoteName } from './quote-name.ts';
import { countRows } from './watch-rows.ts';

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly rootpage: number;
}

export interface Schema {
  readonly objects: readonly SchemaObject[];
  /** Rows of each table. */
  readonly rows: ReadonlyMap<string, number>;
  /** Columns of the tables that are altered, with how many values are in each. */
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export function readSchema(db: DatabaseSync, altered: ReadonlySet<string>): Schema {
  const objects = db
    .prepare(
      `SELECT type, name, tbl_name AS tableName, rootpage FROM main.sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all()
    .map((row) => ({
      type: String(row['type']),
      name: String(row['name']),
      table: String(row['tableName']),
      rootpage: Number(row['rootpage'] ?? 0),
    }));
  const tables = objects.filter(({ type, rootpage }) => type === 'table' && rootpage > 0);
  return {
    objects,
    rows: new Map(tables.map(({ name }) => [name, countRows(db, name)])),
    columns: new Map(tables.filter(({ name }) => isIn(altered, name)).map(({ name }) => [name, valuesIn(db, name)])),
  };
}

/** SQLite does not distinguish names by case. */
const isIn = (names: ReadonlySet<string>, name: string): boolean =>
  [...names].some((one) => one.toLowerCase() === name.toLowerCase());

function valuesIn(db: DatabaseSync, table: string): ReadonlyMap<string, number> {
  const columns = db.prepare('SELECT name FROM pragma_table_xinfo(?)').all(table);
  const names = columns.map((column) => String(column['name']));
  const counts = names.map((column, index) => `count(${quoteName(column)}) AS c${index}`).join(', ');
  const row = db.prepare(`SELECT ${counts} FROM main.${quoteName(table)}`).get() ?? {};
  return new Map(names.map((column, index) => [column, Number(row[`c${index}`] ?? 0)]));
}

export function schemaChanges(db: DatabaseSync, before: Schema, altered: ReadonlySet<string>): string[] {
  const renamed = altered.size === 0 ? new Map<string, string>() : renamedTables(before, objectsNow(db));
  const after = readSchema(db, new Set([...altered, ...renamed.values()]));
  return [
    ...[...renamed].map(([from, to]) => `the table ${quoted(from)} would be renamed to ${quoted(to)}`),
    ...gone(before, after, renamed),
    ...made(before, after, renamed),
    ...columnChanges(before, after, renamed),
  ];
}

const objectsNow = (db: DatabaseSync): Schema => readSchema(db, new Set());

function renamedTables(before: Schema, after: Schema): Map<string, string> {
  const names = new Set(after.objects.map(keyOf));
  const found = new Map<string, string>();
  for (const one of before.objects) {
    if (one.type !== 'table' || one.rootpage === 0 || names.has(keyOf(one))) continue;
    const twin = after.objects.find(({ type, rootpage }) => type === 'table' && rootpage === one.rootpage);
    if (twin) found.set(one.name, twin.name);
  }
  return found;
}

const keyOf = ({ type, name }: SchemaObject): string => `${type} ${name}`;

function gone(before: Schema, after: Schema, renamed: ReadonlyMap<string, string>): string[] {
  const left = new Set(after.objects.map(keyOf));
  return before.objects
    .filter((one) => !left.has(keyOf(one)) && !(one.type === 'table' && renamed.has(one.name)))
    .map(({ type, name }) => {
      const rows = type === 'table' ? before.rows.get(name) : undefined;
      return `the ${type} ${quoted(name)} would be dropped${rows === undefined ? '' : ` with ${counted(rows, 'row')}`}`;
    });
}

function made(before: Schema, after: Schema, renamed: ReadonlyMap<string, string>): string[] {
  const known = new Set(before.objects.map(keyOf));
  const names = new Set(renamed.values());
  return after.objects
    .filter((one) => !known.has(keyOf(one)) && !(one.type === 'table' && names.has(one.name)))
    .map(({ type, name, table }) => {
      const rows = type === 'table' ? (after.rows.get(name) ?? 0) : 0;
      const what = `the ${type} ${quoted(name)} would be created${rows === 0 ? '' : ` with ${counted(rows, 'row')}`}`;
      return type === 'trigger' ? `${what}: it adds to what later changes of ${quoted(table)} do` : what;
    });
}

function columnChanges(before: Schema, after: Schema, renamed: ReadonlyMap<string, string>): string[] {
  return [...before.columns].flatMap(([table, columns]) => {
    const now = after.columns.get(renamed.get(table) ?? table);
    if (now === undefined) return [];
    const [were, are] = [[...columns.keys()], [...now.keys()]];
    if (were.length === are.length)
      return were.flatMap((name, at) =>
        name === are[at]
          ? []
          : [`the column ${quoted(name)} of ${quoted(table)} would be renamed to ${quoted(are[at] ?? '')}`],
      );
    return [
      ...were
        .filter((name) => !now.has(name))
        .map(
          (name) =>
            `the column ${quoted(name)} of ${quoted(table)} would be dropped with ${counted(columns.get(name) ?? 0, 'value')}`,
        ),
      ...are
        .filter((name) => !columns.has(name))
        .map((name) => `the column ${quoted(name)} of ${quoted(table)} would be created`),
    ];
  });
}

/** A name must not pass for our own words. */
const quoted = (name: string): string => JSON.stringify(name);

const counted = (count: number, what: string): string => (count === 1 ? `1 ${what}` : `${count} ${what}s`);
