import { defineTool, type Tool } from '@toolshed/kernel';
import { z } from 'zod';
import { SqlParams, SqlValue } from './sql-request.js';
import { type RunSql, toObjects } from './sql-runner.js';

export const SqlInput = z.strictObject({ sql: z.string().min(1).max(100_000), params: SqlParams.optional() });

/** Rows with their columns in order; `truncated` when there were more. */
export const SqlRows = {
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), SqlValue)),
  truncated: z.boolean(),
};

export const sqlQuery = (run: RunSql): Tool =>
  defineTool({
    path: 'sql.query',
    description:
      'Run one SELECT. Values for ? or :name go in params. Integers beyond 2^53 come as text, bytes as { base64 }. ' +
      'truncated is true when there were more rows than are returned.',
    input: SqlInput,
    output: z.strictObject(SqlRows),
    destructive: false,
    idempotent: true,
    async handler(caller, { sql, params = [] }) {
      const { columns, rows, truncated } = await run('rows', { sql, params }, caller);
      return { columns, rows: toObjects(columns, rows), truncated };
    },
  });
