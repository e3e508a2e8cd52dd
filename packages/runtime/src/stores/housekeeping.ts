// Periodic maintenance of a store: grants and executions that nobody needs any more are removed, audit lines are
// sealed. Where several nodes share a store this is done by one of them at a time; otherwise by this process.

import type { Clock, DoJob, JobKind, ToolLog } from '@toolshed/kernel';
import { z } from 'zod';
import { pruneExecutions, pruneGrants } from './prune-all.js';
import type { Store } from './store.js';

export interface HousekeepingDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: ToolLog;
  /** Executions that ended this long ago are removed. */
  readonly pruneAfterMs: number | undefined;
}

const chore = (name: string, tryMs: number): JobKind<null> => ({
  name,
  payload: z.null(),
  tryMs,
  retryMs: { first: 5_000, longest: 60_000 },
  keepMs: 86_400_000,
});

/** Unsealed lines leave no trace if they are removed with their execution, so sealing is frequent. */
const SEAL = chore('seal', 60_000);
const SEAL_EVERY_MS = 10_000;
const PRUNE = chore('prune', 600_000);
const PRUNE_EVERY_MS = 600_000;

/** A host that closes sooner leaves all of it to the others. */
const STAYS_AFTER_MS = 2_000;

export function keepHouse({ store, clock, log, pruneAfterMs }: HousekeepingDeps): AsyncDisposable {
  const prune = async (goesOn: () => boolean): Promise<void> => {
    await pruneGrants(store.grants);
    if (pruneAfterMs !== undefined) await pruneExecutions(store.journal, clock.now() - pruneAfterMs, goesOn);
  };
  const { jobs, seal } = store;
  if (jobs === undefined) return pruneHere(prune, log);
  const workers = new AsyncDisposableStack();
  const pruneAsJob: DoJob<null> = (_, job) => prune(() => job.isOurs && !job.signal.aborted);
  const timer = setTimeout(() => {
    workers.use(jobs.repeat(PRUNE, PRUNE_EVERY_MS, pruneAsJob));
    if (seal) workers.use(jobs.repeat(SEAL, SEAL_EVERY_MS, async () => void (await seal())));
  }, STAYS_AFTER_MS).unref();
  workers.defer(() => clearTimeout(timer));
  return workers;
}

function pruneHere(prune: (goesOn: () => boolean) => Promise<void>, log: ToolLog): AsyncDisposable {
  let isClosed = false;
  let pruning = Promise.resolve();
  const again = (): void => {
    pruning = pruning
      .then(() => prune(() => !isClosed))
      .catch((error: unknown) => {
        if (!isClosed) log.warn({ err: error }, 'pruning failed; it is tried again later');
      });
  };
  const timer = setInterval(again, PRUNE_EVERY_MS).unref();
  again();
  return {
    async [Symbol.asyncDispose]() {
      isClosed = true;
      clearInterval(timer);
      await pruning;
    },
  };
}
