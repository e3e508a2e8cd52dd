// Which node shows a question: a column of the question's row, with the lease of that node for its end.

import { ElicitationId, type QuestionClaims } from '@toolshed/kernel';
import { textIn } from '../../rows/column.js';
import type { Database } from '../connection/connection-pool.js';

export function createQuestionClaims(database: Database, schema: string): QuestionClaims {
  const lives = (owner: string): string =>
    `EXISTS (SELECT 1 FROM ${schema}.nodes WHERE nodes.id = ${owner} AND nodes.lease_until > clock_timestamp())`;
  // Rows are locked in the order of their ids. The claim that was seen is a condition: a node that waits for the row
  // while another claims it, and cannot see that owner's lease yet, does not take it for dead.
  const claim = `WITH seen AS MATERIALIZED (
      SELECT id, offered_by FROM ${schema}.elicitations
      WHERE id = ANY($2::text[]) AND is_open AND ${lives('$1')}
        AND (offered_by IS NULL OR offered_by = $1 OR NOT ${lives('offered_by')})
    ), locked AS MATERIALIZED (
      SELECT e.id FROM ${schema}.elicitations AS e JOIN seen ON e.id = seen.id
      WHERE e.is_open AND e.offered_by IS NOT DISTINCT FROM seen.offered_by
      ORDER BY e.id FOR NO KEY UPDATE OF e
    )
    UPDATE ${schema}.elicitations AS e SET offered_by = $1 FROM locked WHERE e.id = locked.id RETURNING e.id`;
  const release = `UPDATE ${schema}.elicitations SET offered_by = NULL WHERE id = ANY($2::text[]) AND offered_by = $1`;
  // From one node to the next: what each of them shows is passed over.
  const offered = `SELECT offered_by FROM ${schema}.elicitations WHERE is_open AND offered_by IS NOT NULL`;
  const deserters = `WITH RECURSIVE claimed AS (
      (${offered} ORDER BY offered_by LIMIT 1)
      UNION ALL
      SELECT (${offered} AND offered_by > claimed.offered_by ORDER BY offered_by LIMIT 1)
      FROM claimed WHERE claimed.offered_by IS NOT NULL
    ) SELECT offered_by AS owner FROM claimed WHERE offered_by IS NOT NULL AND NOT ${lives('claimed.offered_by')}`;
  return {
    async claim(owner, questions) {
      const rows = await database.query('claim in', claim, [owner, questions]);
      return rows.map((row) => ElicitationId.parse(textIn(row, 'id')));
    },
    async release(owner, questions) {
      await database.query('write to', release, [owner, questions]);
    },
    async deserters() {
      return (await database.query('read', deserters)).map((row) => textIn(row, 'owner'));
    },
  };
}
