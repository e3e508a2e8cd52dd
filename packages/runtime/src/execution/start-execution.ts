// Starts executions: a slot, the `started` entry, and the promises a caller may have made with it. Used by
// `execution-service.ts` alone.
//
// A new execution is first written together with its first step. A caller that waits for the id, or aborts, has it
// written sooner. One that is queued is written at once, without an owner.

import type { EntryOf, ExecutionId } from '@toolshed/kernel';
import type { Purpose, RecordedParent } from '@toolshed/kernel/runtime';
import { canonicalJson, fold, JOURNAL_FORMAT, newExecutionId, newSeed, summarize } from '@toolshed/kernel/runtime';
import type { Limits } from '../sandbox/limits.js';
import { PROGRAM_RULES } from '../sandbox/program-rules.js';
import { readTraceparent } from '../telemetry/trace-context.js';
import type { ExecuteOptions } from '../host-api/execute-options.js';
import type { LiveExecution } from './drive/live-execution.js';
import type { ExecutionResult } from './execution-result.js';
import { createFirst } from './journal/create-first.js';
import { programText } from './program/program-text.js';
import type { StartInLine } from './residency/places/start-in-line.js';
import type { ExecutionAccessDeps } from './residency/execution-access.js';

export interface StarterDeps extends Pick<ExecutionAccessDeps, 'live' | 'executions' | 'store' | 'onEntries'> {
  /** The labels of the tools that a program mentions: what its execution needs by default. */
  readonly neededLabels: (program: string) => readonly string[];
  /** The version of the engine that runs programs here. */
  readonly engine: string;
  readonly resultOnceIdle: (live: LiveExecution) => Promise<ExecutionResult>;
  readonly whenIdle: (id: ExecutionId) => Promise<ExecutionResult>;
  readonly cancel: (id: ExecutionId, reason: string) => Promise<unknown>;
}

/** It is live, or it is queued on disk, here or on another host. */
export type Begun =
  | { readonly kind: 'live'; readonly live: LiveExecution }
  | { readonly kind: 'waits'; readonly written: Promise<ExecutionId> };

/** Why an execution is started, where it is not simply to run its program. */
export interface Errand {
  readonly parent?: RecordedParent;
  readonly purpose?: Purpose;
}

export interface Starter {
  begin(program: string, options: ExecuteOptions, errand?: Errand): Begun;
  /** The id once it is on disk, or that of the execution its idempotency key names. */
  written(begun: Begun): Promise<ExecutionId>;
  /** For an execution that failed to continue: its id if it is on disk, once nothing of it is being written any more. */
  stored(begun: Begun): Promise<ExecutionId | undefined>;
}

/** Most first steps have ended by then, and are written together with `started`. */
const ACKNOWLEDGED_MS = 50;

