// Nodes and their leases, by the clock of the database alone: no two machines have to agree on the time.

import type { OwnerStore } from '@toolshed/kernel';
import { KnownOwner, type OwnerFacts } from '@toolshed/kernel/runtime';
import { integerIn, type Row, withoutNulls } from '../rows/column.js';
import type { Database } from './connection/connection-pool.js';
import type { OwnConnection } from './connection/own-connection.js';
import type { ServerClock } from './server-clock.js';
import { fromStored, toStored, toStoredOrNull } from '../rows/stored-text.js';

export interface PostgresOwners {
  readonly store: OwnerStore;
  /** Resolves when every owner that was to be entered before is in the store, or could not be. */
  whenEntered(): Promise<void> | undefined;
}

const SERVER_TIME = `floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "serverTime"`;

/** Reads the server's clock for the first time; leases do it from then on. */
export async function measureClock(leases: OwnConnection, clock: ServerClock): Promise<void> {
  const [row = {}] = await leases.query('open', `SELECT ${SERVER_TIME}`);
  clock.measured(integerIn(row, 'serverTime'));
}

/** Leases are entered and renewed over their own connection; nothing is read there that could hold them up. */
export function createPostgresOwners(
  leases: OwnConnection,
  database: Database,
  schema: string,
  clock: ServerClock,
): PostgresOwners {
  const LEASE = `clock_timestamp() + $2 * interval '1 millisecond'`;
  // Leases that ended long ago no longer matter, whether their row exists or not.
  const enter = `WITH forgotten AS (
      DELETE FROM ${schema}.nodes WHERE lease_until < clock_timestamp() - interval '1 day' AND id <> $1
    ) INSERT INTO ${schema}.nodes AS n (id, lease_until, beat, seen_at, pid, started_at, machine, host, version, labels,
      placement, skew_ms)
    VALUES ($1, ${LEASE}, 1, clock_timestamp(), $3, $4, $5, $6, $7, $8, $9::jsonb, $10)
    ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until, beat = n.beat + 1, seen_at = excluded.seen_at
    WHERE n.lease_until > clock_timestamp() RETURNING ${SERVER_TIME}`;
  const renew = `UPDATE ${schema}.nodes SET lease_until = ${LEASE}, beat = beat + 1, seen_at = clock_timestamp(),
    skew_ms = $3 WHERE id = $1 AND lease_until > clock_timestamp() RETURNING ${SERVER_TIME}`;
  const owners = `SELECT id, pid, started_at AS "startedAt", machine, host, version, labels, beat,
    placement::text AS placement, skew_ms AS "skewMs",
    floor(extract(epoch FROM seen_at) * 1000)::bigint AS "seenAt",
    floor(extract(epoch FROM lease_until - clock_timestamp()) * 1000)::bigint AS "expiresInMs" FROM ${schema}.nodes`;
  const entering = new Set<Promise<unknown>>();

  async function add(owner: OwnerFacts, leaseMs: number): Promise<boolean> {
    const { id, pid, startedAt, machine, host, version, labels, placement = [] } = owner;
    const rows = await leases.query('enter this node in', enter, [
      id,
      leaseMs,
      pid,
      toStoredOrNull(startedAt),
      toStoredOrNull(machine),
      toStored(host),
      toStoredOrNull(version),
      labels === undefined ? null : JSON.stringify(labels),
      JSON.stringify(placement),
      clock.skewMs,
    ]);
    return isHeld(rows);
  }

  /** Each renewal is a measurement of the server's clock. */
  function isHeld([row]: readonly Row[]): boolean {
    if (row !== undefined) clock.measured(integerIn(row, 'serverTime'));
    return row !== undefined;
  }

  return {
    whenEntered: () => (entering.size === 0 ? undefined : Promise.allSettled(entering).then(() => undefined)),
    store: {
      enter(owner, leaseMs) {
        const entered = add(owner, leaseMs);
        const done = entered.catch(() => undefined).then(() => void entering.delete(done));
        entering.add(done);
        return entered;
      },
      async renew({ id }, leaseMs) {
        return isHeld(await leases.query('renew the lease in', renew, [id, leaseMs, clock.skewMs]));
      },
      async find(id) {
        const [row] = await database.query('read', `${owners} WHERE id = $1`, [id]);
        return row && toOwner(row);
      },
      async list() {
        return (await database.query('read', `${owners} ORDER BY id`)).map(toOwner);
      },
      async remove(id) {
        await database.query('write to', `DELETE FROM ${schema}.nodes WHERE id = $1`, [id]);
      },
    },
  };
}

const TEXTS = ['startedAt', 'machine', 'host', 'version'] as const;

function toOwner(row: Row): KnownOwner {
  const texts = TEXTS.map((column) => [column, row[column] === null ? null : fromStored(String(row[column]))] as const);
  const labels = row['labels'] === null ? null : JSON.parse(String(row['labels']));
  const placed: readonly string[] = JSON.parse(String(row['placement']));
  const placement = placed.length === 0 ? null : placed;
  return KnownOwner.parse(withoutNulls({ ...row, ...Object.fromEntries(texts), labels, placement }));
}
