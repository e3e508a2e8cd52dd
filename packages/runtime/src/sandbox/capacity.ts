// How many programs may be live at once, and in how many processes.

import { availableParallelism, totalmem } from 'node:os';
import { z } from 'zod';

const Count = z.int().positive();

/** How much a host may run at once. Each key has a default; that of `workers` depends on the memory of the machine or control group. */
export const Capacity = z.strictObject({
  /** Worker processes of all sessions together, including the spare one. Default: 8 to 512, by memory. */
  workers: Count.min(2).optional(),
  /** Worker processes of one session. Default: half of the processors, at least 2. */
  workersPerSession: Count.optional(),
  /** Live programs in one worker. Others wait, or replace programs that are waiting. Default: 32. */
  programsPerWorker: Count.optional(),
  /** Programs that are live in the host with isolation "thread". Default: 128. */
  programsInThread: Count.min(2).optional(),
  /**
   * Executions that are at work in the host at once; further ones are queued on disk. Paused and sleeping ones do not count.
   * Default: 1,000.
   */
  liveExecutions: Count.optional(),
  /** Executions that may be queued for a slot before another start is refused. Default: 10,000. */
  queuedExecutions: z.int().nonnegative().optional(),
  /** Whether a worker, or with isolation "thread" some isolates, are kept ready. Default: true; one program needs none. */
  spareWorker: z.boolean().optional(),
});
export type Capacity = Readonly<z.infer<typeof Capacity>>;
export type ResolvedCapacity = Readonly<Record<Exclude<keyof Capacity, 'spareWorker'>, number>> & {
  readonly spareWorker: boolean;
};

/** A worker with nothing in it has 29 MB to itself, a busy one 43 to 58. */
const WORKER_BYTES = 64 * 2 ** 20;
const SHARE_OF_MEMORY = 0.4;
const WORKERS = { fewest: 8, most: 512 } as const;
const PROGRAMS_PER_WORKER = 32;
const PROGRAMS_IN_THREAD = 128;
const LIVE_EXECUTIONS = 1_000;
const QUEUED_EXECUTIONS = 10_000;

export function resolveCapacity(
  wanted: Capacity,
  trustDomain: 'execution' | 'session' | 'shared',
  memoryBytes = memoryLimit(),
): ResolvedCapacity {
  const affordable = Math.floor((memoryBytes * SHARE_OF_MEMORY) / WORKER_BYTES);
  const workers = wanted.workers ?? Math.min(WORKERS.most, Math.max(WORKERS.fewest, affordable));
  // Where each execution has a worker of its own, a session needs as many workers as it has executions running at once.
  const perSession = trustDomain === 'execution' ? Math.floor(workers / 4) : Math.floor(availableParallelism() / 2);
  return {
    workers,
    workersPerSession: wanted.workersPerSession ?? Math.max(2, perSession),
    programsPerWorker: wanted.programsPerWorker ?? PROGRAMS_PER_WORKER,
    programsInThread: wanted.programsInThread ?? PROGRAMS_IN_THREAD,
    liveExecutions: wanted.liveExecutions ?? LIVE_EXECUTIONS,
    queuedExecutions: wanted.queuedExecutions ?? QUEUED_EXECUTIONS,
    spareWorker: wanted.spareWorker ?? true,
  };
}

/** Node reports a number beyond any machine's memory if no control group limits it. */
function memoryLimit(): number {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? limit : totalmem();
}
