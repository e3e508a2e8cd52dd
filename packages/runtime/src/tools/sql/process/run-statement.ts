// Runs exactly one statement and reads what it returns, up to the limits.

import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { SqlParams, SqlRequest, SqlValue } from '../sql-request.ts';
import type { Authorizer } from './authorize.ts';
import { StatementError } from './statement-error.ts';

export interface ReadRows {
  readonly columns: string[];
  readonly rows: SqlValue[][];
  readonly truncated: boolean;
}

/** Turns SQLite's "not authorized" into what was refused. */
export function refusing<T>(authorizer: Authorizer, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const refused = authorizer.refused();
    throw refused === undefined ? error : new StatementError('sql/refused', `it asks for ${refused}`);
  }
}

/** Threat: a second statement after the one that was shown. SQLite would silently ignore it; here it is refused. */
export function prepareOne(db: DatabaseSync, sql: string): StatementSync {
  if (sql.includes('\0')) throw new StatementError('sql/one-statement', 'it contains a NUL character');
  const statement = db.prepare(sql);
  const rest = sql.slice(statement.sourceSQL.length);
  if (!isEmpty(rest))
    throw new StatementError('sql/one-statement', 'it is more than one statement; make a call for each');
  return statement;
}

export function readRows(statement: StatementSync, { params, maxRows, maxBytes }: SqlRequest): ReadRows {
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const columns = uniqueNames(statement.columns().map(({ name }) => name));
  const rows: SqlValue[][] = [];
  let bytes = 0;
  for (const row of bound(statement, params)) {
    const values = Object.values(row).map(toValue);
    bytes += JSON.stringify(values).length;
    if (rows.length === maxRows || bytes > maxBytes) return { columns, rows, truncated: true };
    rows.push(values);
  }
  return { columns, rows, truncated: false };
}

function bound(statement: StatementSync, params: SqlParams): Iterable<Record<string, SQLOutputValue>> {
  if (Array.isArray(params)) return statement.iterate(...params.map(toParameter));
  const named = Object.entries(params).map(([name, value]) => [name, toParameter(value)] as const);
  return statement.iterate(Object.fromEntries(named));
}

function toParameter(value: SqlValue | boolean): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value;
}

export function toValue(value: SQLOutputValue): SqlValue {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
}

/** `SELECT a, a` has two columns, and a row is an object. */
function uniqueNames(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let twin = 2; seen.has(unique); twin++) unique = `${name}_${twin}`;
    seen.add(unique);
    return unique;
  });
}

/** Whether nothing but white space, semicolons and comments is left. */
const isEmpty = (rest: string): boolean => /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$))*$/.test(rest);
