// A connection that is lost while a statement runs leaves its outcome unknown, and repeating it could write twice. So
// each write leaves a random mark with its rows, and whoever lost the connection looks for it before anybody is told.
//
// Invariants
//   U1. Nothing is said while the lost session may still commit: it is ended first, by its id and its start.
//   U2. What is found was waited for as every commit is: the look locks the row, so that with a synchronous standby it
//       returns only when the standby has what came before.

import { setTimeout as pause } from 'node:timers/promises';
import type { Backend } from '../connection/server-connection.js';
import type { Database } from '../connection/connection-pool.js';
import { isConnectionLost } from '../connection/postgres-failure.js';
import { integerIn } from '../../rows/column.js';
import type { GroupRows } from './write-rows.js';

/** The epoch of each group that was written, and undefined for those that were not. */
export type Outcome = (lost: Backend, rows: readonly GroupRows[]) => Promise<readonly (number | undefined)[]>;

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
const END_WAIT_MS = 5_000;

export function createUnknownOutcome(database: Database, schema: string): Outcome {
  const end = `SELECT pg_terminate_backend(pid, ${END_WAIT_MS}) AS "hasEnded" FROM pg_stat_activity
    WHERE pid = $1 AND backend_start::text = $2`;
  const look = `SELECT CASE WHEN j.mark = $3 THEN j.epoch WHEN $4 AND e.mark = $3 THEN e.epoch END AS epoch
    FROM ${schema}.executions AS e LEFT JOIN ${schema}.journal AS j ON j.execution = e.id AND j.seq = $2
    WHERE e.id = $1 FOR UPDATE OF e`;

  async function epochOf({ group, first, mark, entries }: GroupRows): Promise<number | undefined> {
    const values = [group.execution, first, mark, entries.length === 0];
    const [row] = await database.using((connection) => connection.run(look, values));
    return row === undefined || row['epoch'] === null ? undefined : integerIn(row, 'epoch');
  }

  return async (lost, rows) => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
      try {
        const [row] = await database.query('reach', end, [lost.pid, lost.startedAt]);
        if (row !== undefined && row['hasEnded'] !== true) continue;
        const found: (number | undefined)[] = [];
        for (const one of rows) found.push(await epochOf(one));
        return found;
      } catch (error) {
        // The server is away: nothing can be said before it is back.
        if (database.isClosed || !isAway(error)) throw error;
        await pause(pauseMs);
      }
    }
  };
}

const isAway = (error: unknown): boolean =>
  isConnectionLost(error) || (error instanceof Error && Reflect.get(error, 'code') === 'store/unavailable');
