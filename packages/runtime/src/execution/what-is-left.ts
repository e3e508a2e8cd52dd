// What an execution still waits for, and how it ends when that is nothing.

import type { ExecutionState, NewEntry } from '@toolshed/kernel';
import type { ProgramOutcome } from '../tool-proxy/guest-boundary.js';

/** How an execution ends whose program is over, or waits for nothing; undefined while it has something to wait for. */
export function endOf(state: ExecutionState, outcome: ProgramOutcome | undefined): NewEntry | undefined {
  if (outcome === undefined) return state.open.size === 0 ? STALLED : undefined;
  // A program that is over no longer waits for time, but what it asked for is still done.
  if (state.open.size > state.tally.sleeping) return undefined;
  if (outcome.kind === 'threw') return { kind: 'failed', error: outcome.error };
  return outcome.value === undefined ? { kind: 'completed' } : { kind: 'completed', value: outcome.value };
}

const STALLED: NewEntry = {
  kind: 'failed',
  error: { code: 'program/stalled', message: 'Cannot go on: the program waits for something that will never happen' },
};

/** The timers of a program, each by the number of its call. */
export const timersOf = (state: ExecutionState): readonly number[] =>
  state.tally.sleeping === 0 ? [] : [...state.open].flatMap(([call, open]) => (open.kind === 'sleeping' ? [call] : []));
