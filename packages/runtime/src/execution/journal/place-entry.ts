import type { ExecutionId, ExecutionSummary, JournalEntry } from '@toolshed/kernel';
import { type ExecutionState, isTerminal, type NewEntry, summarize } from '@toolshed/kernel/runtime';

/** What is running, or waits with a handler in memory, has an owner; what has ended or just waits has none. */
export function ownedSummary(
  id: ExecutionId,
  state: ExecutionState,
  at: number,
  owner: string | undefined,
): ExecutionSummary {
  const summary = summarize(id, state, at);
  return owner === undefined || isTerminal(state.status) ? summary : { ...summary, owner };
}

/** An entry at its place in the journal, with its time. */
export const place = (entry: NewEntry, seq: number, at: number): JournalEntry => ({ ...entry, seq, at });
