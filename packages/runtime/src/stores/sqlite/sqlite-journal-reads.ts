import type { DatabaseSync } from 'node:sqlite';
import { ExecutionId, JournalCorruptError, type JournalEntry, type JournalStore } from '@toolshed/kernel';
import { type EntryText, firstChecksum, readEntries, readEntry } from '../entry-text.js';
import { integerIn, optionalInteger, type Row, textIn } from './column.js';
import { createMoment } from './one-moment.js';
import { reading } from './sqlite-failure.js';

export type JournalReads = Pick<JournalStore, 'read' | 'locate'>;

export interface JournalReadsDeps {
  readonly database: DatabaseSync;
  readonly file: string;
}

export function createJournalReads({ database, file }: JournalReadsDeps): JournalReads {
  const selectEnd = database.prepare('SELECT next_seq, checksum FROM executions WHERE id = ?');
  const selectTexts = database.prepare(
    'SELECT body, checksum FROM journal WHERE execution = ? AND seq >= ? ORDER BY seq',
  );
  const selectElicitation = database.prepare('SELECT execution FROM elicitations WHERE id = ?');
  const inOneMoment = createMoment(database);

  /** The end and the entries of one moment, whatever another process appends in between. */
  const readTogether = (execution: ExecutionId, from: number): { end: Row | undefined; rows: readonly Row[] } =>
    inOneMoment(() => ({ end: selectEnd.get(execution), rows: selectTexts.all(execution, from) }));

  /** Whoever looks for news mostly finds that there are none. */
  const isEnd = (execution: ExecutionId, from: number): boolean => {
    const end = from === 0 ? undefined : selectEnd.get(execution);
    return end !== undefined && integerIn(end, 'next_seq') === from;
  };

  // A journal that lost its end would make the next run repeat what was done, so the end is checked too.
  function readWhole(execution: ExecutionId, from: number): readonly JournalEntry[] {
    const { end, rows } = readTogether(execution, Math.max(0, from - 1));
    if (end === undefined) return [];
    const texts = rows.map(toEntryText);
    const previous = from === 0 ? firstChecksum(execution) : texts.shift()?.checksum;
    const due = Math.max(0, integerIn(end, 'next_seq') - from);
    if (texts.length !== due || (due > 0 && texts.at(-1)?.checksum !== integerIn(end, 'checksum'))) {
      throw new JournalCorruptError(
        from + Math.min(texts.length, due),
        `the journal of ${execution} ends elsewhere; restore a backup of the store`,
      );
    }
    return previous === undefined ? [] : readEntries(texts, from, previous);
  }

  return {
    async read(execution, from = 0) {
      return reading(file, () => (isEnd(execution, from) ? [] : readWhole(execution, from)));
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
export const PLACED_ENTRY = `journal.execution, journal.seq, journal.body, journal.checksum,
  (SELECT before.checksum FROM journal AS before
   WHERE before.execution = journal.execution AND before.seq = journal.seq - 1) AS previous`;

/** One entry, proven by its checksum and the one before it. */
export function readPlaced(row: Row): JournalEntry {
  const seq = integerIn(row, 'seq');
  const previous = seq === 0 ? firstChecksum(textIn(row, 'execution')) : optionalInteger(row, 'previous');
  if (previous === undefined)
    throw new JournalCorruptError(seq, 'the entry before it is gone; restore a backup of the store');
  return readEntry(toEntryText(row), seq, previous);
}

const toEntryText = (row: Row): EntryText => ({ body: textIn(row, 'body'), checksum: integerIn(row, 'checksum') });
