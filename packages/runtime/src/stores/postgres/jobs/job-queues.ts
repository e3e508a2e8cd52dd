// pg-boss, loaded and started when a node first does or adds a job. It keeps jobs in a schema of its own beside the
// store's, uses the store's connections, and starts no timer that keeps a process alive.
//
// Executions need none of this: they have their claims and leases. A job may be done twice.

import type { PgBoss } from 'pg-boss';
import type { Database } from '../connection/connection-pool.js';
import { isConnectionLost, toStoreError } from '../connection/postgres-failure.js';
import type { Connection } from '../connection/server-connection.js';

export interface JobQueuesDeps {
  readonly database: Database;
  /** Where jobs are kept. */
  readonly schema: string;
  readonly onNotice: (problem: string) => void;
}

/** `single`: no more than one job of the queue waits or is under way. */
export type QueuePolicy = 'many' | 'single';

export interface JobQueues {
  /** Once the queue is there. */
  using<T>(queue: string, policy: QueuePolicy, work: (boss: PgBoss) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A node that died is noticed this long after its job's time is up, by whichever node looks first. */
const LOOK_EVERY_SECONDS = 5;
const TIDY_EVERY_SECONDS = 600;

const POLICIES = { many: 'standard', single: 'exclusive' } as const satisfies Record<QueuePolicy, string>;

/** Timers that keep nobody alive. */
const CLOCK = {
  now: Date.now,
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms).unref(),
  clearTimeout: (timer: unknown) => clearTimeout(Object(timer)),
  setInterval: (work: () => void, ms: number) => setInterval(work, ms).unref(),
  clearInterval: (timer: unknown) => clearInterval(Object(timer)),
};

/** For statements that belong to a transaction of the store. */
export const within = (connection: Connection) => ({
  executeSql: async (sql: string, values?: unknown[]) => ({ rows: await connection.runForeign(sql, values) }),
});

export function createJobQueues({ database, schema, onNotice }: JobQueuesDeps): JobQueues {
  const db = {
    executeSql: (sql: string, values?: unknown[]) =>
      database.using(async (connection) => {
        try {
          return { rows: await connection.runForeign(sql, values) };
        } catch (error) {
          // It may have begun a transaction, which nobody who uses the connection next may find there.
          if (!isConnectionLost(error)) await connection.run('ROLLBACK');
          throw error;
        }
      }),
  };
  const made = new Set<string>();
  let starting: Promise<PgBoss> | undefined;
  let isClosed = false;

  /** While the server is unavailable its timers keep failing; not every failure is reported. */
  const report = (error: unknown): void => {
    if (isClosed || isConnectionLost(error) || toStoreError('use', '', error) !== error) return;
    onNotice(`a job queue reported: ${error instanceof Error ? error.message : String(error)}`);
  };

  const start = async (): Promise<PgBoss> => {
    const { PgBoss: Boss } = await import('pg-boss');
    const boss = new Boss({
      db,
      schema,
      clock: CLOCK,
      schedule: false,
      superviseIntervalSeconds: LOOK_EVERY_SECONDS,
      monitorIntervalSeconds: LOOK_EVERY_SECONDS,
      maintenanceIntervalSeconds: TIDY_EVERY_SECONDS,
      // Rebuilding indexes takes transactions that followers of the journal would have to wait for; no job here waits for
      // another; and vacuuming the server is up to its operator.
      reindex: false,
      flowIntervalSeconds: TIDY_EVERY_SECONDS,
      monitorVacuum: false,
    });
    boss.on('error', report);
    try {
      return await boss.start();
    } catch (error) {
      await boss.stop({ close: false, graceful: false }).catch(() => undefined);
      throw error;
    }
  };

  const started = (): Promise<PgBoss> => {
    const current = starting ?? start();
    starting = current;
    current.catch(() => {
      if (starting === current) starting = undefined;
    });
    return current;
  };

  return {
    async using(queue, policy, work) {
      try {
        const boss = await started();
        if (!made.has(queue)) await boss.createQueue(queue, { policy: POLICIES[policy] });
        made.add(queue);
        return await work(boss);
      } catch (error) {
        throw toStoreError('use the jobs of', database.name, error);
      }
    },
    async close() {
      isClosed = true;
      const boss = await starting?.catch(() => undefined);
      await boss?.stop({ close: false, graceful: false }).catch(() => undefined);
    },
  };
}
