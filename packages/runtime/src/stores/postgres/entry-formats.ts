import type { JournalEntry } from '@toolshed/kernel';

/** What this version reads. A kind that is added raises it, and is listed below with the new number. */
export const ENTRY_FORMAT = 2;

const SINCE: Partial<Record<JournalEntry['kind'], number>> = {};

/** Placement came later than the entry that names it. */
const sinceOf = (entry: JournalEntry): number =>
  entry.kind === 'started' && entry.placement !== undefined ? 2 : (SINCE[entry.kind] ?? 1);

/** A node of an older version does not claim an execution whose entries need a newer one. */
export const formatOf = (entries: readonly JournalEntry[]): number =>
  entries.reduce((format, entry) => Math.max(format, sinceOf(entry)), 1);
