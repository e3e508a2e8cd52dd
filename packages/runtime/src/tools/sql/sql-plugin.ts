// One SQLite database. Statements run in processes of their own (process/main.ts), on a fresh connection each.

import { resolve } from 'node:path';
import { definePlugin, type Plugin } from '@toolshed/kernel';
import { inWords, Label, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { sqlExecute } from './sql-execute.js';
import { sqlQuery } from './sql-query.js';
import { createSqlRunner } from './sql-runner.js';
import { sqlTables } from './sql-tables.js';

/** Which SQLite database the SQL tools use. */
export const SqlOptions = z.strictObject({
  /** The file of the database. */
  file: inWords(z.string().min(1), 'the path of a file'),
  /** The most rows one query returns. Default: 1,000. */
  maxRows: z.int().positive().max(100_000).optional(),
  /** How long one statement may take, in milliseconds. Default: 10,000. */
  timeoutMs: z.int().positive().max(600_000).optional(),
  /** The label of the hosts that have this file, where several machines share a store; or `anywhere`. */
  placement: Label.optional(),
});
export type SqlOptions = Readonly<z.infer<typeof SqlOptions>>;

/**
 * One SQLite database. Queries run unasked; statements that change something ask.
 *
 * @example
 * ```ts
 * sqlPlugin({ file: 'orders.db', maxRows: 500 });
 * ```
 */
export function sqlPlugin(options: SqlOptions): Plugin {
  const read = readOptions('create the sql plugin', SqlOptions, options);
  const { file, maxRows = 1_000, timeoutMs = 10_000, placement } = read;
  // Absolute, so that SQLite can take it neither for a URI with options nor for ":memory:".
  const run = createSqlRunner({ file: resolve(file), maxRows, timeoutMs });
  return definePlugin({ name: 'sql', tools: [sqlQuery(run), sqlTables(run), sqlExecute(run)], local: true, placement });
}
