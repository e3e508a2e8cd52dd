// Grants, and all of them parsed in memory: every call that must ask looks at them.
//
// Invariants
//   G1. A row names the transaction that wrote it. A reader keeps the oldest transaction that ran at its last read, and
//       reads the rows of that one and later ones; if rows were removed since (`grants_removed`), it reads all.
//   G2. What is in memory may be old by the time it is used; the append of a call checks the row itself.

import type { Clock, ExecutionId, Grant, GrantId, GrantStore } from '@toolshed/kernel';
import type { AuditFact } from '@toolshed/kernel/runtime';
import { TERMINAL_SQL } from '../../rows/terminal-sql.js';
import { grantAdded, grantPruned, grantRevoked } from '../../audit/audit-facts.js';
import { textOfGrant } from '../../grant-text.js';
import { isSpent, isUnbound, PRUNED_WITH_ADD } from '../../grant-pruning.js';
import { integerIn, textIn } from '../../rows/column.js';
import type { RecordHostFacts } from '../audit/host-chain.js';
import type { WhenEnded } from '../connection/lost-sessions.js';
import type { Backend, Connection } from '../connection/server-connection.js';
import type { Database } from '../connection/connection-pool.js';
import { isConnectionLost, toStoreError } from '../connection/postgres-failure.js';
import { createSharedLook } from '../shared-look.js';
import { GRANTS, toGrantRow } from './stored-grant.js';

export interface PostgresGrantsDeps {
  readonly database: Database;
  readonly schema: string;
  readonly clock: Clock;
  readonly record: RecordHostFacts;
  readonly whenEnded: WhenEnded;
  /** The result of a look, or an error if it takes too long. */
  readonly looked: <T>(look: Promise<T>) => Promise<T>;
}

/** Their lines have places of one transaction. */
const MAX_PRUNED = 1_000;

interface Seen {
  /** Of the server: after it was replaced its transaction ids mean nothing here. */
  readonly base: number;
  readonly removed: number;
  readonly horizon: number;
}

