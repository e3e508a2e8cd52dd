// Who drives an execution. The owner is a column of the row that every append updates, so that one condition fences both.

import type { JournalStore } from '@toolshed/kernel';
import { integerIn } from '../../rows/column.js';
import type { Database } from '../connection/connection-pool.js';
import { ENTRY_FORMAT } from '../entry-formats.js';

export type Claims = Required<Pick<JournalStore, 'claim'>> & Pick<JournalStore, 'release'>;

export function createClaims(database: Database, schema: string): Claims {
  const lives = (owner: string): string =>
    `EXISTS (SELECT 1 FROM ${schema}.nodes WHERE nodes.id = ${owner} AND nodes.lease_until > clock_timestamp())`;
  const isPlaced = `(e.placement IS NULL OR e.placement <@ (SELECT n.placement FROM ${schema}.nodes AS n WHERE n.id = $2))`;
  // The epoch that was seen with the owner is a condition: a node that waits for the row while another claims it, and cannot
  // see that owner's lease yet, does not take it for dead.
  const claim = `WITH seen AS (SELECT owner, epoch FROM ${schema}.executions WHERE id = $1)
    UPDATE ${schema}.executions AS e SET owner = $2, epoch = e.epoch + 1
    FROM seen WHERE e.id = $1 AND e.epoch = seen.epoch AND e.format <= $3 AND ${lives('$2')} AND ${isPlaced}
      AND (seen.owner IS NULL OR seen.owner = $2 OR NOT ${lives('seen.owner')})
    RETURNING e.epoch`;
  const release = `UPDATE ${schema}.executions SET owner = NULL, epoch = epoch + 1 WHERE id = $1 AND owner = $2`;
  return {
    async claim(execution, owner) {
      const [row] = await database.query('claim in', claim, [execution, owner, ENTRY_FORMAT]);
      return row && { epoch: integerIn(row, 'epoch') };
    },
    async release(execution, owner) {
      await database.query('write to', release, [execution, owner]);
    },
  };
}
