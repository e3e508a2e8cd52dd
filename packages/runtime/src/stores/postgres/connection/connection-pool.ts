// The pool of connections that reads and writes share.
//
// Invariants
//   D1. Nobody waits for ever: not for a connection, not for the server, not for an answer that was lost on the way. Who
//       reads whole tables waits as long as that takes.
//   D2. A connection that failed is closed, never used again.
//   D3. Each connection is checked before its first use: it knows its server process, and the history of the server
//       that positions are counted in (`position-base.ts`).
//   D4. A commit that did not wait for its standby does not count as success (`replicated.ts`), on any connection.
//   D5. Rows are found by an index, however small the tables are. The server keeps the plan of a prepared statement, and
//       one that was made over empty tables would read them from end to end until they are analysed, a minute later or
//       more: with 30,000 executions an append took 10 ms instead of 0.6.
//   D6. A node that hangs inside a transaction keeps its rows, and what all others may read, for no longer than its lease.

import type { PoolClient } from 'pg';
import { StoreUnavailableError } from '@toolshed/kernel';
import { LONGEST_TIMER_MS } from '@toolshed/kernel/runtime';
import { integerIn, type Row, textIn } from '../../rows/column.js';
import type { PostgresAddress } from './address.js';
import type { Connection, History } from './server-connection.js';
import { connectionConfig, type Driver, runForeignOn, runOn, type Timeouts } from './driver.js';
import { isConnectionLost, toStoreError } from './postgres-failure.js';

export interface Database {
  readonly name: string;
  readonly isClosed: boolean;
  /** How many wait for a connection now. */
  readonly waiting: number;
  /** A statement that may run twice without harm: it does if the connection is lost. */
  query(action: string, sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** What `work` throws comes out as it is. */
  using<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Undone if `work` throws. */
  transaction<T>(work: (connection: Connection) => Promise<T>, kind?: TransactionKind): Promise<T>;
  close(): Promise<void>;
}

export type TransactionKind = 'writes' | 'whole tables';

const BEGIN: Record<TransactionKind, string> = {
  writes: 'BEGIN',
  'whole tables': 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
};

export interface DatabaseDeps {
  readonly driver: Driver;
  readonly address: PostgresAddress;
  readonly timeouts: Timeouts;
  readonly maxConnections: number;
  /** Called with each new connection before it is used. */
  readonly greet: (connection: Connection, history: History) => Promise<void>;
  /** Called with how long each piece of work waited for a connection. */
  readonly onWaited?: (ms: number) => void;
}

const GREETING = `SELECT pg_backend_pid() AS pid,
  (SELECT backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()) AS "startedAt",
  CASE WHEN pg_is_in_recovery() THEN 0
    ELSE ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int END AS timeline,
  (SELECT system_identifier::text FROM pg_control_system()) AS "systemIdentifier",
  set_config('statement_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $2, false),
  ${['jit', 'enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'].map((name) => `set_config('${name}', 'off', false)`).join(', ')}`;

/** D6. Between two statements of a transaction nothing is waited for. */
const IDLE_IN_TRANSACTION_MS = 5_000;

/** For a transaction that reads whole tables, and writes nothing: D1, D5 and D6 are not for it. */
const FOR_WHOLE_TABLES = `SELECT ${['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']
  .map((name) => `set_config('${name}', 'on', true)`)
  .join(
    ', ',
  )}, set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '60s', true),
  CASE WHEN current_setting('transaction_timeout', true) IS NOT NULL
    THEN set_config('transaction_timeout', '0', true) END`;

export function createDatabase(deps: DatabaseDeps): Database {
  const { driver, address, timeouts, maxConnections, greet, onWaited } = deps;
  const { name, url } = address;
  const pool = new driver.Pool({
    // D1: the time limits of connecting, of each statement, and of an answer that does not arrive.
    ...connectionConfig(url, timeouts),
    max: maxConnections,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
  });
  // An idle connection that breaks is dropped by the pool; the next use opens another.
  pool.on('error', () => undefined);
  // One that is in use reports a lost connection to its query; as an event, too, which nobody else listens to from the moment
  // the pool hands it out, and which would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const greeted = new WeakMap<PoolClient, Connection>();
  let isClosed = false;

  /** D3. */
  async function connect(client: PoolClient): Promise<Connection> {
    const known = greeted.get(client);
    if (known !== undefined) return known;
    const [row = {}] = await runOn(client, GREETING, [
      String(timeouts.statementMs),
      String(Math.min(timeouts.statementMs, IDLE_IN_TRANSACTION_MS)),
    ]);
    const backend = { pid: integerIn(row, 'pid'), startedAt: textIn(row, 'startedAt') };
    const connection: Connection = {
      backend,
      run: (sql, values) => runOn(client, sql, values),
      runPatiently: (sql, values) => runOn(client, sql, values, LONGEST_TIMER_MS),
      runForeign: (sql, values) => runForeignOn(client, driver.types, sql, values),
    };
    await greet(connection, {
      systemIdentifier: textIn(row, 'systemIdentifier'),
      timeline: integerIn(row, 'timeline'),
    });
    greeted.set(client, connection);
    return connection;
  }

  async function acquire(): Promise<PoolClient> {
    if (isClosed) throw new StoreUnavailableError(`Cannot use the store at ${name}: it was closed; open it again`);
    const asked = performance.now();
    try {
      return await pool.connect();
    } catch (error) {
      throw toStoreError('reach', name, error);
    } finally {
      onWaited?.(performance.now() - asked);
    }
  }

  const using: Database['using'] = async (work) => {
    const client = await acquire();
    let failure: unknown;
    try {
      return await work(await connect(client));
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // D2.
      client.release(isConnectionLost(failure) && failure instanceof Error ? failure : undefined);
    }
  };

  return {
    name,
    get isClosed() {
      return isClosed;
    },
    get waiting() {
      return pool.waitingCount;
    },
    using,
    async query(action, sql, values) {
      const attempt = () => using((connection) => connection.run(sql, values));
      try {
        return await attempt().catch((error: unknown) => (isConnectionLost(error) ? attempt() : Promise.reject(error)));
      } catch (error) {
        throw toStoreError(action, name, error);
      }
    },
    transaction: (work, kind = 'writes') =>
      using(async (connection) => {
        await connection.run(BEGIN[kind]);
        try {
          if (kind === 'whole tables') await connection.run(FOR_WHOLE_TABLES);
          const result = await work(
            kind === 'whole tables' ? { ...connection, run: connection.runPatiently } : connection,
          );
          await connection.run('COMMIT');
          return result;
        } catch (error) {
          if (!isConnectionLost(error)) await connection.run('ROLLBACK');
          throw error;
        }
      }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await pool.end();
    },
  };
}