export function createPostgresGrants(deps: PostgresGrantsDeps): GrantStore {
  const { database, schema, clock, record, whenEnded, looked } = deps;
  const selectNews = `SELECT meta.base, meta.grants_removed AS removed,
      pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon, news.*
    FROM ${schema}.meta LEFT JOIN (${GRANTS(schema)} WHERE changed >= $1) AS news ON true`;
  const selectSpent = `
    WITH spent AS (
      SELECT id FROM ${schema}.grants WHERE expires_at <= $1
      UNION SELECT id FROM ${schema}.grants WHERE uses_left = 0
      UNION SELECT id FROM ${schema}.grants AS g WHERE g.execution IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM ${schema}.executions AS e
        WHERE e.id = g.execution AND e.status NOT IN ${TERMINAL_SQL})
    ), locked AS (
      SELECT * FROM ${schema}.grants WHERE id IN (SELECT id FROM spent LIMIT $2) ORDER BY id FOR UPDATE
    ) SELECT position, id, body, uses_left, expires_at, execution FROM locked`;
  const selectEnded = `SELECT id FROM unnest($1::text[]) AS t(id) WHERE EXISTS (SELECT 1 FROM ${schema}.executions AS e
    WHERE e.id = t.id AND e.status NOT IN ${TERMINAL_SQL})`;
  const selectOne = `${GRANTS(schema)} WHERE id = $1 FOR UPDATE`;
  const selectAll = `${GRANTS(schema)} ORDER BY id FOR UPDATE`;
  const remove = `DELETE FROM ${schema}.grants WHERE position = ANY ($1::bigint[])`;
  const countRemoved = `UPDATE ${schema}.meta SET grants_removed = grants_removed + 1`;
  const insert = `INSERT INTO ${schema}.grants (id, position, body, uses_left, expires_at, execution, changed)
    SELECT $1, (pg_current_xact_id()::text::bigint << 10) + base, $2, $3, $4, $5, pg_current_xact_id()::text::bigint
    FROM ${schema}.meta`;

  const known = new Map<bigint, Grant>();
  let seen: Seen | undefined;
  let listed: readonly Grant[] = [];

  /** G1. */
  async function look(): Promise<readonly Grant[]> {
    const rows = await database.query('read', selectNews, [seen?.horizon ?? 0]);
    const [first = {}] = rows;
    const now = {
      base: integerIn(first, 'base'),
      removed: integerIn(first, 'removed'),
      horizon: integerIn(first, 'horizon'),
    };
    const isWhole = seen === undefined;
    if (!isWhole && (now.removed !== seen?.removed || now.base !== seen.base)) {
      seen = undefined;
      return look();
    }
    if (isWhole) known.clear();
    const news = rows.filter(({ id }) => id !== null).map(toGrantRow);
    for (const { position, grant } of news) known.set(position, grant);
    if (isWhole || news.length > 0) listed = [...known].sort(([a], [b]) => (a < b ? 1 : -1)).map(([, grant]) => grant);
    seen = now;
    return listed;
  }

  /** The lines that say which grants were removed. */
  async function prune(connection: Connection, limit: number): Promise<readonly AuditFact[]> {
    const now = clock.now();
    const rows = (await connection.run(selectSpent, [now, Math.min(limit, MAX_PRUNED)])).map(toGrantRow);
    if (rows.length === 0) return [];
    const bound = rows.flatMap(({ grant }) => (grant.scope === 'execution' ? [grant.executionId] : []));
    const open = new Set((await connection.run(selectEnded, [bound])).map((row) => textIn(row, 'id')));
    const isOpen = (execution: ExecutionId): boolean => open.has(execution);
    const spent = rows.filter(({ grant }) => isSpent(grant, now, isOpen));
    await removeRows(
      connection,
      spent.map(({ position }) => position),
    );
    return spent.map(({ grant }) => grantPruned(grant, now));
  }

  async function removeRows(connection: Connection, positions: readonly bigint[]): Promise<void> {
    if (positions.length === 0) return;
    await connection.run(remove, [positions.map(String)]);
    await connection.run(countRemoved);
  }

  async function writing<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      return await database.transaction(work);
    } catch (error) {
      throw toStoreError('write to', database.name, error);
    }
  }

  const isThere = async (id: GrantId): Promise<boolean> =>
    (await database.query('read', `SELECT 1 FROM ${schema}.grants WHERE id = $1`, [id])).length > 0;

  async function find(connection: Connection, id: GrantId) {
    const [row] = await connection.run(selectOne, [id]);
    if (row !== undefined) return toGrantRow(row);
    // One whose id is damaged is listed under another.
    const all = await connection.run(selectAll);
    return all.map(toGrantRow).find(({ grant }) => grant.id === id);
  }

  return {
    async add(grant) {
      let session: Backend | undefined;
      try {
        await database.transaction(async (connection) => {
          session = connection.backend;
          const facts = await prune(connection, PRUNED_WITH_ADD);
          const expiresAt = isUnbound(grant) ? 0 : (grant.expiresAt ?? null);
          const execution = grant.scope === 'execution' ? grant.executionId : null;
          await connection.run(insert, [grant.id, textOfGrant(grant), grant.usesLeft ?? null, expiresAt, execution]);
          await record(connection, [...facts, grantAdded(grant)]);
        });
      } catch (error) {
        // A caller that gets an error may give the grant again.
        const isUnknown = session !== undefined && isConnectionLost(error);
        if (session && isUnknown && (await looked(whenEnded(session, () => isThere(grant.id))))) return;
        throw toStoreError('write to', database.name, error);
      }
    },
    list: createSharedLook(look),
    revoke: (id, by) =>
      writing(async (connection) => {
        const found = await find(connection, id);
        if (found === undefined) return false;
        await removeRows(connection, [found.position]);
        await record(connection, [grantRevoked(found.grant, by, clock.now())]);
        return true;
      }),
    prune: (limit) =>
      writing(async (connection) => {
        const facts = await prune(connection, limit);
        await record(connection, facts);
        return facts.length;
      }),
  };
}
