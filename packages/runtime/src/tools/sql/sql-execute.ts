import { defineTool, type Preview, type Tool } from '@toolshed/kernel';
import { z } from 'zod';
import { SqlInput, SqlRows } from './sql-query.js';
import { type SqlReply, SqlValue, type TableChanges } from './sql-request.js';
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

function show(previewed: Previewed): Preview {
  const { columns, rows } = previewed;
  const note = noteOn(previewed).join('; ');
  return rows.length === 0 ? { kind: 'text', text: note } : { kind: 'table', columns, rows, note };
}

/** Lists what the preview leaves out and what may differ when it runs. */
function noteOn({ changes, tables, schema, unseen, unsteady, rows, total, hiddenColumns }: Previewed): string[] {
  const touched = tables.filter(isTouched);
  // All of it is in the rows that are shown.
  const isPlain = total > 0 && touched.length === 1 && touched.every((one) => sumOf(one) === changes);
  return [
    `${counted(changes, 'row')} would change`,
    ...(isPlain ? [] : touched.map(tableNote)),
    ...schema,
    ...unseen.map((table) => `what it does in ${JSON.stringify(table)}, part of a virtual table, cannot be shown`),
    ...(total > rows.length ? [`only the first ${rows.length} of ${total} lines are shown`] : []),
    ...(hiddenColumns.length === 0 ? [] : [`not shown: ${namesOf(hiddenColumns)}`]),
    ...(unsteady.length === 0
      ? []
      : [`it uses the time or random values (${unsteady.join(', ')}), so the result may differ when it runs`]),
  ];
}

type Previewed = Extract<SqlReply, { kind: 'previewed' }>;

const isTouched = ({ inserted, updated, deleted, replaced }: TableChanges): boolean =>
  inserted + updated + deleted > 0 || replaced !== 0;

const sumOf = ({ inserted, updated, deleted, replaced }: TableChanges): number =>
  inserted + updated + deleted + Math.abs(replaced);

function tableNote({ table, inserted, updated, deleted, replaced }: TableChanges): string {
  const parts = [
    ...(inserted === 0 ? [] : [`${inserted} inserted`]),
    ...(updated === 0 ? [] : [`${updated} updated`]),
    ...(deleted === 0 ? [] : [`${deleted} deleted`]),
    ...(replaced === 0 ? [] : [`${replaced} deleted because others take their place`]),
  ];
  return `rows of ${JSON.stringify(table)}: ${parts.join(', ')}`;
}

const FEW = 10;

function namesOf(columns: readonly string[]): string {
  const names = columns.slice(0, FEW).map((column) => JSON.stringify(column));
  const more = columns.length - names.length;
  return `${counted(columns.length, 'more column')}, ${names.join(', ')}${more > 0 ? ` and ${more} others` : ''}`;
}

const counted = (count: number, what: string): string => (count === 1 ? `1 ${what}` : `${count} ${what}s`);
