// The tables that a copy fills.
//
// Invariants
//   T1. From the first row to the last check the tables are marked, and no node opens them. A copy that was killed leaves
//       the mark; the next one removes what it left and begins again.
//   T2. Only tables without a row are marked, and only while no node has a lease on them.
//   T3. One copy at a time: its session holds a lock of the server.
//   T4. Records are written with the removal of the mark: tokens that are there already stay, so what a copy that was killed
//       had written among them could not be told from them.

import type { Client } from 'pg';
import { toStoreError } from '../postgres/connection/postgres-failure.js';
import { type Driver, connectionConfig, runOn, type Timeouts } from '../postgres/connection/driver.js';
import type { PostgresAddress } from '../postgres/connection/address.js';
import { COPYING, migrate, quote } from '../postgres/schema/prepare-schema.js';
import { integerIn } from '../rows/column.js';
import type { RowWriter } from './row-pages.js';
import { StoreCopyError } from './store-copy-error.js';

export interface CopyTargetDeps {
  readonly driver: Driver;
  readonly address: PostgresAddress;
  readonly timeouts: Timeouts;
  readonly schema: string;
}

export interface CopyTarget extends AsyncDisposable {
  /** Lets nodes in, with what `write` writes: all of it, or none and no node. */
  release(write: (writer: RowWriter) => Promise<void>): Promise<void>;
}

const TABLES = [
  'executions',
  'journal',
  'elicitations',
  'side_quests',
  'grants',
  'audit',
  'checkpoints',
  'pruned',
] as const;

const MIGRATION_WAIT_MS = 60_000;

export async function openCopyTarget(deps: CopyTargetDeps): Promise<CopyTarget> {
  const { driver, address, timeouts, schema } = deps;
  const client = new driver.Client({ ...connectionConfig(address.url, timeouts), query_timeout: 0 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await lockForCopy(client, address.name, schema);
    await migrate({ client, schema, name: address.name, waitMs: MIGRATION_WAIT_MS, isCopy: true });
    await mark(client, address.name, quote(schema));
  } catch (error) {
    await client.end().catch(() => undefined);
    throw toStoreError('copy to', address.name, error);
  }
  return {
    async release(write) {
      await client.query('BEGIN');
      await write({ name: address.name, run: (sql, values) => runOn(client, sql, values) });
      await client.query(`DROP TABLE ${quote(schema)}.${COPYING}`);
      await client.query('COMMIT');
    },
    [Symbol.asyncDispose]: () => client.end().catch(() => undefined),
  };
}

/** T3. */
async function lockForCopy(client: Client, name: string, schema: string): Promise<void> {
  const lock = `SELECT pg_try_advisory_lock(hashtextextended('toolshed copy to ${schema}', 0)) AS "isMine"`;
  const [row] = await runOn(client, lock);
  if (row?.['isMine'] !== true)
    throw new StoreCopyError(
      `Cannot copy to the store at ${name}: another copy to it is under way; wait for it to end`,
    );
}

/** T1. */
async function mark(client: Client, name: string, schema: string): Promise<void> {
  const [found] = await runOn(client, 'SELECT to_regclass($1)::text AS mark', [`${schema}.${COPYING}`]);
  await client.query('BEGIN');
  try {
    // A node that is writing now is waited for, and is seen below.
    await client.query(
      `LOCK TABLE ${[...TABLES, 'nodes'].map((table) => `${schema}.${table}`).join(', ')} IN EXCLUSIVE MODE`,
    );
    if (found?.['mark'] === null) {
      await assertUnused(client, name, schema);
      await client.query(`CREATE TABLE ${schema}.${COPYING} ()`);
    } else {
      for (const table of TABLES) await client.query(`TRUNCATE ${schema}.${table}`);
      await client.query(`UPDATE ${schema}.meta SET (audit_lines, audit_hash) = (0, repeat('0', 64))`);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** T2. */
async function assertUnused(client: Client, name: string, schema: string): Promise<void> {
  const filled = TABLES.map((table) => `EXISTS (SELECT 1 FROM ${schema}.${table})`).join(' OR ');
  const [row = {}] = await runOn(
    client,
    `SELECT ${filled} AS "isFilled",
      (SELECT count(*) FROM ${schema}.nodes WHERE lease_until > clock_timestamp()) AS nodes`,
  );
  if (row['isFilled'] === true)
    throw new StoreCopyError(
      `Cannot copy to the store at ${name}: it is not empty; name another database or schema (--schema)`,
    );
  if (integerIn(row, 'nodes') > 0)
    throw new StoreCopyError(`Cannot copy to the store at ${name}: nodes run on it; stop them first`);
}
