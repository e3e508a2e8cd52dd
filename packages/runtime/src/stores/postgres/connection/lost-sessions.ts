// A session whose connection was lost may still commit what it was sent. It is ended, by its id and its start, before
// anybody looks up the outcome.

import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './connection-pool.js';
import { isConnectionLost } from './postgres-failure.js';
import type { Backend } from './server-connection.js';

/** Runs `look` once the lost session can do nothing more; waits for an unavailable server, until the store is closed. */
export type WhenEnded = <T>(lost: Backend, look: () => Promise<T>) => Promise<T>;

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
const END_WAIT_MS = 5_000;

export function createLostSessions(database: Database): WhenEnded {
  const end = `SELECT pg_terminate_backend(pid, ${END_WAIT_MS}) AS "hasEnded" FROM pg_stat_activity
    WHERE pid = $1 AND backend_start::text = $2`;
  return async (lost, look) => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
      try {
        const [row] = await database.query('reach', end, [lost.pid, lost.startedAt]);
        if (row === undefined || row['hasEnded'] === true) return await look();
      } catch (error) {
        // The server is unavailable: the outcome is unknown until it is back.
        if (database.isClosed || !isAway(error)) throw error;
      }
      await pause(pauseMs);
    }
  };
}

const isAway = (error: unknown): boolean =>
  isConnectionLost(error) || (error instanceof Error && Reflect.get(error, 'code') === 'store/unavailable');
