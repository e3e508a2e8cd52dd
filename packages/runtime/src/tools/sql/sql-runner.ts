import { type SqlErrorCode, SqlError } from './sql-error.js';
import { createSqlProcesses, type SqlCaller } from './sql-processes.js';
import type { SqlParams, SqlReply, SqlRequest, SqlValue } from './sql-request.js';

/** Runs statements of the tools against one database. */
export type RunSql = <K extends Answered['kind']>(
  kind: K,
  statement: Statement,
  caller: SqlCaller,
) => Promise<AnswerOf<K>>;

type Answered = Exclude<SqlReply, { kind: 'failed' }>;
type AnswerOf<K extends Answered['kind']> = Extract<Answered, { kind: K }>;

interface Statement {
  readonly sql: string;
  readonly params: SqlParams;
}

export interface SqlRunnerDeps {
  readonly file: string;
  readonly maxRows: number;
  readonly timeoutMs: number;
}

const OPERATIONS = { rows: 'query', executed: 'execute', previewed: 'preview' } as const satisfies Record<
  Answered['kind'],
  SqlRequest['op']
>;

const MAX_BYTES = 1024 * 1024;

/** Previews run before a person said yes: they get less time. */
const MAX_PREVIEW_MS = 3_000;

export function createSqlRunner({ file, maxRows, timeoutMs }: SqlRunnerDeps): RunSql {
  const processes = createSqlProcesses();
  return async (kind, statement, { session, signal }) => {
    const request = { op: OPERATIONS[kind], file, maxRows, maxBytes: MAX_BYTES, ...statement };
    const limit = kind === 'previewed' ? Math.min(timeoutMs, MAX_PREVIEW_MS) : timeoutMs;
    const reply = await processes.run(request, { timeoutMs: limit, session, signal });
    if (reply.kind === 'failed') throw failure(reply.code, reply.state);
    if (!isKind(reply, kind)) throw new TypeError(`A ${kind} reply was expected, not ${reply.kind}`);
    return reply;
  };
}

const isKind = <K extends Answered['kind']>(reply: Answered, kind: K): reply is AnswerOf<K> => reply.kind === kind;

const failure = (code: SqlErrorCode, state: string): SqlError =>
  new SqlError(code, `Cannot run the statement: ${state}`);

/** Rows as objects, as programs like them. */
export const toObjects = (
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): Record<string, SqlValue>[] =>
  rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])));
