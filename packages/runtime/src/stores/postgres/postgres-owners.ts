// Nodes and their leases, by the clock of the database alone: no two machines have to agree on the time.

import type { OwnerStore } from '@toolshed/kernel';
import { KnownOwner, type OwnerFacts } from '@toolshed/kernel/runtime';
import { type Row, withoutNulls } from '../rows/column.js';
import type { Database } from './connection/connection-pool.js';
import type { OwnConnection } from './connection/own-connection.js';
import { fromStored, toStored, toStoredOrNull } from './stored-text.js';

export interface PostgresOwners {
  readonly store: OwnerStore;
  /** Resolves when every owner that was to be entered before is in the store, or could not be. */
  whenEntered(): Promise<void> | undefined;
}

/** Leases are entered and renewed over their own connection; nothing is read there that could hold them up. */
export function createPostgresOwners(leases: OwnConnection, database: Database, schema: string): PostgresOwners {
  const LEASE = `clock_timestamp() + $2 * interval '1 millisecond'`;
  // Those that ended long ago are nobody's any more, whether their row is there or not.
  const enter = `WITH forgotten AS (
      DELETE FROM ${schema}.nodes WHERE lease_until < clock_timestamp() - interval '1 day' AND id <> $1
    ) INSERT INTO ${schema}.nodes AS n (id, lease_until, beat, seen_at, pid, started_at, machine, host, version, labels,
      placement)
    VALUES ($1, ${LEASE}, 1, clock_timestamp(), $3, $4, $5, $6, $7, $8, $9::jsonb)
    ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until, beat = n.beat + 1, seen_at = excluded.seen_at
    WHERE n.lease_until > clock_timestamp() RETURNING id`;
  const renew = `UPDATE ${schema}.nodes SET lease_until = ${LEASE}, beat = beat + 1, seen_at = clock_timestamp()
    WHERE id = $1 AND lease_until > clock_timestamp() RETURNING id`;
  const owners = `SELECT id, pid, started_at AS "startedAt", machine, host, version, labels, beat,
    placement::text AS placement,
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
    ]);
    return rows.length > 0;
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
        return (await leases.query('renew the lease in', renew, [id, leaseMs])).length > 0;
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
