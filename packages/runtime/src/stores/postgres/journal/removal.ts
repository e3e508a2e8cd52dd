// What is removed, and the line that says so.

import type { Clock, JournalStore } from '@toolshed/kernel';
import { pruned, retired } from '../../audit-facts.js';
import { textIn } from '../../rows/column.js';
import type { RecordHostFacts } from '../audit/host-chain.js';
import type { Connection } from '../connection/server-connection.js';
import type { Database } from '../connection/connection-pool.js';
import { toStoreError } from '../connection/postgres-failure.js';

export type Removal = Pick<JournalStore, 'prune' | 'remains' | 'retire'>;

export interface RemovalDeps {
  readonly database: Database;
  readonly schema: string;
  readonly clock: Clock;
  readonly record: RecordHostFacts;
}

export function createRemoval({ database, schema, clock, record }: RemovalDeps): Removal {
  const selectSettled = `SELECT id FROM ${schema}.executions
    WHERE status IN ('completed', 'failed', 'cancelled') AND updated_at < $1
    ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED`;
  const selectDamaged = `SELECT id FROM ${schema}.executions WHERE id = $1 AND damage IS NOT NULL FOR UPDATE`;
  const selectBodies = `SELECT j.body FROM ${schema}.executions AS e
    LEFT JOIN ${schema}.journal AS j ON j.execution = e.id WHERE e.id = $1 AND e.damage IS NOT NULL ORDER BY j.seq`;
  // Positions of removed entries are not given again to followers, so the last of them is kept.
  const remove = `WITH gone AS (
      DELETE FROM ${schema}.journal WHERE execution = ANY ($1::text[]) RETURNING position
    ), unasked AS (DELETE FROM ${schema}.elicitations WHERE execution = ANY ($1::text[])
    ), quests AS (DELETE FROM ${schema}.side_quests WHERE execution = ANY ($1::text[])
    ), ended AS (
      DELETE FROM ${schema}.executions WHERE id = ANY ($1::text[]) RETURNING id, audit_lines, audit_hash
    ), kept AS (
      INSERT INTO ${schema}.pruned (execution, line, audit_lines, audit_hash) SELECT id, $2, audit_lines, audit_hash FROM ended
    ) UPDATE ${schema}.meta SET pruned_through = greatest(pruned_through, (SELECT max(position) FROM gone))`;

  async function writing<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      return await database.transaction(work);
    } catch (error) {
      throw toStoreError('write to', database.name, error);
    }
  }

  return {
    prune: (endedBefore, limit) =>
      writing(async (connection) => {
        const rows = await connection.run(selectSettled, [endedBefore, limit]);
        const ended = rows.map((row) => textIn(row, 'id'));
        if (ended.length === 0) return 0;
        const line = await record(connection, [pruned(ended, endedBefore, clock.now())]);
        await connection.run(remove, [ended, line]);
        return ended.length;
      }),
    async remains(execution) {
      const rows = await database.query('read', selectBodies, [execution]);
      return rows.length === 0 ? undefined : rows.flatMap(({ body }) => (body === null ? [] : [String(body)]));
    },
    retire: (execution, by) =>
      writing(async (connection) => {
        const [row] = await connection.run(selectDamaged, [execution]);
        if (row === undefined) return false;
        const line = await record(connection, [retired(execution, by, clock.now())]);
        await connection.run(remove, [[execution], line]);
        return true;
      }),
  };
}
