// What an execution still waits for, and how it ends when that is nothing.

import type { ExecutionState, NewEntry } from '@toolshed/kernel/runtime';
import type { ProgramOutcome } from '../../tool-proxy/guest-boundary.js';
import { abandonedQuestions } from './outcome-entries.js';

/** How an execution ends whose program is over, or waits for nothing; undefined while it has something to wait for. */
export function endOf(state: ExecutionState, outcome: ProgramOutcome | undefined): readonly NewEntry[] | undefined {
  if (outcome === undefined) return state.open.size === 0 ? [STALLED] : undefined;
  // A program that returned waits for nothing more; what one that threw has started is finished.
  if (outcome.kind === 'threw' && state.open.size > state.tally.sleeping) return undefined;
  return endNow(state, outcome);
}

/** Calls that nobody waits for are left open: what becomes of their handlers is a late outcome. */
function endNow(state: ExecutionState, outcome: ProgramOutcome): readonly NewEntry[] {
  return [...abandonedQuestions(state, 'the program ended without waiting for it'), endEntry(outcome)];
}

function endEntry(outcome: ProgramOutcome): NewEntry {
  if (outcome.kind === 'threw') return { kind: 'failed', error: outcome.error };
  return outcome.value === undefined ? { kind: 'completed' } : { kind: 'completed', value: outcome.value };
}

/** Ends a program that has waited long enough for handlers it did not await, and tells whoever wrote it which. */
export function endLingering(state: ExecutionState, outcome: ProgramOutcome, afterMs: number): readonly NewEntry[] {
  const logs = [...state.open.values()].flatMap((open) =>
    open.kind === 'invoking'
      ? [
          {
            level: 'warn' as const,
            text: `The program ended without awaiting ${describe(open.issued)}, which was still at work ${afterMs} ms later`,
          },
        ]
      : [],
  );
  return [...(logs.length === 0 ? [] : [{ kind: 'printed' as const, logs, emitted: [] }]), ...endNow(state, outcome)];
}

const describe = ({ path, line }: { readonly path: string; readonly line?: number | undefined }): string =>
  `tools.${path}${line === undefined ? '' : ` (line ${line})`}`;

const STALLED: NewEntry = {
  kind: 'failed',
  error: { code: 'program/stalled', message: 'Cannot go on: the program waits for something that will never happen' },
};

/** The timers of a program, each by the number of its call. */
export const timersOf = (state: ExecutionState): readonly number[] =>
  state.tally.sleeping === 0 ? [] : [...state.open].flatMap(([call, open]) => (open.kind === 'sleeping' ? [call] : []));
