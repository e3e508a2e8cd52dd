// The chain of audit lines that belong to no execution: grants, and what was pruned. Its end is a row that stays locked
// until the transaction ends, so these lines are written one after another; they are few.

import type { AuditFact } from '@toolshed/kernel/runtime';
import { integerIn, textIn } from '../../rows/column.js';
import type { Connection } from '../connection/server-connection.js';
import { chainLines } from '../journal/write-rows.js';
import { placeOf } from '../schema/position-base.js';

export const HOST_CHAIN = '';

/** Once in a transaction, and last: the lock orders everybody who comes here. Returns the number of the last line. */
export type RecordHostFacts = (connection: Connection, facts: readonly AuditFact[]) => Promise<number>;

export function createRecordHostFacts(schema: string): RecordHostFacts {
  const selectEnd = `SELECT audit_lines AS lines, audit_hash AS hash FROM ${schema}.meta FOR NO KEY UPDATE`;
  const updateEnd = `UPDATE ${schema}.meta SET audit_lines = $1, audit_hash = $2`;
  const insert = `INSERT INTO ${schema}.audit (chain, link, position, body, hash)
    SELECT '${HOST_CHAIN}', t.link, ${placeOf(schema, 't.i', '$4')}, t.body, t.hash
    FROM unnest($1::int[], $2::text[], $3::text[]) WITH ORDINALITY AS t(link, body, hash, i)`;
  return async (connection, facts) => {
    const [row = {}] = await connection.run(selectEnd);
    const end = { lines: integerIn(row, 'lines'), hash: textIn(row, 'hash') };
    const lines = chainLines(HOST_CHAIN, facts, end);
    const last = lines.at(-1);
    if (last === undefined) return end.lines;
    await connection.run(insert, [
      lines.map(({ link }) => link),
      lines.map(({ body }) => body),
      lines.map(({ hash }) => hash),
      [],
    ]);
    await connection.run(updateEnd, [last.link, last.hash]);
    return last.link;
  };
}
