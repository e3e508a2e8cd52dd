// Small records beside the journals. Processes that share the file see each other's at once: every write is a
// transaction, and every read looks at the file.

import { recordValue } from '../rows/record-value.js';
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock, JsonValue, SharedRecord } from '@toolshed/kernel';
import { type AuditFact, recordText } from '@toolshed/kernel/runtime';
import type { AuditedRecords } from '../audit/audited-records.js';
import { type Row, textIn } from '../rows/column.js';
import { fromStored, toStored } from '../rows/stored-text.js';
import type { CommitQueue } from './database/commit-queue.js';
import { reading } from './database/sqlite-failure.js';
import type { RecordFacts } from './sqlite-audit.js';

export interface SqliteRecordsDeps {
  readonly database: DatabaseSync;
  readonly file: string;
  readonly queue: CommitQueue;
  readonly clock: Clock;
  readonly record: RecordFacts;
}

/** Each write removes some records whose time is over, more than it adds. */
const REMOVED_WITH_A_WRITE = 20;
const MAX_PAGE = 1_000;

export function createSqliteRecords({ database, file, queue, clock, record }: SqliteRecordsDeps): AuditedRecords {
  const isThere = '(expires_at IS NULL OR expires_at > ?)';
  const columns = 'key, value, version';
  const select = database.prepare(`SELECT ${columns} FROM records WHERE kind = ? AND key = ? AND ${isThere}`);
  const selectPage = database.prepare(
    `SELECT ${columns} FROM records WHERE kind = ? AND key > ? AND ${isThere} ORDER BY key LIMIT ?`,
  );
  const upsert = database.prepare(
    `INSERT INTO records (kind, key, value, version, expires_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at`,
  );
  const remove = database.prepare('DELETE FROM records WHERE kind = ? AND key = ?');
  const sweep = database.prepare(
    `DELETE FROM records WHERE (kind, key) IN
       (SELECT kind, key FROM records WHERE expires_at <= ? ORDER BY expires_at LIMIT ${REMOVED_WITH_A_WRITE})`,
  );

  const find = (kind: string, key: string): SharedRecord | undefined => {
    const row = select.get(kind, toStored(key), clock.now());
    return row && toRecord(row);
  };

  /** Whether it was written; `may` decides under the lock of the write. */
  function write(
    [kind, key, value]: readonly [string, string, JsonValue],
    lastsMs: number | undefined,
    may: (found: SharedRecord | undefined) => boolean,
    fact?: AuditFact,
  ): Promise<boolean> {
    const text = recordText(kind, key, value);
    const version = randomUUID();
    return queue.commit(() => {
      if (!may(find(kind, key))) return false;
      const now = clock.now();
      sweep.run(now);
      upsert.run(kind, toStored(key), text, version, lastsMs === undefined ? null : now + Math.ceil(lastsMs));
      if (fact !== undefined) record([fact]);
      return true;
    });
  }

  return {
    add: async (kind, key, value, { lastsMs } = {}, fact) =>
      await write([kind, key, value], lastsMs, (found) => found === undefined, fact),
    async put(kind, key, value, { lastsMs } = {}) {
      await write([kind, key, value], lastsMs, () => true);
    },
    replace: async (kind, key, version, value, { lastsMs } = {}, fact) =>
      await write([kind, key, value], lastsMs, (found) => found?.version === version, fact),
    get: async (kind, key) => reading(file, () => find(kind, key)),
    list: async (kind, { after = '', limit }) =>
      reading(file, () => selectPage.all(kind, toStored(after), clock.now(), Math.min(limit, MAX_PAGE))).map(toRecord),
    take: (kind, key, fact) =>
      queue.commit(() => {
        const found = find(kind, key);
        remove.run(kind, toStored(key));
        if (found !== undefined && fact !== undefined) record([fact]);
        return found;
      }),
  };
}

const toRecord = (row: Row): SharedRecord => ({
  key: fromStored(textIn(row, 'key')),
  value: recordValue(textIn(row, 'value')),
  version: textIn(row, 'version'),
});
