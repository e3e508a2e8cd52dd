// Problems in the configuration of a server, for the log and for `doctor`: things that lose answers or hide events, and
// that no statement fails for.

import { randomUUID } from 'node:crypto';
import type { Clock } from '@toolshed/kernel';
import { integerIn, optionalText, type Row, textIn } from '../rows/column.js';
import type { PostgresAddress } from './connection/address.js';
import type { Database } from './connection/connection-pool.js';
import { horizonIn } from './schema/position-base.js';
import { connectionConfig, type Driver, type Timeouts } from './connection/driver.js';

/** Something about a PostgreSQL server that an operator should change. */
export interface PostgresFinding {
  /** For programs. */
  readonly code:
    | 'asynchronous-replication'
    | 'no-fsync'
    | 'no-notifications'
    | 'clock-skew'
    | 'no-transaction-timeout'
    | 'long-transaction'
    | 'few-connections';
  /** What it is, what it can do, and what to do about it. */
  readonly problem: string;
}

export interface ChecksDeps {
  readonly driver: Driver;
  readonly address: PostgresAddress;
  readonly timeouts: Timeouts;
  readonly database: Database;
  readonly schema: string;
  /** The clock of this machine, even if the node uses the database's. */
  readonly clock: Clock;
  /** Connections that each node may open. */
  readonly connectionsPerNode: number;
}

const NOTICE_MS = 2_000;
const MOST_SKEW_MS = 2_000;
const LONG_MS = 10_000;

const FACTS = `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS "commitMode",
  current_setting('synchronous_standby_names') AS standbys, current_setting('transaction_timeout', true) AS timeout,
  (SELECT count(*) FROM pg_stat_replication) AS replicas,
  floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`;

const LONG = `SELECT pid, coalesce(datname, '') AS database, floor(extract(epoch FROM clock_timestamp() - xact_start))::bigint AS seconds
  FROM pg_stat_activity
  WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid() AND xact_start < clock_timestamp() - $1 * interval '1 millisecond'
  UNION ALL SELECT 0, database, floor(extract(epoch FROM clock_timestamp() - prepared))::bigint FROM pg_prepared_xacts
  WHERE prepared < clock_timestamp() - $1 * interval '1 millisecond' ORDER BY seconds DESC LIMIT 3`;

export function createChecks(deps: ChecksDeps) {
  const { driver, address, timeouts, database, schema, clock, connectionsPerNode } = deps;
  const nodes = `SELECT count(*) AS nodes, current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) AS most
    FROM ${schema}.nodes WHERE lease_until > clock_timestamp()`;
  // Transactions that this user may not see are noticed by what they hold back.
  const held = `SELECT count(*) AS entries FROM (SELECT execution FROM ${schema}.journal
      WHERE position >= ${horizonIn(schema)} ORDER BY position LIMIT 1) AS oldest
    JOIN ${schema}.executions AS e ON e.id = oldest.execution
    WHERE e.updated_at < floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - $1::bigint`;

  /** Whether a connection receives notifications: behind a pooler that shares connections it does not. */
  async function receivesNotifications(): Promise<boolean> {
    const client = new driver.Client(connectionConfig(address.url, timeouts));
    const { promise: received, resolve } = Promise.withResolvers<boolean>();
    client.on('error', () => resolve(false));
    client.on('notification', () => resolve(true));
    const timer = setTimeout(() => resolve(false), NOTICE_MS);
    try {
      const channel = `toolshed_check_${randomUUID().replaceAll('-', '')}`;
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      await database.query('check', 'SELECT pg_notify($1, $2)', [channel, '']);
      return await received;
    } finally {
      clearTimeout(timer);
      await client.end().catch(() => undefined);
    }
  }

  return async (longMs = LONG_MS): Promise<readonly PostgresFinding[]> => {
    const asked = clock.now();
    const [facts = {}] = await database.query('check', FACTS);
    const answered = clock.now();
    const long = await database.query('check', LONG, [longMs]);
    const [unseen = {}] = long.length > 0 ? [] : await database.query('check', held, [longMs]);
    const [counted = {}] = await database.query('check', nodes);
    return [
      ...aboutDurability(facts),
      ...aboutClock(facts, asked, answered),
      ...aboutTransactions(facts, long),
      ...(Number(unseen['entries'] ?? 0) > 0 ? [UNSEEN_TRANSACTION] : []),
      ...aboutConnections(counted, connectionsPerNode),
      ...((await receivesNotifications()) ? [] : [NO_NOTIFICATIONS]),
    ];
  };
}

