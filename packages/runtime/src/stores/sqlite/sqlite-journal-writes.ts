// Writes journals to SQLite: the entries with all that is derived from them (summary, questions, uses of grants, audit
// lines), in one transaction of the commit queue.

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Clock,
  ExecutionId,
  type ExecutionSummary,
  JournalConflictError,
  type JournalEntry,
  type JournalStore,
} from '@toolshed/kernel';
import { factOf, CannotForkError, isTerminalStatus } from '@toolshed/kernel/runtime';
import { isOpenUndo, TERMINAL_SQL } from '../rows/terminal-sql.js';
import { sha256 } from '../../digest.js';
import { pruned, retired } from '../audit/audit-facts.js';
import { firstChecksum, writeEntries } from '../entry-text.js';
import { shareValues, type ValuePlaces } from '../repeated-values.js';
import type { ValueIndex } from '../value-index.js';
import { grantUsesIn } from '../grant-uses.js';
import { mustFollow, mustStart } from '../next-entries.js';
import { questionChangeOf } from '../question-change.js';
import { checkedEntries } from '../checked-entries.js';
import { hasEndedBefore } from '../ended-journal.js';
import { integerIn, type Row, textIn } from '../rows/column.js';
import { toEntryText } from '../rows/placed-entry.js';
import type { CommitQueue } from './database/commit-queue.js';
import { createRowInserter } from './database/row-inserter.js';
import type { RecordFacts } from './sqlite-audit.js';
import type { JournalPositions } from './sqlite-counters.js';
import type { SqliteGrants } from './sqlite-grant-store.js';

export type JournalWrites = Pick<JournalStore, 'create' | 'append' | 'release' | 'prune' | 'remains' | 'retire'>;

export interface JournalWritesDeps {
  readonly database: DatabaseSync;
  readonly queue: CommitQueue;
  readonly record: RecordFacts;
  readonly clock: Clock;
  readonly positions: JournalPositions;
  readonly takeUses: SqliteGrants['takeUses'];
  readonly values: ValueIndex;
}

/** Where a journal ends: how many entries it has, and the running checksum of them. */
interface JournalEnd {
  readonly length: number;
  readonly checksum: number;
}

interface EndedExecution {
  readonly execution: ExecutionId;
  readonly end: JournalEnd;
}

const toEnd = (row: Row): JournalEnd => ({ length: integerIn(row, 'next_seq'), checksum: integerIn(row, 'checksum') });

