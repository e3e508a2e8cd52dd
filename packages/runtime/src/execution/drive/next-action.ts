// What the loop of an execution does next: a pure choice, made again whenever something changed.

import type { Clock } from '@toolshed/kernel';
import {
  type ExecutionState,
  type GuestError,
  isPlan,
  isTerminal,
  type NewEntry,
  nextDue,
} from '@toolshed/kernel/runtime';
import type { ProgramOutcome } from '../../tool-proxy/guest-boundary.js';
import type { Leaving } from './loop-state.js';
import { ABANDONED, enteredCalls, STALLED, stalledPrograms } from './saved-programs.js';
import { endLingering, endOf, endOfPlan, timersOf, withdrawUnstarted } from './step-entries.js';

export type Action =
  /** This process cannot continue it. */
  | { readonly kind: 'fail'; readonly error: unknown }
  /** It has ended or was stopped: the loop is over. */
  | { readonly kind: 'leave' }
  /** Another process is to continue it: journal the outcomes that are left, and leave. */
  | { readonly kind: 'hand-over' }
  /** A handler waits for outcomes to be on disk, and the program must not take another step here. */
  | { readonly kind: 'journal' }
  /** Outcomes are there: journal them and hand them to the program. */
  | { readonly kind: 'deliver' }
  /** The program threw: journal that its unanswered questions are withdrawn, and advance their calls. */
  | { readonly kind: 'withdraw'; readonly make: (state: ExecutionState) => readonly NewEntry[] }
  /** Journal the end of the execution. */
  | { readonly kind: 'end'; readonly make: (state: ExecutionState) => readonly NewEntry[] }
  /** Saved programs cannot or must not continue: their calls fail with this. */
  | { readonly kind: 'end-saved'; readonly calls: readonly number[]; readonly error: GuestError }
  /** The program is over and awaits no timer: fire those that are left. */
  | { readonly kind: 'fire'; readonly timers: readonly number[] }
  /** The program is done, except for handlers it did not await: give them a while. */
  | { readonly kind: 'linger' }
  /** Something is under way. */
  | { readonly kind: 'wait' }
  /** A timer is due so soon that the execution does not count as idle. */
  | { readonly kind: 'sleep'; readonly until: number }
  /** Only a person or a distant time can change anything. */
  | { readonly kind: 'idle'; readonly wakeAt: number | undefined };

/** What the choice depends on. */
export interface Situation {
  readonly state: ExecutionState;
  readonly failure: { readonly error: unknown } | undefined;
  readonly isStopped: boolean;
  /** Whether another process is to continue it. Nothing more may be delivered to a program that is `ahead`. */
  readonly leaving: Leaving;
  /** How many outcomes are to be delivered. */
  readonly outcomes: number;
  /** How many entries from outside are being written. */
  readonly writes: number;
  /** Whether a handler waits for the outcome of another call to be on disk. */
  readonly isAwaited: boolean;
  /** Whether a step of a call is under way or a handler works. */
  readonly isBusy: boolean;
  /** How the program ended, once it has, and how it will once nothing it awaits is under way. */
  readonly outcome: ProgramOutcome | undefined;
  readonly ending: ProgramOutcome | undefined;
  readonly hasLingered: boolean;
  readonly lingerMs: number;
  /** A timer further away than this is not waited for in memory. */
  readonly nearMs: number;
  readonly clock: Clock;
}

const LEAVE: Action = { kind: 'leave' };
const HAND_OVER: Action = { kind: 'hand-over' };
const JOURNAL: Action = { kind: 'journal' };
const DELIVER: Action = { kind: 'deliver' };
const WITHDRAW: Action = { kind: 'withdraw', make: withdrawUnstarted };
const LINGER: Action = { kind: 'linger' };
const WAIT: Action = { kind: 'wait' };

export function nextAction(situation: Situation): Action {
  const { failure, isStopped, state, outcomes, outcome, writes, isBusy } = situation;
  if (failure) return { kind: 'fail', error: failure.error };
  if (isStopped || isTerminal(state.status)) return LEAVE;
  if (situation.leaving !== 'no' && outcome === undefined) return whenLeaving(situation);
  if (outcomes > 0) return DELIVER;
  if (outcome?.kind === 'threw' && state.tally.entered > 0)
    return { kind: 'end-saved', calls: enteredCalls(state), error: ABANDONED };
  if (outcome?.kind === 'threw' && withdrawUnstarted(state).length > 0) return WITHDRAW;
  if (outcome?.kind === 'returned' && writes === 0) return { kind: 'end', make: (now) => endOf(now, outcome) ?? [] };
  if (isBusy) return lingering(situation) ?? WAIT;
  return writes > 0 ? WAIT : whenQuiet(situation);
}

/** Handlers that work end first, and their outcomes may be all that the program needs to end. */
function whenLeaving({ isBusy, isAwaited, writes, outcomes, leaving }: Situation): Action {
  if (isAwaited && outcomes > 0) return JOURNAL;
  if (isBusy || writes > 0) return WAIT;
  return outcomes > 0 && leaving !== 'ahead' ? DELIVER : HAND_OVER;
}

/** The program has returned and its own calls are over; only handlers that it did not await are at work. */
function lingering({ state, ending, hasLingered, lingerMs }: Situation): Action | undefined {
  if (ending === undefined || state.unanswered > 0 || state.tally.sleeping > 0) return undefined;
  return hasLingered ? { kind: 'end', make: (now) => endLingering(now, ending, lingerMs) } : LINGER;
}

/** A plan waits for nobody and for no time: its timers fire in their order, and what has no stand-in ends it. */
function planning(state: ExecutionState, outcome: ProgramOutcome | undefined): Action {
  const due = nextDue(state);
  return due ? { kind: 'fire', timers: [due.call] } : { kind: 'end', make: (now) => endOfPlan(now, outcome) };
}

function whenQuiet({ state, outcome, ending, nearMs, clock }: Situation): Action {
  const end = endOf(state, outcome);
  if (end) return { kind: 'end', make: () => end };
  const stalled = stalledPrograms(state);
  if (stalled.length > 0) return { kind: 'end-saved', calls: stalled, error: STALLED };
  if (isPlan(state)) return planning(state, outcome ?? ending);
  if (outcome && state.tally.sleeping > 0) return { kind: 'fire', timers: timersOf(state) };
  const wakeAt = nextDue(state)?.at;
  // A person learns at once what waits for them, however soon a timer beside it is due.
  const isNear = wakeAt !== undefined && state.unanswered === 0 && wakeAt - clock.now() <= nearMs;
  return isNear ? { kind: 'sleep', until: wakeAt } : { kind: 'idle', wakeAt };
}
