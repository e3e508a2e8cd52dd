import type { DatabaseSync } from 'node:sqlite';
import {
  ElicitationId,
  ExecutionId,
  JournalCorruptError,
  type JournalEntry,
  type JournalStore,
} from '@toolshed/kernel';
import { firstChecksum, readEntries } from '../entry-text.js';
import { integerIn, type Row, textIn } from '../rows/column.js';
import { toEntryText } from '../rows/placed-entry.js';
import { damageIn } from '../rows/row-damage.js';
import type { DamageMarks } from './database/damage-marks.js';
import { createReadTransaction } from './database/read-transaction.js';
import { safeInteger } from './database/safe-integer.js';
import { reading, toStoreError } from './database/sqlite-failure.js';

export type JournalReads = Pick<JournalStore, 'read' | 'locate' | 'locateFlow' | 'markDamaged'>;

export interface JournalReadsDeps {
  readonly database: DatabaseSync;
  readonly file: string;
  readonly marks: DamageMarks;
}

export function createJournalReads({ database, file, marks }: JournalReadsDeps): JournalReads {
  const selectEnd = database.prepare(
    `SELECT ${safeInteger('next_seq')} AS next_seq, ${safeInteger('checksum')} AS checksum, damage
     FROM executions WHERE id = ?`,
  );
  const selectTexts = database.prepare(
    `SELECT body, ${safeInteger('checksum')} AS checksum FROM journal WHERE execution = ? AND seq >= ? ORDER BY seq`,
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

  // A journal that lost its end would make the next run repeat what was done, so the end is checked too.
  function readRest(execution: ExecutionId, from: number): WholeJournal {
    const { end, rows } = readTogether(execution, Math.max(0, from - 1));
    if (end === undefined) return NO_JOURNAL;
    const texts = rows.map(toEntryText);
    const previous = from === 0 ? firstChecksum(execution) : texts.shift()?.checksum;
    const due = Math.max(0, integerIn(end, 'next_seq') - from);
    if (texts.length !== due || (due > 0 && texts.at(-1)?.checksum !== integerIn(end, 'checksum'))) {
      throw new JournalCorruptError(
        from + Math.min(texts.length, due),
        'the journal ends elsewhere; restore a backup of the store',
      );
    }
    const entries = previous === undefined ? [] : readEntries(texts, from, previous);
    return { entries, isMarked: end['damage'] !== null };
  }

  async function read(execution: ExecutionId, from: number): Promise<readonly JournalEntry[]> {
    try {
      if (isEnd(execution, from)) return [];
      const { entries, isMarked } = readRest(execution, from);
      if (isMarked && from === 0) await marks.clear(execution);
      return entries;
    } catch (error) {
      const damage = damageIn(error);
      if (damage === undefined) throw toStoreError('read', file, error);
      await marks.mark(execution, damage);
      const { seq = from, problem, unknownKind } = damage;
      throw new JournalCorruptError(seq, problem, { execution, unknownKind });
    }
  }

  return {
    read: (execution, from = 0) => read(execution, from),
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

interface WholeJournal {
  readonly entries: readonly JournalEntry[];
  /** Somebody could not read it, or make sense of it. */
  readonly isMarked: boolean;
}

const NO_JOURNAL: WholeJournal = { entries: [], isMarked: false };

/** Columns that `readPlaced` wants beside what a query is about; `journal` is in its FROM. */
export const PLACED_ENTRY = `journal.execution, ${safeInteger('journal.seq')} AS seq, journal.body,
  ${safeInteger('journal.checksum')} AS checksum,
  (SELECT ${safeInteger('before.checksum')} FROM journal AS before
   WHERE before.execution = journal.execution AND before.seq = journal.seq - 1) AS previous`;