export function createJournalWrites(deps: JournalWritesDeps): JournalWrites {
  const { database, queue, record, clock, positions, takeUses, values } = deps;
  const selectByKey = database.prepare('SELECT id FROM executions WHERE session = ? AND idempotency_key = ?');
  const selectEnd = database.prepare('SELECT next_seq, checksum FROM executions WHERE id = ?');
  const insertExecution = database.prepare(
    `INSERT INTO executions (
       status, updated_at, wake_at, calls, open_questions, length, error, owner, next_seq, checksum,
       id, session, agent, created_at, idempotency_key, placement, parent_elicitation, parent_execution, untold
     ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateExecution = database.prepare(
    `UPDATE executions SET
       status = ?, updated_at = ?, wake_at = ?, calls = ?, open_questions = ?, length = ?, error = ?,
       owner = ?, next_seq = ?, checksum = ?, damage = NULL
     WHERE id = ?`,
  );
  const releaseExecution = database.prepare('UPDATE executions SET owner = NULL WHERE id = ? AND owner = ?');
  const insertEntries = createRowInserter(database, 'journal', ['execution', 'seq', 'body', 'checksum', 'position']);
  const openElicitation = database.prepare(
    'INSERT INTO elicitations (id, execution, seq, session, is_open, flow) VALUES (?, ?, ?, ?, 1, ?)',
  );
  const selectOpen = database.prepare('SELECT is_open FROM elicitations WHERE id = ?');
  const reviseElicitation = database.prepare('UPDATE elicitations SET seq = ?, flow = ? WHERE id = ?');
  const closeElicitation = database.prepare('UPDATE elicitations SET is_open = 0 WHERE id = ?');
  // Indexes are named where the planner would walk all that is open, or all that has ended, to find the few meant.
  const closeAll = database.prepare(
    'UPDATE elicitations INDEXED BY elicitations_by_execution SET is_open = 0 WHERE execution = ? AND is_open = 1',
  );
  const clearUnreported = database.prepare('UPDATE executions SET untold = 0 WHERE id = ?');
  const clearAllUnreported = database.prepare('UPDATE executions SET untold = 0 WHERE parent_execution = ?');
  const selectTerminal = database.prepare(
    `SELECT id, next_seq, checksum FROM executions INDEXED BY executions_settled
     WHERE status IN ${TERMINAL_SQL} AND updated_at < ? AND NOT EXISTS (
       SELECT 1 FROM executions AS u JOIN journal AS s ON s.execution = u.id AND s.seq = 0
       WHERE ${isOpenUndo('u')} AND u.session = executions.session
         AND instr(s.body, '"of":"' || executions.id || '"') > 0)
     ORDER BY updated_at LIMIT ? OFFSET ?`,
  );
  const selectTexts = database.prepare('SELECT body, checksum FROM journal WHERE execution = ? ORDER BY seq');
  const selectDamaged = database.prepare('SELECT id FROM executions WHERE id = ? AND damage IS NOT NULL');
  const selectBodies = database.prepare('SELECT body FROM journal WHERE execution = ? ORDER BY seq');
  const removeExecution = database.prepare('DELETE FROM executions WHERE id = ?');
  const insertPruned = database.prepare('INSERT INTO pruned (execution, line) VALUES (?, ?)');

  function endOf(execution: ExecutionId): JournalEnd | undefined {
    const row = selectEnd.get(execution);
    return row && toEnd(row);
  }

  function write(
    from: JournalEnd,
    execution: ExecutionId,
    entries: readonly JournalEntry[],
    summary: ExecutionSummary,
    keep: (row: readonly SQLInputValue[]) => void,
  ): ValuePlaces {
    takeUses(grantUsesIn(execution, entries));
    const { stored, places } = shareValues(entries, values.of(execution));
    const texts = writeEntries(stored, from.checksum);
    const end = { length: from.length + texts.length, checksum: texts.at(-1)?.checksum ?? from.checksum };
    keep(toValues(summary, end));
    // Taken while the write lock is held, so that positions are given in the order in which entries can be seen.
    // O1 of `sqlite-entry-order.ts`.
    const before = positions.take(texts.length);
    insertEntries(
      texts.map((text, index) => [execution, from.length + index, text.body, text.checksum, before + index + 1]),
    );
    for (const entry of entries) changeQuestions(execution, entry, summary.session);
    for (const entry of entries) if (entry.kind === 'side-quest-ended') clearUnreported.run(entry.execution);
    // A journal that has ended takes no more ends of side quests.
    if (isTerminalStatus(summary.status)) clearAllUnreported.run(execution);
    record(entries.flatMap((entry) => factOf(execution, entry, sha256) ?? []));
    return places;
  }

  function changeQuestions(execution: ExecutionId, entry: JournalEntry, session: string): void {
    const change = questionChangeOf(entry);
    switch (change.kind) {
      case 'opens':
        openElicitation.run(change.elicitation, execution, entry.seq, session, change.flow ?? null);
        return;
      case 'revises':
        reviseElicitation.run(entry.seq, change.flow ?? null, change.elicitation);
        return;
      case 'closes':
        closeElicitation.run(change.elicitation);
        return;
      case 'closes-all':
        closeAll.run(execution);
        return;
      case 'none':
        return;
    }
  }

  /** Up to `limit` executions that ended before a time. Their journals are read before the write lock is taken. */
  async function findEnded(endedBefore: number, limit: number): Promise<readonly EndedExecution[]> {
    const ended: EndedExecution[] = [];
    for (let seen = 0; ended.length < limit; ) {
      const rows = selectTerminal.all(endedBefore, limit - ended.length, seen);
      if (rows.length === 0) break;
      seen += rows.length;
      for (const row of rows) {
        const execution = ExecutionId.safeParse(row['id']).data;
        if (execution === undefined || !hasEndedBefore(() => readWhole(execution, row), endedBefore)) continue;
        ended.push({ execution, end: toEnd(row) });
        await nextTurn();
      }
    }
    return ended;
  }

  const readWhole = (execution: ExecutionId, row: Row): readonly JournalEntry[] => {
    const { length: nextSeq, checksum } = toEnd(row);
    return checkedEntries({
      execution,
      from: 0,
      texts: selectTexts.all(execution).map(toEntryText),
      end: { nextSeq, checksum },
    });
  };

  const isStill = ({ execution, end }: EndedExecution): boolean => {
    const now = endOf(execution);
    return now?.length === end.length && now.checksum === end.checksum;
  };

  return {
    async create(execution, entries, summary) {
      const { id, places } = await queue.commit(() => {
        const { session, agent, at, idempotencyKey, parent, placement } = mustStart(entries);
        const earlier = idempotencyKey === undefined ? undefined : selectByKey.get(session, idempotencyKey);
        if (earlier !== undefined) return { id: ExecutionId.parse(textIn(earlier, 'id')), places: undefined };
        if (endOf(execution) !== undefined) throw new JournalConflictError(execution, 0);
        mustFollow(0, execution, entries, summary);
        const left = parent && selectOpen.get(parent.elicitation);
        if (parent && left && integerIn(left, 'is_open') === 0) throw new CannotForkError(parent.elicitation);
        const quest = parent === undefined ? [null, null, null] : [parent.elicitation, parent.execution, 1];
        const start = { length: 0, checksum: firstChecksum(execution) };
        const written = write(start, execution, entries, summary, (row) => {
          const labels = placement === undefined ? null : JSON.stringify(placement);
          const facts = [session, agent ?? null, at, idempotencyKey ?? null, labels];
          insertExecution.run(...row, execution, ...facts, ...quest);
        });
        return { id: execution, places: written };
      });
      if (places !== undefined) values.learn(id, places);
      return id;
    },
    async append(execution, entries, summary) {
      const places = await queue.commit(() => {
        const end = endOf(execution);
        mustFollow(end?.length, execution, entries, summary);
        if (end === undefined) return undefined;
        return write(end, execution, entries, summary, (row) => updateExecution.run(...row, execution));
      });
      if (places !== undefined) values.learn(execution, places);
      return undefined;
    },
    release: (execution, owner) =>
      queue.commit(() => {
        releaseExecution.run(execution, owner);
      }),
    async prune(endedBefore, limit) {
      const found = await findEnded(endedBefore, limit);
      if (found.length === 0) return 0;
      return queue.commit(() => {
        // One that was asked again meanwhile stays.
        const ended = found.filter(isStill).map(({ execution }) => execution);
        if (ended.length === 0) return 0;
        // Removal first: on a full disk it makes the room that the line needs.
        for (const execution of ended) removeExecution.run(execution);
        const line = record([pruned(ended, endedBefore, clock.now())]);
        for (const execution of ended) insertPruned.run(execution, line);
        return ended.length;
      });
    },
    async remains(execution) {
      if (selectDamaged.get(execution) === undefined) return undefined;
      return selectBodies.all(execution).map(({ body }) => String(body));
    },
    retire: (execution, by) =>
      queue.commit(() => {
        if (selectDamaged.get(execution) === undefined) return false;
        removeExecution.run(execution);
        insertPruned.run(execution, record([retired(execution, by, clock.now())]));
        return true;
      }),
  };
}

/** Its session, agent and time of creation are in its `started` entry and never change. */
function toValues(summary: ExecutionSummary, { length: nextSeq, checksum }: JournalEnd): SQLInputValue[] {
  const { status, updatedAt, wakeAt, calls, openQuestions, length, error, owner } = summary;
  const errorText = error === undefined ? null : JSON.stringify(error);
  return [status, updatedAt, wakeAt ?? null, calls, openQuestions, length, errorText, owner ?? null, nextSeq, checksum];
}
