// The runs of handlers of one execution: those that work, those that wait for a person, and what became of the others
// until that is on disk.
//
// Invariants
//   H1. A run is let go of only when its outcome is on disk or it ended because it was told to. Whatever is left when
//       the execution stops here is handed to the late outcomes.
//   H2. Only a run that did nothing but ask its first question is told to end, when the host closes. If it ends by
//       that, it has not acted and may be run again; if it goes on, its outcome counts.
//   H3. Nothing is started or taken up once the execution stopped here: an attempt that was journaled and not started is
//       in doubt for whoever goes on, as if this process had died.
//   H4. A signal aborts when its execution ends or is lost, when the run's time is up, and after the run is over; never
//       to find out whether the run has acted.

import { type Tool, ToolError } from '@toolshed/kernel';
import type { ExecutionState, NewEntry } from '@toolshed/kernel/runtime';
import { type CallOutcome, invokeTool } from '../../tool-proxy/invoke-tool.js';
import type { InvokingCall } from './attempts.js';
import { createHandlerContexts } from './handler-context.js';
import { HandlerAbortedError, HandlerEvictedError } from './handler-ended.js';
import type { ExecutionJournal } from '../journal/execution-journal.js';
import type { LiveDeps } from '../execution-deps.js';
import { type HandlerEnd, type HandlerFollower, RunningHandler } from './running-handler.js';

export interface HandlerRunsDeps extends LiveDeps {
  readonly journal: ExecutionJournal;
  /** Takes what became of a call: it will be journaled and delivered. */
  readonly post: (outcome: CallOutcome) => void;
  readonly fail: (error: unknown) => void;
  readonly moved: () => void;
  /** Told of a call whose run ended without an outcome. */
  readonly lost: (call: number) => void;
  /** Told of a call whose run may have acted and took too long. */
  readonly overdue: (call: number) => void;
}

export interface HandlerRuns {
  readonly size: number;
  /** Whether one works, rather than waits for a person. */
  readonly isBusy: boolean;
  /** Whether one may have acted, and so must stay in memory. */
  readonly isHeld: boolean;
  find(call: number): RunningHandler | undefined;
  isStarted(call: number, attempt: number): boolean;
  /** From now on this attempt counts as started. */
  reserve(call: number, attempt: number): void;
  start(open: InvokingCall, tool: Tool, isHarmless: boolean): void;
  /** Takes up a run of this attempt that another drive of this execution left in this process. */
  adopt(open: InvokingCall): boolean;
  /** Posts what became of a run that was let go of before. */
  conclude(handler: RunningHandler, outcome: CallOutcome): void;
  /** Tells runs that have only asked to end; resolves when all runs are over. */
  evict(): Promise<void>;
  /** Whether a call still waits for this outcome, and not for that of a later attempt. */
  isCurrent(state: ExecutionState, outcome: NewEntry): boolean;
  /** Told of an outcome that came too late to be that of its call. */
  superseded(outcome: NewEntry): void;
  /** Told that the outcome of a call is on disk. */
  wrote(call: number): void;
  /** Ends what waits, with or without aborting; returns all whose outcome is not on disk. */
  abandon(reason: string, aborts: boolean): readonly RunningHandler[];
}

