// Lists and verifies the audit log of a SQLite store, in steps between which the event loop turns.

import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AuditLine, type AuditLog, type AuditVerdict, JournalCorruptError } from '@toolshed/kernel';
import { nextAfter, toPage } from '@toolshed/kernel/runtime';
import { type AuditEvidence, checkAudit, EMPTY_HEAD } from '../audit/audit-check.js';
import { JOURNAL_END } from '../checked-entries.js';
import { comparableJson, type StoredColumns, type StoredQuestion } from '../row-check.js';
import { integerIn, optionalInteger, optionalText, type Row, textIn, withoutNulls } from '../rows/column.js';
import { safeInteger } from './database/safe-integer.js';
import { openSnapshot } from './database/open-database.js';
import { SELECT_HEAD, toHead } from './sqlite-audit.js';
import { LARGEST_COUNT } from './sqlite-counters.js';
import { isDamage, reading, toStoreError } from './database/sqlite-failure.js';
import { readPlaced } from '../rows/placed-entry.js';
import { createEarlierEntries, PLACED_ENTRY } from './sqlite-journal-reads.js';

export interface SqliteAuditLogDeps {
  readonly database: DatabaseSync;
  readonly file: string;
}

const DEFAULT_LIMIT = 50;

/** Steps of a check between two turns of the event loop: a few milliseconds of work. */
const STEPS_PER_TURN = 200;

export function createSqliteAuditLog({ database, file }: SqliteAuditLogDeps): AuditLog {
  const select = database.prepare(
    `SELECT ${LINE} FROM audit WHERE n >= ? AND n <= ${LARGEST_COUNT} ORDER BY audit.n LIMIT ?`,
  );

  const selectNewest = database.prepare(`SELECT ${LINE} FROM audit WHERE n < ? ORDER BY audit.n DESC LIMIT ?`);
  // Lines are numbered from 1 without gaps.
  const selectLast = database.prepare(`SELECT n FROM audit WHERE n <= ${LARGEST_COUNT} ORDER BY n DESC LIMIT 1`);

  return {
    async list({ before = LARGEST_COUNT + 1, limit = DEFAULT_LIMIT } = {}) {
      return reading(file, () => {
        const found = selectNewest.all(before, limit + 1).map(toLine);
        const shown = found.slice(0, limit);
        const last = selectLast.get();
        const total = last === undefined ? 0 : integerIn(last, 'n');
        return toPage(shown, { total, next: nextAfter(shown, found.length > limit, ({ n }) => n) });
      });
    },
    async read(from, limit) {
      return reading(file, () => select.all(from, limit).map(toLine));
    },
    async verify(kept) {
      try {
        using snapshot = openSnapshot(file);
        return await verifySqlite(snapshot, kept);
      } catch (error) {
        throw toStoreError('verify', file, error);
      }
    },
  };
}

/** Over a connection that nothing is written to meanwhile, or that sees one version of the file. */
export const verifySqlite = (database: DatabaseSync, kept?: string): Promise<AuditVerdict> =>
  run(checkAudit(evidenceIn(database), kept));

async function run(check: Generator<undefined, AuditVerdict>): Promise<AuditVerdict> {
  for (let steps = 1; ; steps += 1) {
    const { done, value } = check.next();
    if (done) return value;
    if (steps % STEPS_PER_TURN === 0) await nextTurn();
  }
}

function evidenceIn(database: DatabaseSync): AuditEvidence {
  const selectEntry = database.prepare(`SELECT ${PLACED_ENTRY} FROM journal WHERE execution = ? AND seq = ?`);
  const earlierOf = createEarlierEntries(database);
  const assertFound = createFinder(database);
  const rowsOf = createRowReader(database);
  return {
    head: toHead(database.prepare(SELECT_HEAD).get()) ?? EMPTY_HEAD,
    *lines() {
      for (const row of database.prepare(`SELECT ${LINE} FROM audit ORDER BY audit.n`).iterate())
        yield withoutNulls(row);
    },
    *executions() {
      for (const row of database
        .prepare(`SELECT id, ${safeInteger('next_seq')} AS next_seq FROM executions`)
        .iterate()) {
        yield { execution: textIn(row, 'id'), length: optionalInteger(row, 'next_seq') ?? 0 };
      }
    },
    entryAt(execution, seq) {
      if (seq === 0) assertFound(execution);
      const row = selectEntry.get(execution, seq);
      return row && readPlaced(row, earlierOf(execution));
    },
    rowsOf,
    strayQuestions() {
      const select = database.prepare(
        'SELECT count(*) AS count FROM elicitations WHERE execution NOT IN (SELECT id FROM executions)',
      );
      // Where the index of ids is damaged, each execution is noted already.
      const row = rowOrUndefined(() => select.get());
      return row === undefined ? 0 : integerIn(row, 'count');
    },
    pruned: prunedIn(database),
    *grants() {
      for (const row of database.prepare(`SELECT id, body, ${WRITTEN_USES} FROM grants`).iterate()) {
        yield { id: textIn(row, 'id'), text: textIn(row, 'body'), usesLeft: optionalInteger(row, 'uses_left') };
      }
    },
  };
}

