// How new entries get their place in a journal, and the summary that the store keeps beside it.

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

/** New entries as a function of the state they follow; asked again when another process came in between. */
export type Make = (state: ExecutionState) => readonly NewEntry[];

/** What is made of a state, each entry with its place after it and its time. */
export const placeAfter = (state: ExecutionState, make: Make, at: number): readonly JournalEntry[] =>
  make(state).map((entry, index) => place(entry, state.length + index, at));

/** An entry at its place in the journal, with its time. */
export const place = (entry: NewEntry, seq: number, at: number): JournalEntry => ({ ...entry, seq, at });
