import type { SqlReply } from '../sql-request.ts';

/** Why a statement was not run, in the words of the reply. */
export class StatementError extends Error {
  override readonly name = 'StatementError';
  readonly code: Extract<SqlReply, { kind: 'failed' }>['code'];

  constructor(code: StatementError['code'], state: string) {
    super(state);
    this.code = code;
  }
}

/** SQLite's own number for an error; `undefined` for errors of another origin. */
export const sqliteCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
