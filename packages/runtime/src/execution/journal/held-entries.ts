// What one journal holds in memory, to be written with what follows it (J1 of `execution-journal.ts`, which alone uses
// this): the makers of the entries, the places they have now, and the state they make.
//
//   H1. `state` is what is stored, and after it what is held, in order.
//   H2. What is held keeps its time and its order when other entries come before it; its places change.

import type { JournalEntry } from '@toolshed/kernel';
import { advanceAll, type ExecutionState, isTerminal } from '@toolshed/kernel/runtime';
import { createHoldLimit } from './hold-limit.js';
import { type Make, placeAfter } from './place-entry.js';

export interface HeldEntries {
  /** H1. */
  readonly state: ExecutionState;
  /** What is held, with the places it has now. */
  readonly unwritten: readonly JournalEntry[];
  readonly isEmpty: boolean;
  /** Whether more may be held; not after something urgent, nor once it is much or old. */
  readonly hasRoom: boolean;
  add(make: Make, at: number, urgency: 'urgent' | undefined): readonly JournalEntry[];
  /** H2. Other entries were stored first. Nothing follows the end of an execution. */
  follow(stored: ExecutionState): void;
  /** All of it is stored, and this is what it came to. */
  clear(stored: ExecutionState): void;
}

export function createHeldEntries(stored: ExecutionState): HeldEntries {
  const limit = createHoldLimit();
  let state = stored;
  let held: { readonly make: Make; readonly at: number }[] = [];
  let unwritten: JournalEntry[] = [];
  let isUrgent = false;

  const place = (make: Make, at: number): readonly JournalEntry[] => {
    const entries = placeAfter(state, make, at);
    state = advanceAll(state, entries);
    unwritten.push(...entries);
    return entries;
  };

  return {
    get state() {
      return state;
    },
    get unwritten() {
      return unwritten;
    },
    get isEmpty() {
      return held.length === 0;
    },
    get hasRoom() {
      return !isUrgent && !limit.isReached;
    },
    add(make, at, urgency) {
      isUrgent ||= urgency === 'urgent';
      const entries = place(make, at);
      held.push({ make, at });
      limit.add(entries);
      return entries;
    },
    follow(latest) {
      if (isTerminal(latest.status)) held = [];
      state = latest;
      unwritten = [];
      for (const { make, at } of held) place(make, at);
    },
    clear(latest) {
      state = latest;
      held = [];
      unwritten = [];
      limit.reset();
      isUrgent = false;
    },
  };
}
