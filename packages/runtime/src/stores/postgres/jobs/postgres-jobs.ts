// Jobs in the database that the nodes share. pg-boss keeps, hands out and retries them; see `job-queues.ts`.

import type { JobKind, Jobs } from '@toolshed/kernel';
import { integerIn } from '../../rows/column.js';
import type { Database } from '../connection/connection-pool.js';
import { createJobQueues, type QueuePolicy, within } from './job-queues.js';
import { createJobWorker, type JobWorkerDeps } from './job-worker.js';

export interface PostgresJobsDeps {
  readonly database: Database;
  /** Of the store, as it stands in a statement. */
  readonly schema: string;
  /** Where jobs are kept. */
  readonly jobSchema: string;
  readonly onNotice: (problem: string) => void;
}

export interface PostgresJobs {
  readonly jobs: Jobs;
  close(): Promise<void>;
}

/** Jobs that another node added are found by polling; this node notifies its own worker of its jobs. */
const POLL_MS = 2_000;
const TRIES = 1_000_000;
/** Finished jobs are kept for a while, for operators. */
const KEEP_DONE_SECONDS = 600;

export function createPostgresJobs({ database, schema, jobSchema, onNotice }: PostgresJobsDeps): PostgresJobs {
  const queues = createJobQueues({ database, schema: jobSchema, onNotice });
  const workers = new Map<string, Set<() => void>>();
  const select = `SELECT position FROM ${schema}.followers WHERE name = $1`;
  const enter = `INSERT INTO ${schema}.followers (name, position) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name`;
  const move = `UPDATE ${schema}.followers SET position = $2 WHERE name = $1 AND position = $3 AND $2 > position RETURNING name`;

  const workOn = <P>(
    kind: JobKind<P>,
    policy: QueuePolicy,
    deps: Pick<JobWorkerDeps<P>, 'run' | 'atOnce' | 'pollMs'>,
  ) => {
    const { name } = kind;
    const worker = createJobWorker({
      ...deps,
      kind,
      onNotice,
      payloadOf: ({ data }) => unwrapped(data),
      fetch: (most) => queues.using(name, policy, (boss) => boss.fetch(name, { batchSize: most })),
      done: ({ id, retryCount }) =>
        queues.using(name, policy, async (boss) => void (await boss.complete(name, { id, retryCount }))),
      failed: ({ id, retryCount }, error) =>
        queues.using(name, policy, async (boss) => void (await boss.fail(name, { id, retryCount }, reasonOf(error)))),
    });
    const woken = workers.get(name) ?? new Set();
    workers.set(name, woken.add(worker.wake));
    return {
      wake: worker.wake,
      async [Symbol.asyncDispose]() {
        woken.delete(worker.wake);
        await worker[Symbol.asyncDispose]();
      },
    };
  };

  return {
    jobs: {
      work: (kind, atOnce, run) => workOn(kind, 'many', { run, atOnce, pollMs: POLL_MS }),
      repeat(kind, everyMs, run) {
        const { name } = kind;
        const worker = workOn(kind, 'single', { run, atOnce: 1, pollMs: Math.max(POLL_MS, everyMs) });
        /** One job in each stretch of that length, by the clock of the database. */
        const add = async (): Promise<void> => {
          const options = { ...optionsOf(kind), singletonSeconds: seconds(everyMs) };
          const id = await queues.using(name, 'single', (boss) => boss.send(name, null, options));
          if (id !== null) worker.wake();
        };
        // A node that cannot reach the store leaves it to the next time.
        const tryToAdd = (): void => void add().catch(() => undefined);
        const timer = setInterval(tryToAdd, everyMs).unref();
        tryToAdd();
        return {
          wake: worker.wake,
          async [Symbol.asyncDispose]() {
            clearInterval(timer);
            await worker[Symbol.asyncDispose]();
          },
        };
      },
      async advance({ follower, from, to }, kind, payloads) {
        const options = optionsOf(kind);
        const isMoved = await queues.using(kind.name, 'many', (boss) =>
          database.transaction(async (connection) => {
            const [row] = await (from === undefined
              ? connection.run(enter, [follower, to])
              : connection.run(move, [follower, to, from]));
            if (row === undefined) return false;
            const jobs = payloads.map((data) => ({ data: wrapped(data), ...options }));
            if (jobs.length > 0) await boss.insert(kind.name, jobs, { db: within(connection) });
            return true;
          }),
        );
        if (isMoved && payloads.length > 0) for (const wake of workers.get(kind.name) ?? []) wake();
        return isMoved;
      },
      async position(follower) {
        const [row] = await database.query('read', select, [follower]);
        return row && integerIn(row, 'position');
      },
    },
    close: queues.close,
  };
}

const optionsOf = ({ tryMs, retryMs, keepMs }: Omit<JobKind<never>, 'payload'>) => ({
  expireInSeconds: seconds(tryMs),
  retryLimit: TRIES,
  retryDelay: seconds(retryMs.first),
  retryBackoff: true,
  retryDelayMax: seconds(retryMs.longest),
  retentionSeconds: seconds(keepMs),
  deleteAfterSeconds: KEEP_DONE_SECONDS,
});

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

/**
 * Threat: a program that puts a character in its question that no JSON column of PostgreSQL takes (U+0000, half a
 * surrogate pair), and so keeps everybody's notices from being sent. The text of JSON has none of these.
 */
const wrapped = (payload: unknown): { readonly json: string } => ({ json: JSON.stringify(payload) });

const unwrapped = (data: unknown): unknown => (data === null ? null : JSON.parse(Object(data).json));

/** Kept beside the job, for an operator who asks why it is tried again. */
const reasonOf = (error: unknown): object => wrapped(error instanceof Error ? error.message : String(error));
