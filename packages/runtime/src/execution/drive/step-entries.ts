// What is journaled around a step of the program, beside the calls it issued: the outcomes that were delivered to it,
// that it waits, and how it ends. Pure functions of the state the entries will follow.

import {
  type ExecutionState,
  type NewEntry,
  openQuestions,
  type RecordedQuestion,
  questionsOf,
  withdrawal,
  isMadeCall,
} from '@toolshed/kernel/runtime';
import { ABANDONED, callsLeftBy } from './saved-programs.js';
import type { UsedTime } from '../../sandbox/lane-budget.js';
import type { ProgramOutcome } from '../../tool-proxy/guest-boundary.js';

/** The outcomes of calls that are still open: each call ends once, and with it the questions its handler left open. */
export function outcomeEntries(state: ExecutionState, outcomes: readonly NewEntry[]): readonly NewEntry[] {
  const [only] = outcomes;
  if (only && outcomes.length === 1) return outcomeEntriesOf(state, only);
  return onceEach(firstOfEach(outcomes).flatMap((outcome) => outcomeEntriesOf(state, outcome)));
}

/** A call that ends with its saved program may also have an outcome of its own. */
function onceEach(entries: readonly NewEntry[]): readonly NewEntry[] {
  const seen = new Set<number | string>();
  return entries.filter((entry) => {
    const what = entry.kind === 'answered' ? entry.elicitation : 'call' in entry ? entry.call : undefined;
    if (what === undefined || !seen.has(what)) {
      if (what !== undefined) seen.add(what);
      return true;
    }
    return false;
  });
}

/** An answer that arrived twice, from here and from another process, was acted on twice; a call ends once. */
function firstOfEach(outcomes: readonly NewEntry[]): readonly NewEntry[] {
  const ended = new Set<number>();
  return outcomes.filter((entry) => {
    if (!('call' in entry) || ended.has(entry.call)) return false;
    ended.add(entry.call);
    return true;
  });
}

/** Whether an entry is this outcome and not another one of the same call: its place is all that was added to it. */
export function isOutcome(entry: NewEntry, outcome: NewEntry): boolean {
  if (entry.kind === 'returned' && outcome.kind === 'returned')
    return entry.call === outcome.call && entry.value === outcome.value;
  return entry.kind === 'threw' && outcome.kind === 'threw' && entry.error === outcome.error;
}

function outcomeEntriesOf(state: ExecutionState, entry: NewEntry): readonly NewEntry[] {
  if (!('call' in entry) || !state.open.has(entry.call)) return [];
  const inside = entry.kind === 'program-entered' ? [] : callsLeftBy(state, entry.call);
  const ended = inside.map((call): NewEntry => ({ kind: 'threw', call, error: ABANDONED }));
  const left = [...inside, entry.call].flatMap((call) => questionsOf(state, call)).filter(isUnanswered);
  return left.length + ended.length === 0
    ? [entry]
    : [...left.map((one) => withdrawn(one, CALL_ENDED)), ...ended, entry];
}

const isUnanswered = ({ answer }: RecordedQuestion): boolean => answer === undefined;

const CALL_ENDED = 'the call ended before it was answered';
const PROGRAM_ENDED = 'the program ended without waiting for it';
const PROGRAM_FAILED = 'the program failed';

const withdrawn = ({ elicitation, call }: RecordedQuestion, reason: string): NewEntry => ({
  kind: 'answered',
  elicitation,
  call,
  answer: withdrawal(reason),
});

/**
 * Withdraws what a program that threw has asked for and nobody has answered: questions of its own, and about calls that
 * have not started. To approve such a call would run what nothing waits for.
 */
export const withdrawUnstarted = (state: ExecutionState): readonly NewEntry[] =>
  openQuestions(state)
    .filter(({ call }) => state.open.get(call)?.kind === 'asking')
    .map((question) => withdrawn(question, PROGRAM_FAILED));

/** The execution can only wait. `wakeAt` is when time next changes that. */
export function parkedEntry(used: UsedTime, wakeAt: number | undefined): NewEntry {
  const [cpuMs, wallMs] = [Math.round(used.cpuMs), Math.round(used.wallMs)];
  return {
    kind: 'parked',
    ...(wakeAt === undefined ? {} : { wakeAt }),
    ...(cpuMs === 0 && wallMs === 0 ? {} : { used: { cpuMs, wallMs } }),
  };
}

/** Whether these entries do nothing but ask, and all other open calls ask as well: then the execution is paused. */
export function isPause(state: ExecutionState, entries: readonly NewEntry[]): boolean {
  let [asked, called] = [0, 0];
  for (const entry of entries) {
    if (entry.kind === 'asked') asked++;
    else if (isMadeCall(entry)) called++;
    else if (entry.kind !== 'printed') return false;
    if (entry.kind === 'asked' && entry.expiresAt !== undefined) return false;
  }
  return asked > 0 && asked === called && state.open.size === state.tally.asking + state.tally.entered;
}

/** How an execution ends whose program is over, or waits for nothing; undefined while it waits for something. */
export function endOf(state: ExecutionState, outcome: ProgramOutcome | undefined): readonly NewEntry[] | undefined {
  if (outcome === undefined) return state.open.size === 0 ? [STALLED] : undefined;
  // A program that returned waits for nothing more; what one that threw has started is finished.
  if (outcome.kind === 'threw' && state.open.size > state.tally.sleeping) return undefined;
  return endNow(state, outcome);
}

/** How a plan ends that cannot look further: as its program did, or with what it would need to continue. */
export function endOfPlan(state: ExecutionState, outcome: ProgramOutcome | undefined): readonly NewEntry[] {
  if (outcome !== undefined) return endNow(state, outcome);
  const stuck = [...state.open.values()].find((open) => open.kind === 'planned' && open.missing !== undefined);
  const missing = stuck?.kind === 'planned' ? stuck.missing : undefined;
  if (missing === undefined) return [STALLED];
  return [{ kind: 'failed', error: { code: 'plan/cannot-look-further', message: `Cannot plan further: ${missing}` } }];
}

/** Calls that nobody waits for stay open: the outcomes of their handlers are late outcomes. */
function endNow(state: ExecutionState, outcome: ProgramOutcome): readonly NewEntry[] {
  return [...openQuestions(state).map((question) => withdrawn(question, PROGRAM_ENDED)), endEntry(outcome)];
}

function endEntry(outcome: ProgramOutcome): NewEntry {
  if (outcome.kind === 'threw') return { kind: 'failed', error: outcome.error };
  return outcome.value === undefined ? { kind: 'completed' } : { kind: 'completed', value: outcome.value };
}

/** Ends a program that has waited long enough for handlers it did not await, and tells its author which. */
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
  error: {
    code: 'program/stalled',
    message: 'Cannot continue: the program waits for something that will never happen',
  },
};

/** The timers of a program, each by the number of its call. */
export const timersOf = (state: ExecutionState): readonly number[] =>
  state.tally.sleeping === 0 ? [] : [...state.open].flatMap(([call, open]) => (open.kind === 'sleeping' ? [call] : []));
