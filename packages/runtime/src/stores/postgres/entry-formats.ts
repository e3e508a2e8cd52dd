import type { JournalEntry } from '@toolshed/kernel';

/** What this version reads. A kind that is added raises it, and is listed below with the new number. */
export const ENTRY_FORMAT = 1;

const SINCE: Partial<Record<JournalEntry['kind'], number>> = {};

/** A node of an older version does not claim an execution whose entries need a newer one. */
export const formatOf = (entries: readonly JournalEntry[]): number =>
  entries.reduce((format, { kind }) => Math.max(format, SINCE[kind] ?? 1), 1);