function createRowReader(database: DatabaseSync): AuditEvidence['rowsOf'] {
  const selectRow = database.prepare(
    `SELECT status, session, agent, ${[...INTEGERS, 'next_seq', 'checksum'].map((name) => `${safeInteger(name)} AS ${name}`).join(', ')}, error,
       idempotency_key, parent_elicitation, parent_execution, placement FROM executions WHERE id = ?`,
  );
  const selectQuestions = database.prepare(
    `SELECT id, ${safeInteger('seq')} AS seq, session, ${safeInteger('is_open')} AS is_open, flow
     FROM elicitations INDEXED BY elicitations_by_execution WHERE execution = ?`,
  );
  const selectLast = database.prepare(
    `SELECT ${safeInteger('checksum')} AS checksum FROM journal WHERE execution = ? ORDER BY seq DESC LIMIT 1`,
  );
  return (execution) => {
    const row = selectRow.get(execution);
    if (row !== undefined) assertEnd(row, selectLast.get(execution));
    return row && { execution: columnsIn(row), questions: selectQuestions.all(execution).map(toStoredQuestion) };
  };
}

/** As every reader checks it (`checked-entries.ts`): an execution whose row names another end cannot be read. */
function assertEnd(row: Row, last: Row | undefined): void {
  const seq = optionalInteger(row, 'next_seq') ?? 0;
  if (last !== undefined && integerIn(last, 'checksum') === optionalInteger(row, 'checksum')) return;
  throw new JournalCorruptError(seq, JOURNAL_END);
}

const INTEGERS = ['created_at', 'wake_at', 'calls', 'open_questions', 'length'] as const;

const columnsIn = (row: Row): StoredColumns => ({
  status: textIn(row, 'status'),
  session: textIn(row, 'session'),
  agent: optionalText(row, 'agent'),
  created_at: optionalInteger(row, 'created_at'),
  wake_at: optionalInteger(row, 'wake_at'),
  calls: optionalInteger(row, 'calls'),
  open_questions: optionalInteger(row, 'open_questions'),
  length: optionalInteger(row, 'length'),
  error: comparableJson(optionalText(row, 'error')),
  idempotency_key: optionalText(row, 'idempotency_key'),
  parent_elicitation: optionalText(row, 'parent_elicitation'),
  parent_execution: optionalText(row, 'parent_execution'),
  placement: comparableJson(optionalText(row, 'placement')),
});

const toStoredQuestion = (row: Row): StoredQuestion => ({
  id: textIn(row, 'id'),
  seq: optionalInteger(row, 'seq'),
  session: textIn(row, 'session'),
  isOpen: row['is_open'] === 1,
  flow: optionalText(row, 'flow'),
});

/**
 * Looks an execution up as every reader does, by the index of its id: where that is damaged no journal can be read,
 * although a scan of the table finds each. Throws JournalCorruptError.
 */
function createFinder(database: DatabaseSync): (execution: string) => void {
  const select = database.prepare('SELECT id FROM executions WHERE id = ?');
  return (execution) => {
    if (rowOrUndefined(() => select.get(execution)) === undefined)
      throw new JournalCorruptError(0, 'its execution cannot be found by its id; restore a backup', {
        executionId: execution,
      });
  };
}

function rowOrUndefined(read: () => Row | undefined): Row | undefined {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/** Ordered by `audit.n`: `n` alone would be what is made of it here, and every line would be sorted for a page. */
const LINE = `${safeInteger('n')} AS n, ${safeInteger('at')} AS at, what, execution, session, ${safeInteger('seq')} AS seq,
  ${safeInteger('call')} AS call, path, who, channel, detail, digest, previous, hash`;

/** No writer wrote fewer than none. */
const WRITTEN_USES = `iif(uses_left IS NULL, NULL, coalesce(${safeInteger('uses_left')}, -1)) AS uses_left`;

/** A line that cannot be read is reported as such; `verify` says more. */
function toLine(row: Row): AuditLine {
  const line = AuditLine.safeParse(withoutNulls(row)).data;
  if (line !== undefined) return line;
  const [previous, hash] = [textIn(row, 'previous'), textIn(row, 'hash')];
  return { n: integerIn(row, 'n'), at: 0, what: 'damaged', detail: 'this line cannot be read', previous, hash };
}

function prunedIn(database: DatabaseSync): ReadonlyMap<number, readonly string[]> {
  const rows = database.prepare(`SELECT execution, coalesce(${safeInteger('line')}, 0) AS line FROM pruned`).all();
  const groups = Map.groupBy(rows, (row) => integerIn(row, 'line'));
  return new Map([...groups].map(([line, group]) => [line, group.map((row) => textIn(row, 'execution'))]));
}
