// Typed reading of a row. The tables have strict types, so another type in a column means a damaged store.

import { StoreUnavailableError } from '@toolshed/kernel';

export type Row = Readonly<Record<string, unknown>>;

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

/** One row is not what was written; the others may be. */
export class DamagedRowError extends StoreUnavailableError {}

function damaged(column: string, value: unknown): never {
  throw new DamagedRowError(`Cannot read the store: "${column}" holds ${typeof value}; restore a backup`);
}
