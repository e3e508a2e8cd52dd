// A journal as it was read, together with the state it folds to, so that neither is computed twice.

import type { JournalEntry } from '@toolshed/kernel';
import { type ExecutionState, fold } from '@toolshed/kernel/runtime';

/** Entries, and the state they fold to. */
export interface Past {
  readonly entries: readonly JournalEntry[];
  readonly state: ExecutionState;
}

export const pastOf = (entries: readonly JournalEntry[]): Past => ({ entries, state: fold(entries) });
