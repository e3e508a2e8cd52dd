// Brings the tables of a schema to this version. Several nodes start at once, so one of them does it and the others
// wait; they ask for the lock again and again instead of waiting inside the server, where a waiting session is a
// transaction that others, an index that is built beside them for one, have to wait for.

import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { StoreUnavailableError } from '@toolshed/kernel';
import { integerIn, type Row } from '../../rows/column.js';
import type { Database } from '../connection/connection-pool.js';
import { runOn } from '../connection/driver.js';
import { isUndefinedColumn, ONLY_READS } from '../connection/postgres-failure.js';
import { assertUsableServer } from './server-requirements.js';
import { MIGRATIONS, READER } from './schema-steps.js';

export interface MigrateDeps {
  readonly client: Client;
  readonly schema: string;
  readonly name: string;
  readonly waitMs: number;
  /** For the copy that fills these tables: nobody else opens them before it is complete. */
  readonly isCopy?: boolean;
}

/** A table that is there while a copy fills the others, and after one that did not complete. */
export const COPYING = 'copying';

const RETRY_MS = 50;

export async function migrate({ client, schema, name, waitMs, isCopy = false }: MigrateDeps): Promise<void> {
  await assertUsableServer(client, name);
  if (!isCopy) await assertComplete(client, schema, name);
  if ((await versionOf(client, schema, name)) >= MIGRATIONS.length) return await assertWritable(client, schema, name);
  const deadline = performance.now() + waitMs;
  while (!(await tryLock(client, schema))) {
    if (performance.now() > deadline)
      throw new StoreUnavailableError(
        `Cannot open the store at ${name}: another node has been changing its tables for ${waitMs / 1_000} s; try again`,
      );
    await pause(RETRY_MS);
  }
  try {
    for (let version = await versionOf(client, schema, name); version < MIGRATIONS.length; version += 1)
      await apply(client, schema, version);
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${lockOf(schema)})`);
  }
}

const lockOf = (schema: string): string => `hashtextextended('toolshed tables of ${schema}', 0)`;

async function tryLock(client: Client, schema: string): Promise<boolean> {
  const [row] = await runOn(client, `SELECT pg_try_advisory_lock(${lockOf(schema)}) AS "isMine"`);
  return row?.['isMine'] === true;
}

async function apply(client: Client, schema: string, version: number): Promise<void> {
  const migration = MIGRATIONS[version];
  if (migration === undefined) return;
  const quoted = quote(schema);
  const isFirst = version === 0;
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL statement_timeout = 0');
    if (isFirst) await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted}`);
    await client.query(migration.sql(quoted));
    const values = `${version + 1}, ${migration.minimumReader}`;
    await client.query(
      isFirst
        ? `INSERT INTO ${quoted}.meta (schema_version, minimum_reader, system_identifier, timeline, base)
           SELECT ${values}, system_identifier::text, 0, 0 FROM pg_control_system()`
        : `UPDATE ${quoted}.meta SET (schema_version, minimum_reader) = (${values})`,
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function assertComplete(client: Client, schema: string, name: string): Promise<void> {
  const [found] = await runOn(client, 'SELECT to_regclass($1)::text AS copying', [`${quote(schema)}.${COPYING}`]);
  if (found?.['copying'] !== null)
    throw new StoreUnavailableError(
      `Cannot open the store at ${name}: a copy to it is not complete; wait for it, or run "toolshed store copy" again`,
    );
}

/** A node that can only read would start, and then fail at everything it does. */
async function assertWritable(client: Client, schema: string, name: string): Promise<void> {
  const [found] = await runOn(
    client,
    `SELECT bool_and(has_table_privilege($1 || '.' || one, 'INSERT')) AS "mayWrite",
       current_setting('transaction_read_only') = 'on' AS "onlyReads"
     FROM unnest(ARRAY['nodes', 'executions', 'journal', 'audit']) AS one`,
    [quote(schema)],
  );
  if (found?.['onlyReads'] === true) throw new StoreUnavailableError(`Cannot open the store at ${name}: ${ONLY_READS}`);
  if (found?.['mayWrite'] !== true)
    throw new StoreUnavailableError(
      `Cannot open the store at ${name}: the user may not write to its tables; use their owner, or grant it everything ` +
        `on the tables of the schema "${schema}"`,
    );
}

/** How many steps the schema has been through; refuses one whose tables this version cannot use. */
async function versionOf(client: Client, schema: string, name: string): Promise<number> {
  const [found] = await runOn(client, 'SELECT to_regclass($1)::text AS meta', [`${quote(schema)}.meta`]);
  if (found?.['meta'] === null) return 0;
  const [row = {}]: readonly Row[] = await runOn(
    client,
    `SELECT schema_version AS version, minimum_reader AS reader FROM ${quote(schema)}.meta`,
  ).catch((cause: unknown) => {
    if (!isUndefinedColumn(cause)) throw cause;
    throw new StoreUnavailableError(
      `Cannot open the store at ${name}: the schema "${schema}" has other tables, not Toolshed's; name another`,
      { cause },
    );
  });
  const reader = integerIn(row, 'reader');
  if (reader <= READER) return integerIn(row, 'version');
  throw new StoreUnavailableError(
    `Cannot open the store at ${name}: its tables, of version ${integerIn(row, 'version')}, need a Toolshed that reads ` +
      `${reader}, and this one reads ${READER}; upgrade Toolshed`,
  );
}

/** The name was checked to hold letters, digits and underscores. */
export const quote = (schema: string): string => `"${schema}"`;

/** Why this version can no longer use the tables after a newer one changed them; empty if it can. */
export function createReaderCheck(database: Database, schema: string): () => Promise<readonly string[]> {
  return async () => {
    const [row = {}] = await database.query('read', `SELECT minimum_reader AS reader FROM ${schema}.meta`);
    return integerIn(row, 'reader') <= READER ? [] : ['the tables of the store need a newer Toolshed'];
  };
}
