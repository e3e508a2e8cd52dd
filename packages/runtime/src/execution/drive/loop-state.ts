// Where the loop of one live execution stands, and what its parts share. `drive-execution.ts` runs it; calls, time and
// other processes notify it that something `changed`.
//
//   restoring ──▶ stepping ──▶ choosing ──▶ waiting
//                    ▲            │  ▲─────────┘ wake
//                    └────────────┘ deliver
//   any of them ──▶ stopped
//
// Idleness is not a state of the loop but a promise to others (`idle-signal.ts`): it outlasts several short waits.

import type { JournalEntry } from '@toolshed/kernel';
import type { NewEntry } from '@toolshed/kernel/runtime';
import { createDelay, type Delay } from '../../delay.js';
import type { ExecutionTrace } from '../../ports/tracing.js';
import type { CallSteps } from '../calls/call-steps.js';
import type { LiveDeps } from '../execution-deps.js';
import type { ExecutionJournal } from '../journal/execution-journal.js';
import type { Make } from '../journal/place-entry.js';
import type { RunningProgram } from '../program/running-program.js';
import type { IdleSignal } from './idle-signal.js';
import type { WakeTimer } from './wake-timer.js';

export type LoopState =
  /** The program is replayed to where its journal ends. What others append meanwhile is not acted on yet (D3). */
  | { readonly kind: 'restoring' }
  /** The program computes, or what it did is being written. */
  | { readonly kind: 'stepping' }
  /** The next action is chosen and done; outdated if something changed since it was chosen. */
  | { readonly kind: 'choosing'; readonly isOutdated: boolean }
  /** Nothing is to be done until something changes. */
  | { readonly kind: 'waiting'; readonly wake: () => void }
  /** The execution has ended, was evicted, or is lost to another process: nothing is started or written any more. */
  | { readonly kind: 'stopped' };

/** Where an execution is at work, as its host sees it; idle executions hold no slot. */
export interface ExecutionPlace {
  onIdle(isIdle: boolean): void;
  /** This process cannot continue it, even if it was idle before, and may still owe it the outcome of a call. */
  onFailed(error: unknown, owesOutcome: boolean): void;
  /** Whether an idle execution that is due was evicted instead, to wait in the queue. */
  mustWait(dueAt: number): boolean;
  /** Whether others wait for a slot. */
  readonly isCrowded: boolean;
}

export interface Loop {
  readonly journal: ExecutionJournal;
  /** Undefined where nobody traces. */
  readonly trace: ExecutionTrace | undefined;
  readonly deps: LiveDeps;
  readonly program: RunningProgram;
  readonly calls: CallSteps;
  readonly idle: IdleSignal;
  readonly place: ExecutionPlace;
  readonly alarm: WakeTimer;
  readonly linger: Linger;
  /** Writes what is held once nothing was added to it for a while. */
  readonly flushLate: Delay;
  /** Outcomes of calls that are still to be journaled and delivered. */
  readonly outcomes: NewEntry[];
  state: LoopState;
  /** What this process could not do; ends the loop at its next choice. */
  failure: { readonly error: unknown } | undefined;
  /** How many entries from outside are being written and will be acted on. */
  writes: number;
  /** How many handlers wait for the outcome of another call to be on disk. */
  awaiting: number;
  /** The eviction under way; another request to evict gets the same one. */
  evicting: Promise<boolean> | undefined;
  leaving: Leaving;
}

/**
 * Whether it is handed over to another process. It goes on beside the states: the step under way is finished first.
 * - `asked`: it leaves as soon as no handler works, and nothing new is begun here.
 * - `ahead`: the program took a step that was left to another process, or was not given an outcome that is journaled, so this
 *   sandbox is of no use any more.
 */
export type Leaving = 'no' | 'asked' | 'ahead';

export const RESTORING: LoopState = { kind: 'restoring' };
export const STEPPING: LoopState = { kind: 'stepping' };
export const CHOOSING: LoopState = { kind: 'choosing', isOutdated: false };
const OUTDATED: LoopState = { kind: 'choosing', isOutdated: true };
const STOPPED: LoopState = { kind: 'stopped' };

/** Moves the loop on, unless it was stopped meanwhile. */
export function enter(loop: Loop, state: LoopState): void {
  if (loop.state.kind !== 'stopped') loop.state = state;
}

/** Makes the loop choose again. While the program computes this needs nothing: the loop chooses after the step. */
export function changed(loop: Loop): void {
  if (loop.state.kind === 'waiting') loop.state.wake();
  else if (loop.state.kind === 'choosing') loop.state = OUTDATED;
}

export function setStopped(loop: Loop): void {
  const before = loop.state;
  loop.state = STOPPED;
  if (before.kind === 'waiting') before.wake();
}

export const isStopped = ({ state }: Loop): boolean => state.kind === 'stopped';

/** Whether nothing of it is under way here: no step of a call, no busy handler, no write, no outcome to deliver. */
export const isQuiet = ({ calls, writes, outcomes }: Loop): boolean =>
  !calls.isBusy && writes === 0 && outcomes.length === 0;

/** How long entries are held, to be written together with what follows them. */
const HOLD_MS = 5;

export function holdEntries(
  { journal, flushLate }: Loop,
  make: Make,
  urgency?: 'urgent',
): readonly JournalEntry[] | Promise<readonly JournalEntry[]> {
  flushLate.start(HOLD_MS);
  return journal.hold(make, urgency);
}

/** Takes the outcome of a call. */
export function post(loop: Loop, outcome: NewEntry): void {
  loop.outcomes.push(outcome);
  changed(loop);
}

/** Takes what this process could not do. The first failure counts. */
export function fail(loop: Loop, error: unknown): void {
  loop.failure ??= { error };
  changed(loop);
}

/** How long a program that is done still waits for handlers it did not await. */
export interface Linger {
  readonly isOver: boolean;
  start(): void;
  reset(): void;
}

export function createLinger(ms: number, onOver: () => void): Linger {
  let isOver = false;
  const delay = createDelay(() => {
    isOver = true;
    onOver();
  });
  return {
    get isOver() {
      return isOver;
    },
    start: () => delay.start(ms),
    reset() {
      isOver = false;
      delay.stop();
    },
  };
}
