// Starts executions: a place in memory, the `started` entry, and the promises a caller may have made with it. Used by
// `execution-service.ts` alone.
//
// A new execution is first written together with its first step. A caller that waits for the id, or aborts, has it
// written sooner.

import type { EntryOf, ExecutionId } from '@toolshed/kernel';
import type { RecordedParent } from '@toolshed/kernel/runtime';
import { JOURNAL_FORMAT, newExecutionId, newSeed } from '@toolshed/kernel/runtime';
import type { Limits } from '../sandbox/limits.js';
import { readTraceparent } from '../telemetry/trace-context.js';
import type { ExecuteOptions } from '../toolshed.js';
import type { LiveExecution } from './drive/drive-execution.js';
import type { ExecutionResult } from './execution-result.js';
import { programText } from './program/program-text.js';
import type { ExecutionAccessDeps } from './residency/execution-access.js';

export interface StarterDeps extends Pick<ExecutionAccessDeps, 'live' | 'executions'> {
  /** The version of the engine that runs programs here. */
  readonly engine: string;
  readonly resultOnceIdle: (live: LiveExecution) => Promise<ExecutionResult>;
  readonly cancel: (id: ExecutionId, reason: string) => Promise<unknown>;
}

export interface Starter {
  begin(program: string, options: ExecuteOptions, parent?: RecordedParent): LiveExecution;
  /** The id once it is on disk, or that of the execution its idempotency key names. */
  written(live: LiveExecution): Promise<ExecutionId>;
}

/** Most first steps have ended by then, and are written together with `started`. */
const ACKNOWLEDGED_MS = 50;

export function createStarter({ live: liveDeps, executions, engine, resultOnceIdle, cancel }: StarterDeps): Starter {
  const begin: Starter['begin'] = (program, options, parent) => {
    options.signal?.throwIfAborted();
    const source = programText(program, liveDeps.limits.sourceBytes);
    const host = { engine, namespaces: liveDeps.namespaces(), limits: liveDeps.limits };
    const id = newExecutionId();
    const trace = liveDeps.tracing?.begin(id, options.trace) ?? knownTrace(options.trace);
    const started = startedEntry(source, { ...options, trace }, liveDeps.clock.now(), host, parent);
    const live = executions.begin(id, started);
    if (options.onStarted) {
      const { id } = live.journal;
      live.journal.written
        .then(options.onStarted, () => undefined)
        .catch((error) => liveDeps.log.warn({ err: error, execution: id }, 'the callback "onStarted" failed'));
      acknowledgeSoon(live);
    }
    if (options.signal) cancelOn(options.signal, live);
    return live;
  };

  const cancelOn = (signal: AbortSignal, live: LiveExecution): void => {
    const abort = (): void => {
      acknowledgeSoon(live);
      live.journal.written
        // An execution that has its idempotency key already belongs to another caller.
        .then((id) => (id === live.journal.id ? cancel(id, 'the caller aborted it') : undefined))
        .catch((error) =>
          liveDeps.log.warn({ err: error, execution: live.journal.id }, 'cancelling after the caller aborted failed'),
        );
    };
    signal.addEventListener('abort', abort, { once: true });
    const forget = (): void => signal.removeEventListener('abort', abort);
    live.whenIdle().then(forget, forget);
  };

  /** A caller that waits for the id waits neither for a worker nor for the first step of a program that computes. */
  const acknowledgeSoon = (live: LiveExecution): void => {
    const write = (): void => {
      // A failure here happens again, and is reported, when its first step is written.
      if (executions.find(live.journal.id) === live) live.journal.append(() => []).catch(() => undefined);
    };
    setTimeout(write, ACKNOWLEDGED_MS);
  };

  const written: Starter['written'] = async (live) => {
    acknowledgeSoon(live);
    const idle = resultOnceIdle(live).then(({ executionId }) => executionId);
    // Once it is written, the wake scheduler resumes one that failed to continue here.
    idle.catch((error) =>
      liveDeps.log.warn({ err: error, execution: live.journal.id }, 'continuing the execution failed'),
    );
    return Promise.race([live.journal.written, idle]);
  };

  return { begin, written };
}

/** What an execution was started with: which hosts can continue it depends on it. */
interface StartingHost {
  readonly engine: string;
  readonly namespaces: readonly string[];
  readonly limits: Limits;
}

function startedEntry(
  source: string,
  options: Omit<ExecuteOptions, 'trace'> & { readonly trace: string | undefined },
  at: number,
  { engine, namespaces, limits: { rssMb: _, ...limits } }: StartingHost,
  parent: RecordedParent | undefined,
): EntryOf<'started'> {
  const { session = 'default', agent, by, labels = {}, idempotencyKey, trace } = options;
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
    ...(parent === undefined ? {} : { parent }),
    ...(trace === undefined ? {} : { trace }),
  };
}

/** Where nobody traces here, somebody may on the node that goes on with it. */
const knownTrace = (trace: string | undefined): string | undefined =>
  readTraceparent(trace) === undefined ? undefined : trace;