export function createHandlerRuns(deps: HandlerRunsDeps): HandlerRuns {
  const { journal } = deps;
  const runs = new Map<number, RunningHandler>();
  /** Those of them that work, rather than wait for a person. */
  const working = new Set<RunningHandler>();
  /** The last attempt at each call that was started here. */
  const started = new Map<number, number>();
  /** Runs whose outcome was posted and is not on disk yet. */
  const posted = new Map<number, RunningHandler>();
  /** Whose outcomes they are. */
  const runOf = new WeakMap<NewEntry, RunningHandler>();
  const contextOf = createHandlerContexts(deps, journal);
  let isAbandoned = false;

  const follower: HandlerFollower = {
    moved(handler) {
      if (handler.isBusy && runs.get(handler.call) === handler) working.add(handler);
      else working.delete(handler);
      deps.moved();
    },
    overdue(handler) {
      const { call, path, isHarmless } = handler.facts;
      if (runs.get(call) !== handler) return;
      const message = `Cannot wait for ${path} any longer: it has not finished within ${handler.facts.limitMs} ms`;
      const error = new ToolError('tool/timeout', message);
      remove(handler);
      handler.abort(error);
      handler.isOverdue = true;
      deps.lateOutcomes.keep(journal.id, [handler]);
      if (isHarmless) {
        deps.post({ kind: 'threw', call, error: { name: error.name, code: error.code, message: error.message } });
        return;
      }
      started.delete(call);
      deps.overdue(call);
    },
  };

  const remove = (handler: RunningHandler): void => {
    runs.delete(handler.call);
    working.delete(handler);
  };

  const watch = (handler: RunningHandler): void => {
    const { call, attempt } = handler.facts;
    runs.set(call, handler);
    if (handler.isBusy) working.add(handler);
    started.set(call, attempt);
    handler.follow(follower);
    handler.ended.then((end) => over(handler, end));
  };

  const over = (handler: RunningHandler, end: HandlerEnd): void => {
    const { call } = handler;
    if (runs.get(call) !== handler) return;
    remove(handler);
    if (end.kind === 'unknown') {
      deps.fail(end.error);
      return;
    }
    if (end.kind === 'outcome' && handler.isCertain(end.outcome)) {
      conclude(handler, end.outcome);
      return;
    }
    if (end.kind === 'outcome') deps.lateOutcomes.keep(journal.id, [handler]);
    else handler.abort(new HandlerAbortedError('the handler has ended'));
    started.delete(call);
    deps.lost(call);
    deps.moved();
  };

  const conclude = (handler: RunningHandler, outcome: CallOutcome): void => {
    posted.set(handler.call, handler);
    runOf.set(outcome, handler);
    deps.post(outcome);
  };

  const mayHaveActed = (handler: RunningHandler): boolean => {
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
    get isHeld() {
      for (const handler of runs.values()) if (mayHaveActed(handler)) return true;
      return false;
    },
    find: (call) => runs.get(call),
    isStarted: (call, attempt) => started.get(call) === attempt,
    reserve: (call, attempt) => void started.set(call, attempt),
    start({ issued, args, attempt }, tool, isHarmless) {
      if (isAbandoned) return;
      const { call, path } = issued;
      const limitMs = tool.timeoutMs ?? deps.toolTimeoutMs;
      const handler = new RunningHandler({ call, attempt, path, asksMidway: tool.asksMidway, isHarmless, limitMs });
      watch(handler);
      const { session } = journal.state.started;
      const { secrets, limits } = deps;
      const context = contextOf(handler, tool, { args, decision: issued.decision });
      const invocation = { call, session, tool, args, context, resultBytes: limits.resultBytes, secrets };
      handler.run((onThrow) => invokeTool({ ...invocation, onThrow }));
    },
    adopt({ issued: { call }, attempt }) {
      const handler = isAbandoned ? undefined : deps.lateOutcomes.claim(journal.id, call, attempt);
      if (handler) watch(handler);
      return handler !== undefined;
    },
    conclude,
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
    superseded(outcome) {
      const handler = runOf.get(outcome);
      if (handler === undefined || isAbandoned) return;
      if (posted.get(handler.call) === handler) posted.delete(handler.call);
      deps.lateOutcomes.keep(journal.id, [handler]);
    },
    wrote(call) {
      const handler = posted.get(call);
      if (!handler) return;
      handler.isJournaled = true;
      posted.delete(call);
    },
    abandon(reason, aborts) {
      const error = new HandlerAbortedError(reason);
      for (const handler of runs.values()) {
        if (aborts) handler.abort(error);
        else handler.end(error);
      }
      const left = isAbandoned ? [] : [...runs.values(), ...posted.values()];
      isAbandoned = true;
      runs.clear();
      working.clear();
      return left;
    },
  };
}