const NO_NOTIFICATIONS: PostgresFinding = {
  code: 'no-notifications',
  problem:
    'a notification did not arrive, as happens behind a pooler that shares connections between transactions (pgbouncer); ' +
    'events and leases need direct connections: name the server itself, or let the pooler pool sessions',
};

const UNSEEN_TRANSACTION: PostgresFinding = {
  code: 'long-transaction',
  problem:
    'a transaction of another user, which this one may not see, holds back events; ' +
    'grant this user pg_read_all_stats to see which, and end it',
};

function aboutConnections(counted: Row, perNode: number): readonly PostgresFinding[] {
  const [nodes, most] = [integerIn(counted, 'nodes'), integerIn(counted, 'most')];
  const needed = Math.max(1, nodes) * perNode;
  return needed <= most
    ? []
    : [
        {
          code: 'few-connections',
          problem:
            `the server takes ${most} connections, and ${Math.max(1, nodes)} nodes may open ${needed}: calls would wait and fail; ` +
            'raise max_connections, or run fewer nodes',
        },
      ];
}

function aboutDurability(facts: Row): readonly PostgresFinding[] {
  const findings: PostgresFinding[] = [];
  if (textIn(facts, 'fsync') === 'off')
    findings.push({
      code: 'no-fsync',
      problem: 'fsync is off: a crash of the machine can lose everything; turn it on',
    });
  const isSynchronous = textIn(facts, 'standbys') !== '' && !['off', 'local'].includes(textIn(facts, 'commitMode'));
  if (textIn(facts, 'commitMode') === 'off' || (integerIn(facts, 'replicas') > 0 && !isSynchronous))
    findings.push({
      code: 'asynchronous-replication',
      problem:
        'a commit does not wait for a standby: a failover can lose answers that were acknowledged; ' +
        'set synchronous_standby_names, and synchronous_commit to on',
    });
  return findings;
}

function aboutClock(facts: Row, asked: number, answered: number): readonly PostgresFinding[] {
  const now = integerIn(facts, 'now');
  const skew = now < asked ? asked - now : Math.max(0, now - answered);
  return skew <= MOST_SKEW_MS
    ? []
    : [
        {
          code: 'clock-skew',
          problem: `the clocks of this machine and of the server differ by ${Math.round(skew / 1_000)} s; synchronise them`,
        },
      ];
}

function aboutTransactions(facts: Row, long: readonly Row[]): readonly PostgresFinding[] {
  const timeout = optionalText(facts, 'timeout');
  const missing: PostgresFinding = {
    code: 'no-transaction-timeout',
    problem:
      'transaction_timeout is not set: a transaction that is left open, in any database of the server, holds back events; ' +
      'set it to a minute or so (PostgreSQL 17 has it)',
  };
  return [
    ...(timeout === undefined || timeout === '0' ? [missing] : []),
    ...long.map((row): PostgresFinding => {
      const { pid, database, seconds } = row;
      return {
        code: 'long-transaction',
        problem:
          `a transaction in the database "${database}" has been writing for ${seconds} s and holds back events` +
          (pid === 0 ? '; it is prepared: commit it or roll it back' : `; end it: SELECT pg_terminate_backend(${pid})`),
      };
    }),
  ];
}
