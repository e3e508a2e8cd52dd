// Fetches jobs of one kind and does them, as many at once as it may.
//
// Invariants
//   B1. A try ends, for this node, before the store may give its job to another: its time is counted from before the
//       job was asked for, by two clocks, with a part of it left unused.
//   B2. The outcome of a try is reported for that very try. A late report changes nothing.
//   B3. A failure to reach the store ends no worker: it polls again, less often the longer it lasts.

import type { DoJob, JobKind, JobTry, JobWorker } from '@toolshed/kernel';

/** A job as the store hands it out. */
export interface FetchedJob {
  readonly id: string;
  readonly retryCount: number;
  readonly data: unknown;
}

export interface JobWorkerDeps<P> {
  readonly kind: JobKind<P>;
  readonly atOnce: number;
  readonly run: DoJob<P>;
  /** The payload of a job, as it was given to the store. */
  readonly payloadOf: (job: FetchedJob) => unknown;
  readonly fetch: (most: number) => Promise<readonly FetchedJob[]>;
  readonly done: (job: FetchedJob) => Promise<void>;
  readonly failed: (job: FetchedJob, error: unknown) => Promise<void>;
  readonly pollMs: number;
  readonly onNotice: (problem: string) => void;
}

/** The part of a try that is left unused. */
const GUARD = 0.1;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export function createJobWorker<P>(deps: JobWorkerDeps<P>): JobWorker {
  const { kind, atOnce, pollMs, onNotice } = deps;
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  let isWoken = false;
  /** Whether there may be more than was fetched last. */
  let hasMore = false;
  let stopWaiting: (() => void) | undefined;

  const wake = (): void => {
    isWoken = true;
    stopWaiting?.();
  };

  const waitFor = async (ms: number): Promise<void> => {
    if (isWoken || closing.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    stopWaiting = resolve;
    const timer = setTimeout(resolve, ms).unref();
    await promise;
    clearTimeout(timer);
    stopWaiting = undefined;
  };

  /** Reports until the report is written, or another node may have the job anyway. */
  const report = async (say: () => Promise<void>, isOurs: () => boolean): Promise<void> => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      try {
        return await say();
      } catch (error) {
        if (!isOurs() || closing.signal.aborted) {
          return onNotice(
            `a job of "${kind.name}" will run again, because its outcome could not be stored: ${reasonOf(error)}`,
          );
        }
      }
      await waitFor(pauseMs);
    }
  };

  const doOne = async (job: FetchedJob, until: Deadline): Promise<void> => {
    const isOurs = (): boolean => performance.now() < until.monotonic && Date.now() < until.clock;
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), until.monotonic - performance.now()).unref();
    const one: JobTry = {
      attempt: job.retryCount,
      signal: AbortSignal.any([closing.signal, time.signal]),
      get isOurs() {
        return isOurs();
      },
    };
    try {
      await deps.run(kind.payload.parse(deps.payloadOf(job)), one);
      // B2: `job` names this try, and the store ignores the report of an earlier one.
      await report(() => deps.done(job), isOurs);
    } catch (error) {
      await report(() => deps.failed(job, error), isOurs);
    } finally {
      clearTimeout(timer);
    }
  };

  const fetchSome = async (): Promise<void> => {
    const free = atOnce - running.size;
    if (free < 1) return;
    const usableMs = kind.tryMs * (1 - GUARD);
    const until = { monotonic: performance.now() + usableMs, clock: Date.now() + usableMs };
    const jobs = await deps.fetch(free);
    hasMore = jobs.length === free;
    for (const job of jobs) {
      const one = doOne(job, until).finally(() => {
        running.delete(one);
        if (hasMore) wake();
      });
      running.add(one);
    }
  };

  /** B3. */
  const loop = async (): Promise<void> => {
    for (let failures = 0; !closing.signal.aborted; ) {
      isWoken = false;
      try {
        await fetchSome();
        failures = 0;
        // By half at random, so that nodes do not look all at once.
        await waitFor(pollMs * (0.75 + Math.random() / 2));
      } catch (error) {
        if (failures === 0 && !closing.signal.aborted)
          onNotice(`jobs of "${kind.name}" wait, because fetching them failed: ${reasonOf(error)}`);
        isWoken = false;
        await waitFor(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
        failures += 1;
      }
    }
  };
  const looping = loop();

  return {
    wake,
    async [Symbol.asyncDispose]() {
      closing.abort();
      wake();
      await looping;
      await Promise.allSettled(running);
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** B1. */
interface Deadline {
  readonly monotonic: number;
  readonly clock: number;
}
