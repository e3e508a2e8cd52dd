import { defineTool, type Preview, type Tool } from '@toolshed/kernel';
import { z } from 'zod';
import { SqlInput, SqlRows } from './sql-query.js';
import { type SqlReply, SqlValue } from './sql-request.js';
import { type RunSql, toObjects } from './sql-runner.js';

export const sqlExecute = (run: RunSql): Tool =>
  defineTool({
    path: 'sql.execute',
    description:
      'Run one statement that changes the database. Values for ? or :name go in params; rows come from RETURNING.',
    input: SqlInput,
    output: z.strictObject({ changes: z.int(), lastInsertRowid: SqlValue, ...SqlRows }),
    destructive: true,
    idempotent: false,
    message: ({ sql, params }) => `Run this statement on the database?\n${sql}${withParams(params)}`,
    async preview(caller, { sql, params = [] }) {
      return show(await run('previewed', { sql, params }, caller));
    },
    async handler(caller, { sql, params = [] }) {
      const { columns, rows, truncated, changes, lastInsertRowid } = await run('executed', { sql, params }, caller);
      return { changes, lastInsertRowid, columns, rows: toObjects(columns, rows), truncated };
    },
  });

const withParams = (params: unknown): string => (params === undefined ? '' : `\nwith ${JSON.stringify(params)}`);

function show({ changes, allChanges, dropped, columns, rows }: Extract<SqlReply, { kind: 'previewed' }>): Preview {
  const note = [
    `${rowsOf(changes)} would change`,
    ...(allChanges > changes ? [`${rowsOf(allChanges)} with triggers and foreign keys`] : []),
    ...dropped.map(({ table, rows: count }) => `the table "${table}" would go with ${rowsOf(count)}`),
  ].join('; ');
  if (rows.length === 0) return { kind: 'text', text: note };
  return { kind: 'table', columns, rows, note };
}

const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);
