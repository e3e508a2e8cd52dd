// The counters that all writers of a file share: the place of the last entry, and the version of the table of grants.
//
// A counter is derived from its table and only kept apart so that it survives pruning. One that is missing, or behind its
// table, or larger than any writer made it, is made again from the table with a gap after it: what was counted and then
// pruned is likely within the gap, so that nothing is given twice. A damaged counter does not stop the store.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { safeInteger } from './database/safe-integer.js';

/** Far more than any writer counts, and far less than a number can be. */
export const LARGEST_COUNT = 2 ** 52;
const GAP = 1_000;

export type Warn = (problem: string) => void;

export interface JournalPositions {
  /** Called inside a transaction that writes; returns the place before the first of them. */
  take(count: number): number;
  last(): number;
}

export function createJournalPositions(database: DatabaseSync, warn: Warn): JournalPositions {
  const kept = database.prepare(`SELECT ${safeInteger('position')} AS count FROM journal_end`);
  const newest = database.prepare(
    `SELECT max(position) AS count FROM journal INDEXED BY journal_by_position WHERE position <= ${LARGEST_COUNT}`,
  );
  const keep = database.prepare('INSERT OR REPLACE INTO journal_end (only, position) VALUES (1, ?)');

  return {
    take(count) {
      const last = mended(kept, newest, () => warn('the count of journal entries was damaged and was made again'));
      keep.run(last + count);
      return last;
    },
    last: () => Math.max(countIn(kept) ?? 0, countIn(newest) ?? 0),
  };
}

export interface GrantVersions {
  /** Undefined while it cannot be read; then nothing that was read before can be relied on. */
  current(): { readonly version: number; readonly removals: number } | undefined;
  /** Called inside a transaction that writes; returns the version. */
  next(change: 'changed' | 'removed'): number;
}

export function createGrantVersions(database: DatabaseSync, warn: Warn): GrantVersions {
  const kept = database.prepare(
    `SELECT ${safeInteger('version')} AS count, ${safeInteger('removals')} AS removals FROM grants_state`,
  );
  const newest = database.prepare(
    `SELECT max(changed) AS count FROM grants INDEXED BY grants_by_change WHERE changed <= ${LARGEST_COUNT}`,
  );
  const keep = database.prepare('INSERT OR REPLACE INTO grants_state (only, version, removals) VALUES (1, ?, ?)');

  return {
    current() {
      const row = kept.get();
      const [version, removals] = [countOf(row?.['count']), countOf(row?.['removals'])];
      return version === undefined || removals === undefined ? undefined : { version, removals };
    },
    next(change) {
      let isMended = false;
      const last = mended(kept, newest, () => {
        isMended = true;
        warn('the version of the grants was damaged and was made again');
      });
      const removals = countOf(kept.get()?.['removals']);
      // The next reader of the table looks for rows that were removed.
      const isRemoval = change === 'removed' || isMended || removals === undefined;
      keep.run(last + 1, (removals ?? last) + (isRemoval ? 1 : 0));
      return last + 1;
    },
  };
}

function mended(kept: StatementSync, newest: StatementSync, onDamage: () => void): number {
  const [count, least] = [countIn(kept), countIn(newest) ?? 0];
  if (count !== undefined && count >= least) return count;
  onDamage();
  return least + GAP;
}

const countIn = (statement: StatementSync): number | undefined => countOf(statement.get()?.['count']);

/** Room is left above: a count that a writer reached never fails to be read for being large. */
const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 2 * LARGEST_COUNT - GAP ? value : undefined;
