// One live execution: journals what its program issued, sees to each call, delivers what became of them, and rests
// when the program can go no further without a person or time.
//
// Invariants
//   D1. What a step issued is on disk before anything is done about it.
//   D2. Results reach the program in the order of their entries. It may have them a moment before they are on disk,
//       since it can do nothing with them but compute: what it does next is written with them or after them, and
//       nothing is done about it before that. A step that takes long does not keep them from the disk.
//   D3. Nothing is done about a call before the program is where its journal ends; then each open call is seen to once,
//       whatever was appended meanwhile.

import { type EntryOf, type ExecutionError, type JournalEntry, ToolshedError } from '@toolshed/kernel';
import {
  type ExecutionState,
  GrantUnavailableError,
  isTerminal,
  type NewEntry,
  dueBy,
  nextDue,
  isIssued,
} from '@toolshed/kernel/runtime';
import { limitsOf } from '../../sandbox/limits.js';
import type { StepOutput } from '../../tool-proxy/guest-boundary.js';
import type { CallOutcome } from '../../tool-proxy/invoke-tool.js';
import { createDelay } from '../../delay.js';
import { createWakeTimer } from './wake-timer.js';
import { assertNamespacesHere } from '../calls/same-tool.js';
import { createCallSteps } from '../calls/call-steps.js';
import { afterChangedTools, changedToolEntries } from '../calls/changed-tools.js';
import { type ExecutionJournal, OwnershipLostError } from '../journal/execution-journal.js';
import type { IsolationLevel } from '../../sandbox/isolation-level.js';
import { expiriesAmong } from '../questions/expiry.js';
import { issueCalls } from './issue-calls.js';
import type { LiveDeps } from '../execution-deps.js';
import type { Owners } from '../residency/owners.js';
import { createIdleSignal } from './idle-signal.js';
import type { RunningHandler } from '../calls/running-handler.js';
import { createRunningProgram } from '../program/program-session.js';
import { settling, unstartedQuestions } from './outcome-entries.js';
import { endLingering, endOf, timersOf } from './end-entries.js';

export interface LiveExecution {
  readonly journal: ExecutionJournal;
  readonly walls: IsolationLevel | undefined;
  readonly isIdle: boolean;
  /**
   * Whether it must stay in memory: something of it is being written, or a handler has started. One that waits for a
   * person may have anything else under way, a timeout of its own that acts, which cannot be seen from here.
   */
  readonly isHeld: boolean;
  /** Whether a handler is at work or waits for a person. */
  readonly hasHandlers: boolean;
  /** Resolves once it is restored from its journal or has failed for good; rejects if this process cannot go on. */
  readonly ready: Promise<void>;
  /** Resolves when it next rests: it has ended, or waits for a person or for a time far away. */
  rest(): Promise<void>;
  /**
   * Journals what somebody said and acts on it, after `first` or its failure. It does not count as resting meanwhile,
   * so nobody lets go of it between the two. Rejects with OwnershipLostError if it was let go before.
   */
  submit(make: (state: ExecutionState) => readonly NewEntry[], first?: () => Promise<void>): Promise<void>;
  /** Told of answers and cancellations that another process journaled. */
  noticed(entries: readonly JournalEntry[]): void;
  /** Told of what is on disk of its own entries. */
  wrote(entries: readonly JournalEntry[]): void;
  /** Takes what became of a handler's run that was let go of before; false if its call does not wait for that. */
  takeOutcome(handler: RunningHandler, outcome: CallOutcome): boolean;
  /** Told that another process drives it. */
  lose(error: unknown): void;
  /**
   * Ends what can be run again and lets go of everything in memory. False if it is not let go: it no longer rests, or
   * a handler went on instead of ending.
   */
  evict(): boolean | Promise<boolean>;
  /** Lets go of everything in memory and aborts its handlers. */
  release(): void;
}

/** How long a result waits to be written together with what the program does with it. */
const HOLD_MS = 5;

