// The driver, loaded when the first PostgreSQL store is opened and not before, and what all connections have in common.

import { createHash } from 'node:crypto';
import type { ClientBase, ClientConfig } from 'pg';
import type { Row } from '../../rows/column.js';
import { replicated } from './replicated.js';

export type Driver = Pick<typeof import('pg'), 'Client' | 'Pool' | 'types'>;

export async function loadDriver(): Promise<Driver> {
  const { Client, Pool, types } = await import('pg');
  return { Client, Pool, types };
}

export interface Timeouts {
  /** How long to wait for a connection. */
  readonly connectMs: number;
  /** How long the server works on one statement. */
  readonly statementMs: number;
  /** How much longer to wait for a server that does not answer at all. Default: 5 s. */
  readonly graceMs?: number;
}

/** The server stops a statement first; this is for one that does not answer at all. */
const GRACE_MS = 5_000;

export const connectionConfig = (
  url: string,
  { connectMs, statementMs, graceMs = GRACE_MS }: Timeouts,
): ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: connectMs,
  query_timeout: statementMs + graceMs,
  keepAlive: true,
  types: { getTypeParser },
});

const INT8 = 20;

/** Anything but a safe integer stays text, which no reader takes for a number. */
const integerOf = (text: string): unknown => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
};

const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map([
  [INT8, integerOf],
  [23, integerOf],
  [21, integerOf],
  [16, (text) => text === 't'],
]);

/** Other types are read as text: nothing here depends on how a driver reads times or floats. */
const getTypeParser = (oid: number) => PARSERS.get(oid) ?? ((text: string) => text);

const CONTROL = /^(BEGIN|COMMIT|ROLLBACK)\b/;

/** Runs a statement, which is prepared once for each connection unless it only begins or ends a transaction. */
export async function runOn(
  client: ClientBase,
  text: string,
  values: readonly unknown[] = [],
  /** Default: that of the connection. */
  timeoutMs?: number,
): Promise<readonly Row[]> {
  const patience = timeoutMs === undefined ? {} : { query_timeout: timeoutMs };
  const statement = CONTROL.test(text) ? { text } : { name: nameOf(text), text, values: [...values], ...patience };
  const { rows } = await replicated(client, () => client.query<Row>(statement));
  return rows;
}

/** Runs one or more statements that a library wrote, and reads rows as that library expects. */
export async function runForeignOn(
  client: ClientBase,
  types: Driver['types'],
  text: string,
  values: readonly unknown[] | undefined,
): Promise<Row[]> {
  const statement = { text, types, ...(values && { values: [...values] }) };
  const result: unknown = await replicated(client, () => client.query<Row>(statement));
  return [result].flat().flatMap((one) => Object(one).rows ?? []);
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, known);
  return known;
}
