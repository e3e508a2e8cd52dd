// The entries of all journals in the order they were appended, for readers that follow events.
//
// Invariants
//   O1. Positions are taken under the write lock: a reader that sees an entry sees every entry before it.
//   O2. A look is bounded in rows walked and in bytes read, however rare what it wants and however large what it finds.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ExecutionId, type JournalStore, type PlacedEntry } from '@toolshed/kernel';
import type { DamagedEntry, EntriesFilter, EntriesPage, EntryPlace, PlacesPage } from '@toolshed/kernel/runtime';
import { integerIn, type Row } from '../rows/column.js';
import { toPlaced } from '../rows/placed-entry.js';
import { type EntryAt, isReferenceText, valueLength } from '../repeated-values.js';
import { createReadTransaction } from './database/read-transaction.js';
import type { JournalPositions } from './sqlite-counters.js';
import { reading } from './database/sqlite-failure.js';
import { createEarlierEntries, type JournalReadsDeps, PLACED_ENTRY } from './sqlite-journal-reads.js';

export interface EntryOrderDeps extends JournalReadsDeps {
  readonly positions: JournalPositions;
}

export type EntryOrder = Pick<JournalStore, 'entriesAfter' | 'lastPosition' | 'placesAfter'>;

const DEFAULT_LIMIT = 100;
const MAX_WALKED = 10_000;
const MAX_CHARACTERS = 1_000_000;

export function createEntryOrder({ database, file, marks, positions }: EntryOrderDeps): EntryOrder {
  const selectAll = prepareSelect(database, '');
  const selectOfSession = prepareSelect(database, 'AND executions.session = ?');
  // The index has all three columns: the table is without row ids, so its key is in every index.
  const selectPlaces = database.prepare(`
    SELECT position, execution, seq FROM journal INDEXED BY journal_by_position
    WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`);
  const inReadTransaction = createReadTransaction(database);

  function placesAfter(after: number, limit: number): PlacesPage {
    const end = Math.min(positions.last(), after + MAX_WALKED);
    const rows = selectPlaces.all(after, end, limit);
    const found = rows.flatMap((row): readonly EntryPlace[] => {
      const executionId = ExecutionId.safeParse(row['execution']).data;
      const place = { position: integerIn(row, 'position'), seq: integerIn(row, 'seq') };
      return executionId === undefined ? [] : [{ ...place, executionId }];
    });
    const newest = rows.length < limit ? undefined : rows.at(-1);
    return { places: found, through: newest ? integerIn(newest, 'position') : Math.max(after, end) };
  }

  function look(after: number, { session, limit = DEFAULT_LIMIT }: EntriesFilter): EntriesPage {
    const end = Math.min(positions.last(), after + MAX_WALKED);
    const rows =
      session === undefined
        ? selectAll.iterate(after, end, limit)
        : selectOfSession.iterate(after, end, session, limit);
    const { entries, damaged, taken, newest = after } = takeBounded(rows, createEarlierEntries(database));
    const isWhole = taken < limit && !rowsAreLeft(rows);
    return { entries, damaged, through: isWhole ? Math.max(end, newest) : newest };
  }

  return {
    async entriesAfter(after, filter = {}) {
      const page = reading(file, () => inReadTransaction(() => look(after, filter)));
      for (const { executionId, damage } of page.damaged) await marks.mark(executionId, damage);
      return page;
    },
    async lastPosition() {
      return reading(file, positions.last);
    },
    async placesAfter(after, limit) {
      return reading(file, () => placesAfter(after, limit));
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

interface Taken {
  readonly entries: readonly PlacedEntry[];
  readonly damaged: readonly DamagedEntry[];
  readonly taken: number;
  /** The last position looked at. */
  readonly newest: number | undefined;
}

/** O2. At least one, if there is any. */
function takeBounded(rows: Iterator<Row>, earlierOf: (execution: string) => EntryAt): Taken {
  const entries: PlacedEntry[] = [];
  const damaged: DamagedEntry[] = [];
  let [characters, taken] = [0, 0];
  let newest: number | undefined;
  while (characters < MAX_CHARACTERS) {
    const { done, value } = rows.next();
    if (done) break;
    taken += 1;
    newest = integerIn(value, 'position');
    characters += String(value['body']).length;
    const placed = toPlaced(value, earlierOf);
    characters += repeatedCharacters(value, placed);
    if (placed !== undefined) 'damage' in placed ? damaged.push(placed) : entries.push(placed);
  }
  return { entries, damaged, taken, newest };
}

/** Of a value that the row refers to: who gets the entry, gets the value. */
function repeatedCharacters(row: Row, placed: PlacedEntry | DamagedEntry | undefined): number {
  if (!isReferenceText(String(row['body'])) || placed === undefined || 'damage' in placed) return 0;
  return valueLength(placed.entry);
}

const rowsAreLeft = (rows: Iterator<Row>): boolean => {
  const { done } = rows.next();
  rows.return?.();
  return !done;
};
