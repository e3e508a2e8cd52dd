// Where positions begin.
//
// A position is made of the id of the transaction that wrote the entry, and readers stay below the oldest transaction
// that still runs, so no reader skips an entry and no writer waits for another.
//
// Threat: transaction ids are the server's own. A standby that was promoted after it had lost some may give them again,
// and a restored dump begins with small ones: then entries would be placed before those that followers have seen. So
// the tables know the server and its timeline, and the first node that meets another one moves the base beyond every position
// that can have been given, with room for those that were lost.

import { integerIn, textIn } from '../../rows/column.js';
import type { Connection, History } from '../connection/server-connection.js';

export const INDEX_BITS = 10;
/** Entries of one transaction that can be placed under one transaction id. */
export const PLACES_PER_TRANSACTION = 1 << INDEX_BITS;

/** Transactions that a lost server may have committed after the last one that is known here. */
const LOST_TRANSACTIONS = 2 ** 24;

/** The place of the `i`th (from 1) row of this transaction; `extra` are transaction ids taken for more than fit. */
export const placeOf = (schema: string, i: string, extra: string): string =>
  `((CASE WHEN ${i} <= ${PLACES_PER_TRANSACTION} THEN pg_current_xact_id()::text::bigint
     ELSE (${extra}::bigint[])[(${i} - 1) >> ${INDEX_BITS}] END << ${INDEX_BITS})
   + ((${i} - 1) & ${PLACES_PER_TRANSACTION - 1}) + (SELECT base FROM ${schema}.meta))`;

/** No entry at or above this can be relied on to have no other before it. */
export const horizonIn = (schema: string): string =>
  `(SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::bigint << ${INDEX_BITS}) + base FROM ${schema}.meta)`;

export interface PositionBase {
  /** Resolves once positions that are given over this connection follow all that were given before. */
  ensure(connection: Connection, history: History): Promise<void>;
}

export function createPositionBase(schema: string, onMoved: (problem: string) => void): PositionBase {
  let known: History | undefined;
  const isKnown = (kept: History | undefined, { systemIdentifier, timeline }: History): boolean =>
    kept?.timeline === timeline && kept.systemIdentifier === systemIdentifier;
  return {
    async ensure(connection, history) {
      // A standby takes no writes.
      if (isKnown(known, history) || history.timeline === 0) return;
      const [row = {}] = await connection.run(
        `SELECT timeline, system_identifier AS "systemIdentifier" FROM ${schema}.meta`,
      );
      const kept = { timeline: integerIn(row, 'timeline'), systemIdentifier: textIn(row, 'systemIdentifier') };
      const isNew = kept.timeline === 0;
      if (!isKnown(kept, history)) {
        const gap = isNew ? 0 : LOST_TRANSACTIONS * PLACES_PER_TRANSACTION;
        await connection.run(MOVE(schema), [history.timeline, history.systemIdentifier, gap]);
        if (!isNew) onMoved('the server was replaced or promoted; positions continue after a gap');
      }
      known = history;
    },
  };
}

/** Two nodes that meet the new history at once move it once: the second finds its own there. */
const MOVE = (schema: string): string => `
  UPDATE ${schema}.meta SET timeline = $1, system_identifier = $2,
    base = CASE WHEN $3::bigint = 0 THEN base ELSE
      greatest(base, coalesce(greatest((SELECT max(position) FROM ${schema}.journal),
        (SELECT max(position) FROM ${schema}.audit), pruned_through), 0)
        - (pg_snapshot_xmin(pg_current_snapshot())::text::bigint << ${INDEX_BITS})) + $3::bigint END
  WHERE timeline <> $1 OR system_identifier <> $2`;
