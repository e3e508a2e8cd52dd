// Records that the nodes share, each in a row of its own.
//
// Invariants
//   R1. Every statement may run twice: the pool repeats one whose connection was lost, and the first may have been carried
//       out, or be carried out later. A write carries a mark, its version; a row that has the mark already was written
//       by the same call, and stays as it is.
//   R2. `take` marks a row with its taker and leaves it for a minute, longer than any lost statement can still come. A row
//       that was taken, or whose time is over, counts as absent.
//   R3. Each write removes some rows whose time is over, more than it adds.

import { recordValue } from '../../rows/record-value.js';
import { randomUUID } from 'node:crypto';
import type { JsonValue, SharedRecord } from '@toolshed/kernel';
import { type AuditFact, recordText } from '@toolshed/kernel/runtime';
import type { AuditedRecords } from '../../audit/audited-records.js';
import { type Row, textIn } from '../../rows/column.js';
import type { RecordHostFacts } from '../audit/host-chain.js';
import type { Database } from '../connection/connection-pool.js';
import { toStoreError } from '../connection/postgres-failure.js';
import { fromStored, toStored } from '../../rows/stored-text.js';
import { createGatheredReads } from './gathered-reads.js';

const REMOVED_WITH_A_WRITE = 20;
const MAX_PAGE = 1_000;

export function createPostgresRecords(database: Database, schema: string, record: RecordHostFacts): AuditedRecords {
  const table = `${schema}.records`;
  const isThere = '(r.taken_by IS NULL AND (r.expires_at IS NULL OR r.expires_at > clock_timestamp()))';
  const expiry = `clock_timestamp() + $5::bigint * interval '1 millisecond'`;
  // The row that is written is left alone: one statement cannot change a row twice (R3).
  const swept = `WITH swept AS (
      DELETE FROM ${table} WHERE (kind, key) IN (
        SELECT kind, key FROM ${table} WHERE expires_at < clock_timestamp() AND (kind, key) <> ($1, $2)
        ORDER BY expires_at LIMIT ${REMOVED_WITH_A_WRITE} FOR UPDATE SKIP LOCKED))`;
  // R1: a row that has the version `$4` already keeps what the same call wrote.
  const write = (mayReplace: string): string => `${swept}
    INSERT INTO ${table} AS r (kind, key, value, version, expires_at) VALUES ($1, $2, $3, $4, ${expiry})
    ON CONFLICT (kind, key) DO UPDATE SET
      value = CASE WHEN r.version = $4 THEN r.value ELSE excluded.value END,
      expires_at = CASE WHEN r.version = $4 THEN r.expires_at ELSE excluded.expires_at END,
      taken_by = CASE WHEN r.version = $4 THEN r.taken_by END,
      version = $4
    WHERE ${mayReplace} RETURNING version`;
  const add = write(`r.version = $4 OR NOT ${isThere}`);
  const put = write('true');
  const replace = `UPDATE ${table} AS r SET
      value = CASE WHEN r.version = $4 THEN r.value ELSE $3 END,
      expires_at = CASE WHEN r.version = $4 THEN r.expires_at ELSE ${expiry} END,
      version = $4
    WHERE kind = $1 AND key = $2 AND (r.version = $4 OR (r.version::text = $6 AND ${isThere})) RETURNING version`;
  const columns = 'r.key, r.value, r.version';
  const list = `SELECT ${columns} FROM ${table} AS r WHERE kind = $1 AND key > $2 AND ${isThere} ORDER BY key LIMIT $3`;
  // R2.
  const take = `UPDATE ${table} AS r SET taken_by = $3, expires_at = clock_timestamp() + interval '1 minute'
    WHERE kind = $1 AND key = $2 AND (taken_by = $3 OR ${isThere}) RETURNING ${columns}`;
  const gathered = createGatheredReads(
    database,
    `SELECT r.kind, ${columns} FROM ${table} AS r
    JOIN unnest($1::text[], $2::text[]) AS t(kind, key) ON r.kind = t.kind AND r.key = t.key WHERE ${isThere}`,
  );

  const valuesOf = (kind: string, key: string, value: JsonValue, lastsMs: number | undefined): readonly unknown[] => [
    kind,
    toStored(key),
    recordText(kind, key, value),
    randomUUID(),
    lastsMs === undefined ? null : Math.ceil(lastsMs),
  ];
  /** With its line, in one transaction, which is not run twice: a caller that is told of a failure looks again. */
  const change = async (sql: string, values: readonly unknown[], fact?: AuditFact): Promise<readonly Row[]> => {
    if (fact === undefined) return await database.query('write to', sql, values);
    try {
      return await database.transaction(async (connection) => {
        const rows = await connection.run(sql, values);
        if (rows.length > 0) await record(connection, [fact]);
        return rows;
      });
    } catch (error) {
      throw toStoreError('write to', database.name, error);
    }
  };
  const isWritten = async (sql: string, values: readonly unknown[], fact?: AuditFact): Promise<boolean> =>
    (await change(sql, values, fact)).length > 0;

  return {
    add: async (kind, key, value, { lastsMs } = {}, fact) =>
      await isWritten(add, valuesOf(kind, key, value, lastsMs), fact),
    async put(kind, key, value, { lastsMs } = {}) {
      await isWritten(put, valuesOf(kind, key, value, lastsMs));
    },
    replace: async (kind, key, version, value, { lastsMs } = {}, fact) =>
      await isWritten(replace, [...valuesOf(kind, key, value, lastsMs), version], fact),
    async get(kind, key) {
      const row = await gathered(kind, toStored(key));
      return row && toRecord(row);
    },
    async list(kind, { after = '', limit }) {
      return (await database.query('read', list, [kind, toStored(after), Math.min(limit, MAX_PAGE)])).map(toRecord);
    },
    async take(kind, key, fact) {
      const [row] = await change(take, [kind, toStored(key), randomUUID()], fact);
      return row && toRecord(row);
    },
  };
}

const toRecord = (row: Row): SharedRecord => ({
  key: fromStored(textIn(row, 'key')),
  value: recordValue(textIn(row, 'value')),
  version: textIn(row, 'version'),
});
