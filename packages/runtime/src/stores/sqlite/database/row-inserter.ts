import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** Inserts rows of values, in the order of the columns. */
export type InsertRows = (rows: readonly (readonly SQLInputValue[])[]) => void;

/** Rows in one statement: fewer crossings into SQLite. More than this many gains nothing. */
const TOGETHER = 30;

export function createRowInserter(database: DatabaseSync, table: string, columns: readonly string[]): InsertRows {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const prepare = (count: number) =>
    database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array(count).fill(row).join(', ')}`);
  const one = prepare(1);
  const many = prepare(TOGETHER);
  return (rows) => {
    let next = 0;
    for (; next + TOGETHER <= rows.length; next += TOGETHER) many.run(...rows.slice(next, next + TOGETHER).flat());
    for (const values of rows.slice(next)) one.run(...values);
  };
}
