import { defineTool, type Tool } from '@toolshed/kernel';
import { z } from 'zod';
import type { RunSql } from './sql-runner.js';

const Column = z.strictObject({ name: z.string(), type: z.string(), notNull: z.boolean(), primaryKey: z.boolean() });
const Table = z.strictObject({
  name: z.string(),
  kind: z.enum(['table', 'view']),
  sql: z.string(),
  columns: z.array(Column),
});
type Column = z.infer<typeof Column>;

const TABLES = `SELECT name, type, coalesce(sql, '') FROM sqlite_schema
  WHERE type IN ('table', 'view') AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name`;

/** Of tables only: a view whose tables no longer exist would make the whole query fail. */
const COLUMNS = `SELECT s.name, c.name, c.type, c."notnull", c.pk FROM sqlite_schema AS s, pragma_table_xinfo(s.name) AS c
  WHERE s.type = 'table' ORDER BY s.name, c.cid`;

export const sqlTables = (run: RunSql): Tool =>
  defineTool({
    path: 'sql.tables',
    description: 'List the tables and views of the database, with the columns of tables and the SQL that made them.',
    input: z.strictObject({}),
    output: z.strictObject({ tables: z.array(Table), truncated: z.boolean() }),
    destructive: false,
    idempotent: true,
    async handler(caller) {
      const tables = await run('rows', { sql: TABLES, params: [] }, caller);
      const columns = await run('rows', { sql: COLUMNS, params: [] }, caller);
      const byTable = Map.groupBy(columns.rows, ([table]) => String(table));
      return {
        tables: tables.rows.map(([name, type, sql]) => ({
          name: String(name),
          kind: type === 'view' ? ('view' as const) : ('table' as const),
          sql: String(sql),
          columns: (byTable.get(String(name)) ?? []).map(toColumn),
        })),
        truncated: tables.truncated || columns.truncated,
      };
    },
  });

const toColumn = ([, name, type, notNull, pk]: readonly unknown[]): Column => ({
  name: String(name),
  type: String(type),
  notNull: notNull === 1,
  primaryKey: pk !== 0,
});
