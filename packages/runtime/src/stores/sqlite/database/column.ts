// Typed reading of a row. The tables are STRICT, so another type in a column means a damaged file.

import type { SQLOutputValue } from 'node:sqlite';
import { StoreUnavailableError } from '@toolshed/kernel';

export type Row = Readonly<Record<string, SQLOutputValue>>;

export function textIn(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : damaged(column, value);
}

export function integerIn(row: Row, column: string): number {
  const value = row[column];
  return typeof value === 'number' ? value : damaged(column, value);
}

export const optionalText = (row: Row, column: string): string | undefined =>
  row[column] === null ? undefined : textIn(row, column);

export const optionalInteger = (row: Row, column: string): number | undefined =>
  row[column] === null ? undefined : integerIn(row, column);

/** A row as schemas with optional fields want it: a column without a value is not there. */
export const withoutNulls = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** An integer of any size can be in a file; one that no writer wrote reads as NULL, not as an error of the whole query. */
export const safeInteger = (column: string): string =>
  `iif(${column} BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}, ${column}, NULL)`;

/** One row is not what was written; the others may be. */
export class DamagedRowError extends StoreUnavailableError {}

function damaged(column: string, value: SQLOutputValue | undefined): never {
  throw new DamagedRowError(`Cannot read the store: "${column}" holds ${typeof value}; restore a backup`);
}