export function createStarter(deps: StarterDeps): Starter {
  const { live: liveDeps, executions, store, engine, resultOnceIdle, whenIdle, cancel } = deps;

  const begin: Starter['begin'] = (program, options, errand = {}) => {
    options.signal?.throwIfAborted();
    const source = programText(program, liveDeps.limits.sourceBytes);
    const host = {
      engine,
      namespaces: liveDeps.namespaces(),
      limits: liveDeps.limits,
      neededLabels: options.placement ?? deps.neededLabels(source),
    };
    const now = liveDeps.clock.now();
    const id = newExecutionId(now);
    const trace = liveDeps.tracing?.begin(id, options.trace) ?? knownTrace(options.trace);
    const started = startedEntry(source, { ...options, trace }, now, host, errand);
    const live = executions.begin(id, started);
    if ('wait' in live) return beginWaiting(id, started, options, live);
    if (options.onStarted) {
      tell(options.onStarted, live.journal.written, id);
      acknowledgeSoon(live);
    }
    if (options.signal) {
      const abort = (): void => acknowledgeSoon(live);
      cancelOn(options.signal, { id, written: live.journal.written, idle: live.whenIdle(), abort });
    }
    return { kind: 'live', live };
  };

  /** P2 of `places.ts`. */
  const beginWaiting = (
    id: ExecutionId,
    started: EntryOf<'started'>,
    options: ExecuteOptions,
    line: StartInLine,
  ): Begun => {
    const state = fold([started]);
    const summary = summarize(id, state, started.at);
    const written = createFirst({ store, id, entries: [started], summary }).then(
      (existing) => {
        if (existing !== id) {
          line.refused();
          return existing;
        }
        deps.onEntries(id, state, [started]);
        line.wait(summary);
        return id;
      },
      (error) => {
        line.refused();
        throw error;
      },
    );
    written.catch(() => undefined);
    if (options.onStarted) tell(options.onStarted, written, id);
    if (options.signal) cancelOn(options.signal, { id, written, idle: written.then(whenIdle), abort: () => undefined });
    return { kind: 'waits', written };
  };

  const tell = (onStarted: (id: ExecutionId) => void, written: Promise<ExecutionId>, id: ExecutionId): void => {
    written
      .then(onStarted, () => undefined)
      .catch((error) => liveDeps.log.warn({ err: error, execution: id }, 'the callback "onStarted" failed'));
  };

  const cancelOn = (signal: AbortSignal, { id, written, idle, abort }: Cancellable): void => {
    const onAbort = (): void => {
      abort();
      written
        // An execution that has its idempotency key already belongs to another caller.
        .then((stored) => (stored === id ? cancel(id, 'the caller aborted it') : undefined))
        .catch((error) =>
          liveDeps.log.warn(
            { err: error, execution: id },
            'cancelling an execution that its caller aborted failed; it keeps running',
          ),
        );
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const forget = (): void => signal.removeEventListener('abort', onAbort);
    idle.then(forget, forget);
  };

  /** A caller that waits for the id waits neither for a worker nor for the first step of a program that computes. */
  const acknowledgeSoon = (live: LiveExecution): void => {
    const write = (): void => {
      // A failure here is the failure of its start (J6 of `execution-journal.ts`).
      if (executions.find(live.journal.id) === live) live.journal.append(() => []).catch(() => undefined);
    };
    setTimeout(write, ACKNOWLEDGED_MS);
  };

  const written: Starter['written'] = async (begun) => {
    if (begun.kind === 'waits') return begun.written;
    const { live } = begun;
    acknowledgeSoon(live);
    const idle = resultOnceIdle(live).then(
      ({ executionId }) => executionId,
      async (error: unknown) => {
        liveDeps.log.warn(
          { err: error, execution: live.journal.id },
          'continuing an execution failed; the wake scheduler tries again',
        );
        // Once it is written, the wake scheduler resumes one that failed to continue here.
        const known = await stored(begun);
        if (known === undefined) throw error;
        return known;
      },
    );
    idle.catch(() => undefined);
    return Promise.race([live.journal.written, idle]);
  };

  const stored: Starter['stored'] = async (begun) => {
    if (begun.kind === 'waits') return begun.written.catch(() => undefined);
    const { journal } = begun.live;
    // Its start may be under way: another failure does not say whether it was written.
    await journal.close().catch(() => undefined);
    return journal.isStored ? journal.id : undefined;
  };

  return { begin, written, stored };
}

interface Cancellable {
  readonly id: ExecutionId;
  readonly written: Promise<ExecutionId>;
  /** Until then an abort cancels it. */
  readonly idle: Promise<unknown>;
  abort(): void;
}

/** What an execution was started with: which hosts can continue it depends on it. */
interface StartingHost {
  readonly engine: string;
  readonly neededLabels: readonly string[];
  readonly namespaces: readonly string[];
  readonly limits: Limits;
}

function startedEntry(
  source: string,
  options: Omit<ExecuteOptions, 'trace'> & { readonly trace: string | undefined },
  at: number,
  { engine, namespaces, neededLabels, limits: { rssMb: _, ...limits } }: StartingHost,
  { parent, purpose }: Errand,
): EntryOf<'started'> {
  const { session = 'default', agent, by, labels = {}, idempotencyKey, trace, input } = options;
  return {
    kind: 'started',
    seq: 0,
    at,
    format: JOURNAL_FORMAT,
    source,
    seed: newSeed(),
    session,
    ...(agent === undefined ? {} : { agent }),
    ...(by === undefined ? {} : { by }),
    labels: { ...labels },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    engine,
    namespaces: [...namespaces],
    limits,
    namesQuestions: true,
    rules: PROGRAM_RULES,
    ...(parent === undefined ? {} : { parent }),
    ...(trace === undefined ? {} : { trace }),
    ...(input === undefined ? {} : { input: canonicalJson(input) }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(neededLabels.length === 0 ? {} : { placement: [...new Set(neededLabels)] }),
  };
}

/** If nobody traces here, the node that continues it may be traced. */
const knownTrace = (trace: string | undefined): string | undefined =>
  readTraceparent(trace) === undefined ? undefined : trace;
