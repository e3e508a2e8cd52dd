// The runs of handlers of one execution: those that work, those that wait for a person, and those that ended and whose
// outcome is not on disk yet. Called by the call steps; posts outcomes to the loop; hands what is left to
// `late-outcomes.ts` when the execution is released.
//
// Invariants
//   H1. A run is forgotten only when its outcome is on disk or it ended because it was interrupted. Whatever is left when
//       the execution is released goes to the late outcomes.
//   H2. Only a run that did nothing but ask its first question is interrupted when the host closes. If that ends it,
//       it has not acted and may be run again; if it continues, its outcome counts.
//   H3. Nothing is started or adopted once the execution was released: an attempt that was journaled and not started is
//       in doubt for the process that takes over, as if this one had died.
//   H4. A signal aborts when its execution ends or is lost, when the run's time is up, and after the run is over; never
//       to find out whether the run has acted. It aborts as well when it is read after the lease may have ended.
//   H5. A run that was aborted before the tool's own code was called never calls it, and leaves nothing in doubt.

import { type JournalEntry, type Tool, ToolError } from '@toolshed/kernel';
import type { ExecutionState, NewEntry } from '@toolshed/kernel/runtime';
import type { Limits } from '../../../sandbox/limits.js';
import { type CallOutcome, invokeTool, type ResultRoom } from '../../../tool-proxy/invoke-tool.js';
import { isOutcome } from '../../drive/step-entries.js';
import type { InvokingCall } from '../attempts.js';
import type { CallLoop } from '../call-loop.js';
import { createHandlerContexts } from './handler-context.js';
import { untilHeld } from './held-lease.js';
import type { ExecutionJournal } from '../../journal/execution-journal.js';
import type { LiveDeps } from '../../execution-deps.js';
import {
  HandlerAbortedError,
  type HandlerEnd,
  HandlerEvictedError,
  type HandlerOwner,
  RunningHandler,
} from './running-handler.js';

export interface HandlerRunsDeps extends LiveDeps, Pick<CallLoop, 'fail' | 'changed' | 'lease' | 'trace'> {
  readonly journal: ExecutionJournal;
  /** Takes the outcome of a call, to be journaled and delivered to the program. */
  readonly post: (outcome: CallOutcome) => void;
  /** Called with a call whose run ended without a certain outcome. */
  readonly onLost: (call: number) => void;
  /** Called with a call whose run may have acted and reached its time limit. */
  readonly onOverdue: (call: number) => void;
}

export interface HandlerRuns {
  readonly size: number;
  /** Whether one works, rather than waits for a person. */
  readonly isBusy: boolean;
  /** Whether one may have acted, and so must stay in memory. */
  readonly mayHaveActed: boolean;
  /** Whether the outcome of a call that must not be repeated is here or still to come, and not on disk. */
  readonly owesOutcome: boolean;
  find(call: number): RunningHandler | undefined;
  isStarted(call: number, attempt: number): boolean;
  /** From now on this attempt counts as started. */
  reserve(call: number, attempt: number): void;
  start(open: InvokingCall, tool: Tool, isHarmless: boolean): void;
  /** Takes back a run of this attempt that an earlier loop of this execution left in this process. */
  adopt(open: InvokingCall): boolean;
  /** Posts the outcome of a run that was released before. */
  postOutcome(handler: RunningHandler, outcome: CallOutcome): void;
  /** Interrupts runs that have only asked (H2); resolves when all runs are over. */
  evict(): Promise<void>;
  /** Whether a call still waits for this outcome, and not for that of a later attempt. */
  isCurrent(state: ExecutionState, outcome: NewEntry): boolean;
  /** Called with an outcome that came too late to be that of its call. */
  onSuperseded(outcome: NewEntry): void;
  /** Called when an outcome is on disk. */
  onWritten(entry: CallOutcome): void;
  /** Interrupts every run (H4) and starts no other; returns all whose outcome is not on disk (H1). */
  release(reason: string, how: 'abort' | 'end'): readonly RunningHandler[];
}

