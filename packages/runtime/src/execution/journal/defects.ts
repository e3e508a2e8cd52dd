// What handlers threw is kept in the journal for the people who run the host. Only `get` returns it, because results of
// `execute` and `resume`, journals and events also reach agents.

import type { JournalEntry } from '@toolshed/kernel';

export function withoutDefect(entry: JournalEntry): JournalEntry {
  if ('defect' in entry) {
    const { defect: _, ...shown } = entry;
    return shown;
  }
  if (entry.kind !== 'late-outcome' || entry.outcome.kind !== 'threw') return entry;
  const { defect: _, ...outcome } = entry.outcome;
  return { ...entry, outcome };
}
