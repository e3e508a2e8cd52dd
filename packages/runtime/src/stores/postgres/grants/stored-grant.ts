// Rows of grants in PostgreSQL, read as the rows of SQLite are (`rows/grant-row.ts`).

import type { Row } from '../../rows/column.js';
import { type GrantRow, readGrantRow } from '../../rows/grant-row.js';

export const GRANTS = (schema: string): string =>
  `SELECT position, id, body, uses_left, expires_at, execution FROM ${schema}.grants`;

const INTEGERS = ['position', 'uses_left', 'expires_at'] as const;

export function toGrantRow(row: Row): GrantRow {
  const integers = INTEGERS.map((column) => {
    const value = row[column];
    return [column, typeof value === 'number' ? BigInt(value) : null] as const;
  });
  return readGrantRow({ ...row, ...Object.fromEntries(integers) });
}
