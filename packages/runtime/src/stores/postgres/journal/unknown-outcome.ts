// A connection that is lost while a statement runs leaves its outcome unknown, and repeating it could write twice. So
// each write leaves a random mark with its rows, and the node that lost the connection looks for it before any caller gets a result.
//
// Invariants
//   U1. No outcome is reported while the lost session may still commit: it is ended first.
//   U2. What is found was waited for as every commit is: the look locks the row, so that with a synchronous standby it
//       returns only when the standby has what came before.

import { type ExecutionId, OutcomeUnknownError } from '@toolshed/kernel';
import type { Backend } from '../connection/server-connection.js';
import type { Database } from '../connection/connection-pool.js';
import type { WhenEnded } from '../connection/lost-sessions.js';
import { integerIn } from '../../rows/column.js';
import type { GroupRows } from './write-rows.js';

/** The epoch of each group that was written, and undefined for those that were not. */
export type Outcome = (lost: Backend, rows: readonly GroupRows[]) => Promise<readonly (number | undefined)[]>;

/** The error a caller gets while the outcome of its write is unknown. */
export const outcomeUnknown = (name: string, why: string, executionId?: ExecutionId, cause?: unknown): Error =>
  new OutcomeUnknownError(
    `Cannot tell whether the store at ${name} has what was written${executionId === undefined ? '' : ` to ${executionId}`}: ` +
      `${why}; read it once the server is back, or send the same answer again, or the same program with its idempotency key`,
    { cause, ...(executionId === undefined ? {} : { executionId }) },
  );

export function createUnknownOutcome(database: Database, schema: string, whenEnded: WhenEnded): Outcome {
  // U2: `FOR UPDATE`.
  const look = `SELECT CASE WHEN j.mark = $3 THEN j.epoch WHEN $4 AND e.mark = $3 THEN e.epoch END AS epoch
    FROM ${schema}.executions AS e LEFT JOIN ${schema}.journal AS j ON j.execution = e.id AND j.seq = $2
    WHERE e.id = $1 FOR UPDATE OF e`;

  async function epochOf({ group, first, mark, entries }: GroupRows): Promise<number | undefined> {
    const values = [group.execution, first, mark, entries.length === 0];
    const [row] = await database.using((connection) => connection.run(look, values));
    return row === undefined || row['epoch'] === null ? undefined : integerIn(row, 'epoch');
  }

  // U1.
  return (lost, rows) =>
    whenEnded(lost, async () => {
      const found: (number | undefined)[] = [];
      for (const one of rows) found.push(await epochOf(one));
      return found;
    });
}
