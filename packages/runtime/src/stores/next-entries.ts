// What every store checks before it appends: that the entries follow the end of the journal.

import { type EntryOf, type ExecutionId, JournalConflictError, JournalCorruptError } from '@toolshed/kernel';
import type { ExecutionSummary, JournalEntry } from '@toolshed/kernel';

/** Refuses an append that does not start where the journal ends; `length` is undefined for an unknown execution. */
export function mustFollow(
  length: number | undefined,
  execution: ExecutionId,
  entries: readonly JournalEntry[],
  summary: ExecutionSummary,
): void {
  // An append without entries changes the summary only, and is fenced by the length that the summary names.
  const first = entries[0]?.seq ?? summary.length;
  if (length !== first) throw new JournalConflictError(execution, first);
  const stray = entries.find(({ seq }, index) => seq !== first + index);
  if (stray !== undefined) throw new JournalConflictError(execution, stray.seq);
}

export function mustStart(entries: readonly JournalEntry[]): EntryOf<'started'> {
  const [first] = entries;
  if (first?.kind !== 'started') throw new JournalCorruptError(0, 'a journal starts with "started"');
  return first;
}
