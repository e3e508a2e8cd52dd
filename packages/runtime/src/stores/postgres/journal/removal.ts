// What is removed, and the line that says so.

import { type Clock, ExecutionId, type JournalStore } from '@toolshed/kernel';
import { isOpenUndo, TERMINAL_SQL } from '../../rows/terminal-sql.js';
import { pruned, retired } from '../../audit/audit-facts.js';
import { checkedEntries } from '../../checked-entries.js';
import { hasEndedBefore } from '../../ended-journal.js';
import { integerIn } from '../../rows/column.js';
import { toEntryText } from '../../rows/placed-entry.js';
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
  const selectTerminal = `SELECT id, next_seq, checksum FROM ${schema}.executions
    AS e WHERE status IN ${TERMINAL_SQL} AND updated_at < $1 AND NOT EXISTS (
      SELECT 1 FROM ${schema}.executions AS u JOIN ${schema}.journal AS s ON s.execution = u.id AND s.seq = 0
      WHERE ${isOpenUndo('u')} AND u.session = e.session AND strpos(s.body, '"of":"' || e.id || '"') > 0)
    ORDER BY updated_at LIMIT $2 OFFSET $3 FOR UPDATE OF e SKIP LOCKED`;
  const selectTexts = `SELECT body, checksum FROM ${schema}.journal WHERE execution = $1 ORDER BY seq`;
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

  /** Up to `limit` executions that ended before a time, by what their journals say. */
  async function findEnded(connection: Connection, endedBefore: number, limit: number): Promise<readonly string[]> {
    const ended: string[] = [];
    for (let seen = 0; ended.length < limit; ) {
      const rows = await connection.run(selectTerminal, [endedBefore, limit - ended.length, seen]);
      if (rows.length === 0) break;
      seen += rows.length;
      for (const row of rows) {
        const execution = ExecutionId.safeParse(row['id']).data;
        if (execution === undefined) continue;
        const texts = await connection.run(selectTexts, [execution]);
        const end = { nextSeq: integerIn(row, 'next_seq'), checksum: integerIn(row, 'checksum') };
        const read = () => checkedEntries({ execution, from: 0, texts: texts.map(toEntryText), end });
        if (hasEndedBefore(read, endedBefore)) ended.push(execution);
      }
    }
    return ended;
  }

  return {
    prune: (endedBefore, limit) =>
      writing(async (connection) => {
        const ended = await findEnded(connection, endedBefore, limit);
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