export function createHandlerRuns(deps: HandlerRunsDeps): HandlerRuns {
  const { journal } = deps;
  const runs = new Map<number, RunningHandler>();
  /** The runs that work, rather than wait for a person. */
  const working = new Set<RunningHandler>();
  /** The latest attempt at each call that was started here. */
  const started = new Map<number, number>();
  /** Runs whose outcome was posted and is not on disk yet. Two attempts at one call may be among them. */
  const posted = new Map<RunningHandler, CallOutcome>();
  /** The run of each posted outcome. */
  const runOf = new WeakMap<NewEntry, RunningHandler>();
  const contextOf = createHandlerContexts(deps, journal);
  const room = roomAfter(journal.entries, deps.limits);
  let isReleased = false;

  const owner: HandlerOwner = {
    onChange(handler) {
      if (handler.isBusy && runs.get(handler.call) === handler) working.add(handler);
      else working.delete(handler);
      deps.changed();
    },
    onOverdue(handler) {
      const { call, path, isHarmless } = handler.facts;
      if (runs.get(call) !== handler) return;
      const message = `Cannot wait for ${path} any longer: it did not finish within ${handler.facts.limitMs} ms`;
      const error = new ToolError('tool/timeout', message);
      remove(handler);
      handler.abort(error);
      handler.isOverdue = true;
      keepLate(handler);
      // H5.
      if (isHarmless || !handler.hasBegun) {
        deps.post({ kind: 'threw', call, error: { name: error.name, code: error.code, message: error.message } });
        return;
      }
      started.delete(call);
      deps.onOverdue(call);
    },
  };

  const keepLate = (handler: RunningHandler): void => deps.lateOutcomes.keep(journal.id, [handler], journal.flush());

  const remove = (handler: RunningHandler): void => {
    runs.delete(handler.call);
    working.delete(handler);
  };

  const own = (handler: RunningHandler): void => {
    const { call, attempt } = handler.facts;
    runs.set(call, handler);
    if (handler.isBusy) working.add(handler);
    started.set(call, attempt);
    handler.setOwner(owner);
    handler.ended.then((end) => onEnded(handler, end));
  };

  const onEnded = (handler: RunningHandler, end: HandlerEnd): void => {
    const { call } = handler;
    if (runs.get(call) !== handler) return;
    remove(handler);
    if (end.kind === 'unknown') {
      deps.fail(end.error);
      return;
    }
    if (end.kind === 'outcome') deps.facts.handled(handler.facts.path, end.outcome.kind, handler.workedMs);
    if (end.kind === 'outcome' && handler.isCertain(end.outcome)) {
      postOutcome(handler, end.outcome);
      return;
    }
    if (end.kind === 'outcome') {
      handler.isUncertain = true;
      keepLate(handler);
    } else handler.abort(new HandlerAbortedError('the handler has ended'));
    started.delete(call);
    deps.onLost(call);
    deps.changed();
  };

  const postOutcome = (handler: RunningHandler, outcome: CallOutcome): void => {
    posted.set(handler, outcome);
    runOf.set(outcome, handler);
    deps.post(outcome);
  };

  const hasPerhapsActed = (handler: RunningHandler): boolean => {
    const open = journal.state.open.get(handler.call);
    return handler.isBusy || handler.facts.asksMidway || (open?.kind === 'invoking' && open.mayHaveActed);
  };

  return {
    get size() {
      return runs.size;
    },
    get isBusy() {
      return working.size > 0;
    },
    get mayHaveActed() {
      for (const handler of runs.values()) if (hasPerhapsActed(handler)) return true;
      return false;
    },
    get owesOutcome() {
      return [...runs.values(), ...posted.keys()].some(({ facts }) => !facts.isHarmless);
    },
    find: (call) => runs.get(call),
    isStarted: (call, attempt) => started.get(call) === attempt,
    reserve: (call, attempt) => void started.set(call, attempt),
    start({ issued, args, attempt }, tool, isHarmless) {
      // H3.
      if (isReleased) return;
      const { call, path } = issued;
      const limitMs = tool.timeoutMs ?? deps.toolTimeoutMs;
      const isRecorded = (): boolean => journal.stored.calls >= call;
      const { asksMidway } = tool;
      const { lease } = deps;
      const handler = new RunningHandler({ call, attempt, path, asksMidway, isHarmless, limitMs, isRecorded, lease });
      own(handler);
      const { session } = journal.state.started;
      const { secrets } = deps;
      const context = contextOf(handler, tool, { args, decision: issued.decision });
      const begin = (): Promise<void> | undefined => {
        const held = untilHeld(lease, journal.id);
        if (held) return held.then(() => handler.begin());
        handler.begin();
        return undefined;
      };
      const invocation = { call, session, tool, args, context, room, secrets, begin };
      const { trace } = deps;
      handler.run((onThrow) =>
        trace
          ? trace.handling(issued, attempt, () => invokeTool({ ...invocation, onThrow }))
          : invokeTool({ ...invocation, onThrow }),
      );
    },
    adopt({ issued: { call }, attempt }) {
      const handler = isReleased ? undefined : deps.lateOutcomes.claim(journal.id, call, attempt);
      if (handler) own(handler);
      return handler !== undefined;
    },
    postOutcome,
    async evict() {
      const error = new HandlerEvictedError();
      const all = [...runs.values()];
      for (const handler of all) if (!handler.isEnding) handler.end(error);
      await Promise.all(all.map(({ ended }) => ended));
    },
    isCurrent({ open }, outcome) {
      const handler = runOf.get(outcome);
      const call = handler && open.get(handler.call);
      return handler === undefined || (call?.kind === 'invoking' && call.attempt === handler.facts.attempt);
    },
    onSuperseded(outcome) {
      const handler = runOf.get(outcome);
      if (handler === undefined || isReleased) return;
      posted.delete(handler);
      keepLate(handler);
    },
    onWritten(entry) {
      for (const [handler, outcome] of posted) {
        if (!isOutcome(entry, outcome)) continue;
        handler.isJournaled = true;
        posted.delete(handler);
      }
    },
    release(reason, how) {
      for (const handler of runs.values()) {
        const error = new HandlerAbortedError(reason);
        if (how === 'abort') handler.abort(error);
        else handler.end(error);
      }
      const left = isReleased ? [] : [...runs.values(), ...posted.keys()];
      isReleased = true;
      runs.clear();
      working.clear();
      return left;
    },
  };
}

/** What is left for results once those in the journal are counted. */
function roomAfter(entries: readonly JournalEntry[], { toolResultBytes, toolResultsBytes }: Limits): ResultRoom {
  const taken = entries.reduce((sum, entry) => sum + (entry.kind === 'returned' ? (entry.value?.length ?? 0) : 0), 0);
  return { each: toolResultBytes, left: Math.max(0, toolResultsBytes - taken) };
}
