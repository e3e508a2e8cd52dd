// What happens to saved programs that a program of the execution called: their outcomes, and those that cannot continue.
// Pure functions of the state.

import type { ExecutionState, GuestError, NewEntry } from '@toolshed/kernel/runtime';
import type { ProgramOutcome } from '../../tool-proxy/guest-boundary.js';

/** The outcome of the call that entered it (F2 in `running-program.ts`). A failure keeps its code, so that the caller can tell a denial from a mistake. */
export function savedOutcome({ open }: ExecutionState, call: number, outcome: ProgramOutcome): NewEntry {
  if (outcome.kind === 'returned')
    return { kind: 'returned', call, ...(outcome.value === undefined ? {} : { value: outcome.value }) };
  const { code, message, name = 'Error', reason, line } = outcome.error;
  const entered = open.get(call);
  const path = entered?.kind === 'entered' ? entered.issued.path : 'the saved program';
  const place = line === undefined ? '' : ` (line ${line} of ${path})`;
  return {
    kind: 'threw',
    call,
    error: { name, code, message: `${path} failed: ${message}${place}`, ...(reason === undefined ? {} : { reason }) },
  };
}

/** The calls of saved programs that wait for nothing: the program of each waits for what will never happen. */
export function stalledPrograms(state: ExecutionState): readonly number[] {
  if (state.tally.entered === 0) return [];
  const waiting = new Set([...state.within].map(([, within]) => within));
  return enteredCalls(state).filter((call) => !waiting.has(call));
}

/** Every call that a saved program runs for. */
export const enteredCalls = ({ open }: ExecutionState): readonly number[] =>
  [...open].flatMap(([call, { kind }]) => (kind === 'entered' ? [call] : []));

export const STALLED: GuestError = {
  name: 'ToolError',
  code: 'program/stalled',
  message: 'Cannot continue: the saved program waits for something that will never happen',
};

export const ABANDONED: GuestError = {
  name: 'ToolError',
  code: 'program/abandoned',
  message: 'Cannot continue: the program that called it has ended',
};

/**
 * The open calls of a saved program that ends, and of those that it entered, its own last. Handlers at work are left
 * out: they finish, and nobody gets their outcomes.
 */
export function callsLeftBy({ open, within }: ExecutionState, ended: number): readonly number[] {
  if (within.size === 0) return [];
  const isInside = (call: number): boolean => {
    for (let outer = within.get(call); outer !== undefined; outer = within.get(outer)) if (outer === ended) return true;
    return false;
  };
  return [...open]
    .filter(([call, { kind }]) => kind !== 'invoking' && isInside(call))
    .map(([call]) => call)
    .reverse();
}