export function driveExecution(
  journal: ExecutionJournal,
  host: LiveDeps,
  owner: Pick<Owners, 'isSure'>,
): LiveExecution {
  const deps = { ...host, limits: limitsOf(journal.state.started, host.limits) };
  const inbox: NewEntry[] = [];
  const rest = createIdleSignal();
  const ready = Promise.withResolvers<void>();
  let isReleased = false;
  let hasStopped = false;
  let isRestored = false;
  /** What is being written and will be acted on. */
  let submissions = 0;
  let failure: { readonly error: unknown } | undefined;
  let hasChanged = false;
  let hasLingered = false;
  let wake: () => void = () => undefined;

  const changed = (): void => {
    hasChanged = true;
    wake();
  };
  const post = (entry: NewEntry): void => {
    inbox.push(entry);
    changed();
  };
  const fail = (error: unknown): void => {
    failure ??= { error };
    changed();
  };
  const program = createRunningProgram(journal, deps);
  const calls = createCallSteps({ ...deps, journal, owner, post, fail, changed });
  const alarm = createWakeTimer(deps.clock, (at) => ring(at));
  const lingering = createDelay(() => {
    hasLingered = true;
    changed();
  });
  /** Finds something to write if the program is still at what it was last handed. */
  const late = createDelay(() => void journal.flush().catch(fail));

  /** Decided again if a grant that a call relied on was revoked, or its last use taken, before the call was written. */
  const issue = async (output: StepOutput): Promise<readonly JournalEntry[]> => {
    for (;;) {
      const issued = issueCalls(output, journal.state, journal.id, deps);
      const draft = typeof issued === 'function' ? issued : await issued;
      try {
        return await journal.append((state) => withEnd(state, output, withPark(state, draft(state))));
      } catch (error) {
        if (!(error instanceof GrantUnavailableError)) throw error;
      }
    }
  };

  const take = async (output: StepOutput): Promise<void> => {
    assertNamespacesHere(output, journal.state.started, deps);
    const entries = await issue(output);
    for (const entry of entries) if (entry.kind === 'invoking') calls.start(entry.call);
    for (const entry of entries) if (isIssued(entry) && !isInvoking(entry.call)) calls.advance(entry.call);
    for (const call of output.cleared)
      if (journal.state.open.get(call)?.kind === 'sleeping') post({ kind: 'fired', call });
  };

  const isInvoking = (call: number): boolean => journal.state.open.get(call)?.kind === 'invoking';

  /** Marks the rest in the same write where it is already sure, so that a pause costs one. */
  const withPark = (state: ExecutionState, entries: readonly NewEntry[]): readonly NewEntry[] => {
    const asked = entries.filter(({ kind }) => kind === 'asked').length;
    if (asked === 0 || program.outcome) return entries;
    const areAllAsked = entries.every(
      ({ kind }) => kind === 'printed' || kind === 'tool-called' || kind === 'elicit-called' || kind === 'asked',
    );
    const called = entries.filter(({ kind }) => kind === 'tool-called' || kind === 'elicit-called').length;
    const isElseQuiet = isQuiet() && state.open.size === state.tally.asking;
    const isSure = asked === called && areAllAsked && isElseQuiet && deps.expiresInMs === undefined;
    return isSure && !isNearExpiry(entries) ? [...entries, parked(undefined)] : entries;
  };

  const parked = (wakeAt: number | undefined): NewEntry => {
    const [cpuMs, wallMs] = [Math.round(program.used.cpuMs), Math.round(program.used.wallMs)];
    return {
      kind: 'parked',
      ...(wakeAt === undefined ? {} : { wakeAt }),
      ...(cpuMs === 0 && wallMs === 0 ? {} : { used: { cpuMs, wallMs } }),
    };
  };

  /** Ends it in the same write where nothing is left to wait for. */
  const withEnd = (state: ExecutionState, output: StepOutput, entries: readonly NewEntry[]): readonly NewEntry[] => {
    const isOver = output.calls.length === 0 && output.cleared.length === 0 && isQuiet();
    const end = isOver ? endOf(state, program.outcome) : undefined;
    return end ? [...entries, ...end] : entries;
  };

  const isNearExpiry = (entries: readonly NewEntry[]): boolean =>
    entries.some((entry) => entry.kind === 'asked' && entry.expiresAt !== undefined);

  /** What the program does next; undefined when the execution has ended or was let go. */
  const nextOutput = async (): Promise<StepOutput | undefined> => {
    for (;;) {
      hasChanged = false;
      if (failure) throw failure.error;
      if (isReleased || isTerminal(journal.state.status)) return undefined;
      // Awaited here: a promise that is returned from here is awaited twice.
      if (inbox.length > 0) return await deliver(inbox.splice(0));
      if (await cancelUnstarted()) continue;
      const end = unawaitedEnd();
      if (end) {
        await journal.append(end);
        return undefined;
      }
      if (isQuiet() && (await settleOrRest())) return undefined;
      if (hasChanged) continue;
      if (!rest.isIdle) awaitTime();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };

  /**
   * Cancels what a program that threw had asked for and nobody has answered. It is over: to approve a call of it would
   * run what nothing waits for. True if there was something to cancel.
   */
  const cancelUnstarted = async (): Promise<boolean> => {
    const cancelled = (state: ExecutionState) => unstartedQuestions(state, 'the program failed');
    if (program.outcome?.kind !== 'threw' || cancelled(journal.state).length === 0) return false;
    actOn(await journal.append(cancelled));
    return true;
  };

  /** The end of an execution whose program no longer waits for the handlers that are at work. */
  const unawaitedEnd = (): ((state: ExecutionState) => readonly NewEntry[]) | undefined => {
    const { outcome, ending } = program;
    if (outcome?.kind === 'returned' && submissions === 0) return (state) => endOf(state, outcome) ?? [];
    const { tally, unanswered } = journal.state;
    if (ending === undefined || !calls.isBusy || unanswered > 0 || tally.sleeping > 0) {
      hasLingered = false;
      lingering.stop();
      return undefined;
    }
    if (hasLingered) return (state) => endLingering(state, ending, deps.lingerMs);
    lingering.start(deps.lingerMs);
    return undefined;
  };

  /** While handlers are at work as well: a program may have put a time limit on them. */
  const awaitTime = (): void => {
    if (program.outcome === undefined) alarm.set(nextDue(journal.state)?.at, 'awaited');
  };

  const deliver = (outcomes: readonly NewEntry[]): StepOutput | Promise<StepOutput> => {
    rest.leave();
    hasLingered = false;
    const make = (state: ExecutionState): readonly NewEntry[] =>
      settling(
        state,
        outcomes.filter((one) => calls.isCurrent(state, one)),
      );
    const delivered = (entries: readonly JournalEntry[]): StepOutput | Promise<StepOutput> => {
      if (outcomes.length > 1 || entries.length === 0) leaveOut(outcomes, entries);
      return program.deliver(entries);
    };
    if (!canHold(outcomes)) return journal.append(make).then(delivered);
    const held = journal.hold(make);
    late.start(HOLD_MS);
    return held instanceof Promise ? held.then(delivered) : delivered(held);
  };

  /** A person had an attempt repeated, or another ended the call, while its outcome was on its way. */
  const leaveOut = (outcomes: readonly NewEntry[], entries: readonly JournalEntry[]): void => {
    const ended = new Set(entries.flatMap((entry) => ('call' in entry ? [entry.call] : [])));
    for (const one of outcomes) if ('call' in one && !ended.has(one.call)) calls.onSuperseded(one);
  };

  /** A program that runs on this very thread can keep a result from the disk for as long as it computes. */
  const canHold = (outcomes: readonly NewEntry[]): boolean => program.walls !== 'thread' || outcomes.every(isHarmless);

  const isHarmless = (outcome: NewEntry): boolean => {
    const open = 'call' in outcome ? journal.state.open.get(outcome.call) : undefined;
    return open?.kind !== 'invoking' || open.issued.decision.because.kind === 'safe';
  };

  const isQuiet = (): boolean => !calls.isBusy && submissions === 0 && inbox.length === 0;

  /** Ends the execution if it is done; marks it as resting if it can only wait. True when it has ended. */
  const settleOrRest = async (): Promise<boolean> => {
    const { state } = journal;
    const end = endOf(state, program.outcome);
    if (end) {
      await journal.append(() => end);
      return true;
    }
    if (program.outcome && state.tally.sleeping > 0) {
      for (const call of timersOf(state)) post({ kind: 'fired', call });
      return false;
    }
    const wakeAt = nextDue(state)?.at;
    // A person is told at once what waits for them, however soon a timer beside it is due.
    const isNear = wakeAt !== undefined && state.unanswered === 0 && wakeAt - deps.clock.now() <= deps.restAfterMs;
    alarm.set(wakeAt, isNear ? 'awaited' : 'far');
    if (isNear) return false;
    // Only if nothing was journaled since: an execution that was just answered must not look as if it waited.
    if (state.status.kind === 'running') await journal.append((now) => (now === state ? [parked(wakeAt)] : []));
    if (isTerminal(journal.state.status)) return true;
    if (isQuiet() && journal.state.status.kind !== 'running') rest.enter();
    return false;
  };

  /** Timers and expiries take effect in the order they were due, however late this process notices. */
  const ring = (at: number): void => {
    const due = dueBy(journal.state, Math.max(at, deps.clock.now()));
    const settleDue = (): void => {
      for (const { call, elicitation } of due) {
        if (elicitation === undefined) post({ kind: 'fired', call });
        else calls.advance(call);
      }
    };
    if (due.every(({ elicitation }) => elicitation === undefined)) {
      settleDue();
      changed();
      return;
    }
    // It does not rest until that is written and acted on: who wakes it for an expiry is told what follows from it.
    submissions++;
    rest.leave();
    journal
      .append((state) => expiriesAmong(state, due))
      .then(() => {
        submissions--;
        if (hasStopped) return;
        settleDue();
        changed();
      })
      .catch(fail);
  };

  const noticed = (entries: readonly JournalEntry[]): void => {
    if (hasStopped) return;
    rest.leave();
    if (entries.some(({ kind }) => kind === 'cancelled')) {
      // Only another process leaves some: what is cancelled here is written with its lines.
      const lines = program.unwritten(journal.state);
      if (lines.length > 0) deps.lateOutcomes.print(journal.id, lines);
      stop('the execution was cancelled', 'abort');
    } else if (isRestored) actOn(entries);
    changed();
  };

  const actOn = (entries: readonly JournalEntry[]): void => {
    for (const entry of entries) if (entry.kind === 'invoking') calls.start(entry.call);
    // Once each, by where it stands after all of them.
    calls.advanceAll([...new Set(entries.filter(isAboutCall).map(({ call }) => call))]);
  };

  /** What was approved and cannot start here is left for a host that has the tool. */
  const startable = (entries: readonly NewEntry[]): readonly NewEntry[] =>
    entries.filter((entry) => entry.kind !== 'invoking' || calls.canStart(entry.call));

  /** What ends a step from outside does not take the lines with it that the step has printed. */
  const withLastWords = (state: ExecutionState, entries: readonly NewEntry[]): readonly NewEntry[] =>
    entries.some(({ kind }) => kind === 'cancelled') ? [...program.unwritten(state), ...entries] : entries;

  const submit: LiveExecution['submit'] = async (make, first) => {
    if (isTerminal(journal.state.status)) return;
    if (hasStopped) throw new OwnershipLostError(journal.id);
    submissions++;
    rest.leave();
    try {
      const entries = await journal.append((state) =>
        withLastWords(state, startable(afterChangedTools(journal.id, state, make, deps))),
      );
      if (entries.length === 0) return;
      try {
        await first?.();
      } finally {
        noticed(entries);
      }
    } finally {
      submissions--;
      changed();
    }
  };

  /** What handlers do from here on is looked after elsewhere. */
  const stop = (reason: string, handlers: 'abort' | 'end'): void => {
    hasStopped = true;
    alarm.set(undefined);
    lingering.stop();
    late.stop();
    const written = journal.close();
    written.catch(() => undefined);
    deps.lateOutcomes.keep(journal.id, calls.release(reason, handlers), written);
    program.end();
  };

  const canEvict = (): boolean => rest.isIdle && !hasStopped && isQuiet() && !calls.hasHandlers;

  const release = (reason: string): void => {
    isReleased = true;
    stop(reason, 'abort');
    changed();
  };

  let evicting: Promise<boolean> | undefined;
  const evict = (): boolean | Promise<boolean> => {
    if (evicting) return evicting;
    // It was evicted already; saying no would make the caller that needs room try it again for ever.
    if (hasStopped) return true;
    if (!rest.isIdle || calls.mayHaveActed || !isQuiet()) return false;
    if (!calls.hasHandlers && !journal.isOwned) return evictNow();
    evicting = evictHandlers().finally(() => {
      evicting = undefined;
    });
    return evicting;
  };

  const evictNow = (): boolean => {
    if (!canEvict()) return false;
    release('the execution is resting');
    return true;
  };

  /** Once no handler is here, another process may take it over. */
  const evictHandlers = async (): Promise<boolean> => {
    await calls.evict();
    if (!canEvict()) return false;
    if (journal.isOwned)
      await journal.append(({ status }) =>
        status.kind === 'paused' || status.kind === 'sleeping' ? [parked(status.wakeAt)] : [],
      );
    return evictNow();
  };

  const run = async (): Promise<void> => {
    // Before the program is run again: where a tool is missing nothing would come of it.
    calls.assertToolsHere();
    let output: StepOutput | undefined = await program.restore();
    await journal.append((state) => changedToolEntries(journal.id, state, deps));
    calls.assertToolsHere();
    isRestored = true;
    for (const call of [...journal.state.open.keys()]) calls.advance(call);
    // What was due before comes before an answer that brought the execution back.
    if (program.outcome === undefined) ring(deps.clock.now());
    ready.resolve();
    while (output) {
      await take(output);
      output = await nextOutput();
    }
  };

  /** A failure of the program ends the execution; one of this process leaves it for another. */
  const finish = async (error: unknown): Promise<void> => {
    if (isReleased || isTerminal(journal.state.status)) return;
    const known = executionErrorOf(error);
    if (known === undefined) throw error;
    await journal.append((state) => [...program.unwritten(state), { kind: 'failed', error: known }]);
  };

  run()
    .catch(finish)
    .then(
      () => {
        // What a program did not wait for goes on.
        stop('the execution has ended', program.ending === undefined ? 'abort' : 'end');
        rest.enter();
        ready.resolve();
      },
      (error) => {
        // A store that fails is no reason to interrupt a handler: what becomes of it is journaled when it can be.
        stop('the execution cannot go on here', error instanceof OwnershipLostError ? 'abort' : 'end');
        rest.abandon(error);
        ready.reject(error);
      },
    );
  // Whoever waits for its rest is told as well.
  ready.promise.catch(() => undefined);

  return {
    journal,
    get walls() {
      return program.walls;
    },
    get isIdle() {
      return rest.isIdle;
    },
    get isHeld() {
      return calls.hasHandlers || !isQuiet();
    },
    get hasHandlers() {
      return calls.hasHandlers;
    },
    ready: ready.promise,
    rest: () => rest.next(),
    submit,
    noticed,
    wrote(entries) {
      for (const entry of entries) if (entry.kind === 'returned' || entry.kind === 'threw') calls.onWritten(entry.call);
    },
    takeOutcome: (handler, outcome) => !hasStopped && calls.takeOutcome(handler, outcome),
    lose: fail,
    evict,
    release: () => release('the execution was let go'),
  };
}

const isAboutCall = (entry: JournalEntry): entry is EntryOf<'answered' | 'tool-changed' | 'redecided'> =>
  entry.kind === 'answered' || entry.kind === 'tool-changed' || entry.kind === 'redecided';

/** What ends an execution for good; undefined for troubles of this process, after which another may go on. */
function executionErrorOf(error: unknown): ExecutionError | undefined {
  if (!(error instanceof ToolshedError)) return undefined;
  const isOurs =
    error.code.startsWith('limit/') || error.code.startsWith('sandbox/') || error.code === 'journal/diverged';
  return isOurs ? { code: error.code, message: error.message, name: error.name } : undefined;
}
