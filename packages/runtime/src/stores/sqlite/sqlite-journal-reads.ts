// Reads journals from SQLite, and marks executions whose rows are damaged.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ElicitationId, ExecutionId, type JournalEntry, type JournalStore } from '@toolshed/kernel';
import { checkedEntries, NO_JOURNAL, type ReadJournal, readMarking, refersBefore } from '../checked-entries.js';
import { integerIn, type Row, textIn } from '../rows/column.js';
import { readPlaced, startsIn, toEntryText } from '../rows/placed-entry.js';
import type { EntryAt } from '../repeated-values.js';
import type { ValueIndex } from '../value-index.js';
import type { DamageMarks } from './database/damage-marks.js';
import { createReadTransaction } from './database/read-transaction.js';
import { safeInteger } from './database/safe-integer.js';
import { reading, toStoreError } from './database/sqlite-failure.js';

export type JournalReads = Pick<JournalStore, 'read' | 'starts' | 'locate' | 'locateFlow' | 'markDamaged'>;

export interface JournalReadsDeps {
  readonly database: DatabaseSync;
  readonly file: string;
  readonly marks: DamageMarks;
  readonly values: ValueIndex;
}

export function createJournalReads({ database, file, marks, values }: JournalReadsDeps): JournalReads {
  const selectEnd = database.prepare(
    `SELECT ${safeInteger('next_seq')} AS next_seq, ${safeInteger('checksum')} AS checksum, damage
     FROM executions WHERE id = ?`,
  );
  const selectTexts = database.prepare(
    `SELECT body, ${safeInteger('checksum')} AS checksum FROM journal WHERE execution = ? AND seq >= ? ORDER BY seq`,
  );
  const selectStarts = database.prepare(
    `SELECT execution AS id, execution, ${safeInteger('seq')} AS seq, body, ${safeInteger('checksum')} AS checksum FROM journal
     WHERE execution IN (SELECT value FROM json_each(?)) AND seq = 0`,
  );
  const selectFlow = database.prepare(
    `SELECT execution, id FROM elicitations INDEXED BY elicitations_by_flow
     WHERE flow = ? ORDER BY is_open DESC, position DESC LIMIT 1`,
  );
  const selectElicitation = database.prepare('SELECT execution FROM elicitations WHERE id = ?');
  const inReadTransaction = createReadTransaction(database);

  /** The end and the entries in one read transaction, whatever another process appends in between. */
  const readTogether = (execution: ExecutionId, from: number): { end: Row | undefined; rows: readonly Row[] } =>
    inReadTransaction(() => ({ end: selectEnd.get(execution), rows: selectTexts.all(execution, from) }));

  /** A reader that looks for news mostly finds none. */
  const isEnd = (execution: ExecutionId, from: number): boolean => {
    const end = from === 0 ? undefined : selectEnd.get(execution);
    return end !== undefined && integerIn(end, 'next_seq') === from;
  };

  function readFrom(execution: ExecutionId, from: number): ReadJournal {
    if (isEnd(execution, from)) return NO_JOURNAL;
    const { end, rows } = readTogether(execution, Math.max(0, from - 1));
    if (end === undefined) return NO_JOURNAL;
    const texts = rows.map(toEntryText);
    if (refersBefore({ from, texts })) {
      const { entries, isMarked } = readFrom(execution, 0);
      return { entries: entries.slice(from), isMarked };
    }
    const entries = checkedEntries({
      execution,
      from,
      texts,
      end: { nextSeq: integerIn(end, 'next_seq'), checksum: integerIn(end, 'checksum') },
    });
    if (from === 0) values.learnFrom(execution, entries);
    return { entries, isMarked: end['damage'] !== null };
  }

  return {
    read: (execution, from = 0) =>
      readMarking(execution, from, () => readFrom(execution, from), {
        marks,
        toStoreError: (error) => toStoreError('read', file, error),
      }),
    async starts(executions) {
      return startsIn(reading(file, () => selectStarts.all(JSON.stringify(executions))));
    },
    async markDamaged(execution, damage) {
      await marks.mark(execution, damage);
    },
    async locateFlow(flow) {
      return reading(file, () => {
        const row = selectFlow.get(flow);
        return (
          row && {
            executionId: ExecutionId.parse(textIn(row, 'execution')),
            elicitationId: ElicitationId.parse(textIn(row, 'id')),
          }
        );
      });
    },
    async locate(elicitation) {
      return reading(file, () => {
        const row = selectElicitation.get(elicitation);
        return row && ExecutionId.parse(textIn(row, 'execution'));
      });
    },
  };
}

/** Columns that `readPlaced` wants beside what a query is about; `journal` is in its FROM. */
export const PLACED_ENTRY = `journal.execution, ${safeInteger('journal.seq')} AS seq, journal.body,
  ${safeInteger('journal.checksum')} AS checksum,
  (SELECT ${safeInteger('before.checksum')} FROM journal AS before
   WHERE before.execution = journal.execution AND before.seq = journal.seq - 1) AS previous`;

/** Finds the entry that another one of its execution refers to. The last one is kept: others mostly refer to it as well. */
export function createEarlierEntries(database: DatabaseSync): (execution: string) => EntryAt {
  let select: StatementSync | undefined;
  let last: { readonly execution: string; readonly entry: JournalEntry } | undefined;
  return (execution) => (seq) => {
    if (last?.execution === execution && last.entry.seq === seq) return last.entry;
    select ??= database.prepare(`SELECT ${PLACED_ENTRY} FROM journal WHERE execution = ? AND seq = ?`);
    const row = select.get(execution, seq);
    if (row === undefined) return undefined;
    const entry = readPlaced(row);
    last = { execution, entry };
    return entry;
  };
}
