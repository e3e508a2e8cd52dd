// The SQLite file that is copied, for this process alone: SQLite lets nobody else open it meanwhile, so what was verified
// is what is read, and no host continues its executions here while they continue elsewhere.
//
// Rows are read along indexes or from SQLite's own sorter, one after another; none of this grows with the file.

import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { AuditVerdict, Clock } from '@toolshed/kernel';
import { AuditFact } from '@toolshed/kernel/runtime';
import type { AuditHead } from '../audit/audit-check.js';
import { integerIn, type Row, textIn, withoutNulls } from '../rows/column.js';
import { migrate } from '../sqlite/database/migrate.js';
import { isBusy, toStoreError } from '../sqlite/database/sqlite-failure.js';
import { SELECT_HEAD, toHead } from '../sqlite/sqlite-audit.js';
import { verifySqlite } from '../sqlite/sqlite-audit-log.js';
import { createEarlierEntries } from '../sqlite/sqlite-journal-reads.js';
import type { EntryAt } from '../repeated-values.js';
import { StoreCopyError } from './store-copy-error.js';

export interface ChainedLine {
  /** The execution whose chain it belongs to, or '' for the host's. */
  readonly chain: string;
  /** Its number in the log it comes from. */
  readonly n: number;
  readonly fact: AuditFact;
}

export interface CopySource extends Disposable {
  readonly head: AuditHead;
  /** The last position that was given to an entry. */
  readonly lastPosition: number;
  verify(): Promise<AuditVerdict>;
  /** Executions that are marked as unreadable. */
  damaged(): readonly string[];
  /** By chain, the host's first, each from its first line. */
  lines(): Iterable<ChainedLine>;
  /** Executions that are kept and those that were pruned (with the `line` that says so), by id. */
  executions(): Iterable<Row>;
  entries(execution: string): Iterable<Row>;
  /** Finds entries whose values others of their execution repeat. */
  earlierOf(execution: string): EntryAt;
  questions(): Iterable<Row>;
  grants(): Iterable<Row>;
  records(): Iterable<Row>;
}

const LOCK_WAIT_MS = 2_000;

const LINES = `SELECT
    iif(execution IS NOT NULL AND (seq IS NOT NULL OR what = 'grant-used'), execution, '') AS chain, n,
    at, what, execution, session, seq, call, path, who, channel, detail, digest
  FROM audit ORDER BY 1, 2`;

const EXECUTIONS = `SELECT id, NULL AS line, position, session, agent, status, created_at, updated_at, wake_at, calls,
    open_questions, length, error, next_seq, checksum, idempotency_key, parent_elicitation, parent_execution, untold, placement
  FROM executions
  UNION ALL SELECT execution, line, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL FROM pruned ORDER BY id`;

export function openCopySource(file: string, clock: Clock): CopySource {
  if (!existsSync(file)) throw new StoreCopyError(`Cannot copy the store ${file}: there is no such file`);
  const database = openAlone(file, clock);
  const rows = (sql: string, ...values: readonly string[]): Iterable<Row> => database.prepare(sql).iterate(...values);
  const selectEntries = database.prepare(
    'SELECT seq, position, body, checksum FROM journal WHERE execution = ? ORDER BY seq',
  );
  const head = toHead(database.prepare(SELECT_HEAD).get()) ?? { lines: 0, hash: '' };
  const [end = {}] = database.prepare('SELECT max(position) AS last FROM journal_end').all();
  return {
    head,
    lastPosition: typeof end['last'] === 'number' ? end['last'] : 0,
    verify: () => verifySqlite(database),
    damaged: () => [...rows('SELECT id FROM executions WHERE damage IS NOT NULL')].map((row) => textIn(row, 'id')),
    *lines() {
      for (const { chain, n, ...columns } of rows(LINES))
        yield {
          chain: String(chain),
          n: integerIn({ n }, 'n'),
          fact: AuditFact.parse(withoutNulls(columns)),
        };
    },
    executions: () => rows(EXECUTIONS),
    entries: (execution) => selectEntries.iterate(execution),
    earlierOf: createEarlierEntries(database),
    questions: () => rows('SELECT position, id, execution, seq, session, is_open, flow FROM elicitations'),
    grants: () => rows('SELECT position, id, body, uses_left, expires_at, execution FROM grants'),
    records: () => rows('SELECT kind, key, value, version, expires_at FROM records'),
    [Symbol.dispose]: () => database.close(),
  };
}

function openAlone(file: string, clock: Clock): DatabaseSync {
  try {
    const database = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
    try {
      // The lock is taken with the first access, and kept until the connection is closed.
      database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
        BEGIN EXCLUSIVE; COMMIT`);
      migrate(database, file, clock);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    if (isBusy(error))
      throw new StoreCopyError(
        `Cannot copy the store ${file}: another process has it open; stop every host and command that uses it`,
      );
    throw toStoreError('open', file, error);
  }
}
