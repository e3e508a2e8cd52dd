// The entries of all journals in the order they were appended, for whoever follows what happens.
//
// Invariants
//   O1. Places are taken under the write lock: whoever sees an entry can see every entry placed before it.
//   O2. A look is bounded in rows walked and in bytes read, however rare what it wants and however large what it finds.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type EntriesFilter,
  type EntriesPage,
  ExecutionId,
  type JournalStore,
  type PlacedEntry,
} from '@toolshed/kernel';
import { integerIn, type Row, textIn } from './column.js';
import { createMoment } from './one-moment.js';
import { reading } from './sqlite-failure.js';
import { type JournalReadsDeps, PLACED_ENTRY, readPlaced } from './sqlite-journal-reads.js';

export type EntryOrder = Pick<JournalStore, 'entriesAfter' | 'lastPosition'>;

const DEFAULT_LIMIT = 100;
const MAX_WALKED = 10_000;
const MAX_CHARACTERS = 1_000_000;

export function createEntryOrder({ database, file }: JournalReadsDeps): EntryOrder {
  const selectLast = database.prepare('SELECT position FROM journal_end');
  const selectAll = prepareSelect(database, '');
  const selectOfSession = prepareSelect(database, 'AND executions.session = ?');
  const inOneMoment = createMoment(database);
  const last = (): number => integerIn(selectLast.get() ?? {}, 'position');

  function look(after: number, { session, limit = DEFAULT_LIMIT }: EntriesFilter): EntriesPage {
    const end = Math.min(last(), after + MAX_WALKED);
    const rows =
      session === undefined
        ? selectAll.iterate(after, end, limit)
        : selectOfSession.iterate(after, end, session, limit);
    const entries = takeBounded(rows);
    const newest = entries.at(-1)?.position ?? after;
    const isWhole = entries.length < limit && !rowsAreLeft(rows);
    return { entries, through: isWhole ? Math.max(end, newest) : newest };
  }

  return {
    async entriesAfter(after, filter = {}) {
      return reading(file, () => inOneMoment(() => look(after, filter)));
    },
    async lastPosition() {
      return reading(file, last);
    },
  };
}

function prepareSelect(database: DatabaseSync, condition: string): StatementSync {
  return database.prepare(`
    SELECT journal.position, executions.session, ${PLACED_ENTRY}
    FROM journal INDEXED BY journal_by_position JOIN executions ON executions.id = journal.execution
    WHERE journal.position > ? AND journal.position <= ? ${condition}
    ORDER BY journal.position LIMIT ?`);
}

/** At least one, if there is any. */
function takeBounded(rows: Iterator<Row>): readonly PlacedEntry[] {
  const entries: PlacedEntry[] = [];
  let characters = 0;
  while (characters < MAX_CHARACTERS) {
    const { done, value } = rows.next();
    if (done) break;
    characters += textIn(value, 'body').length;
    entries.push(toPlaced(value));
  }
  return entries;
}

const rowsAreLeft = (rows: Iterator<Row>): boolean => {
  const { done } = rows.next();
  rows.return?.();
  return !done;
};

const toPlaced = (row: Row): PlacedEntry => ({
  position: integerIn(row, 'position'),
  execution: ExecutionId.parse(textIn(row, 'execution')),
  session: textIn(row, 'session'),
  entry: readPlaced(row),
});
