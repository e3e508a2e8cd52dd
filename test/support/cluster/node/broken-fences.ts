// Stores in which one fence of the cluster is missing, to show that the judge of a cluster run notices.

import { ElicitationId, ExecutionId, type JournalStore, type OwnerFacts } from '@toolshed/kernel';
import type { Store } from '@toolshed/runtime';
import { Client } from 'pg';
import { z } from 'zod';

export const Fence = z.enum([
  /** An append of a node that lost the execution is taken, if its place is free. */
  'epoch ignored',
  /** A node claims what another one drives. */
  'lease of the owner ignored',
  /** A lease that has ended is extended: the node checks the lease it has now, not the one it claimed under. */
  'ended lease extended',
  /** A node never doubts its lease. */
  'lease not checked',
  /** An answer, and what follows from it, is said to be there before it is. */
  'acknowledged before the commit',
  /** A follower reads what was committed, whether older transactions still run or not. */
  'watermark ignored',
]);
export type Fence = z.infer<typeof Fence>;

export interface Fenced {
  readonly store: Store;
  readonly leaseMs: number | undefined;
}

export interface BreakFenceDeps extends Fenced {
  readonly url: string;
  readonly schema: string;
}

const FOR_EVER_MS = 600_000;
const DEFAULT_LEASE_MS = 1_000;

export function breakFence(fence: Fence, deps: BreakFenceDeps): Fenced {
  const { store, leaseMs = DEFAULT_LEASE_MS, schema } = deps;
  const run = createRun(deps.url);
  const withJournal = (journal: Partial<JournalStore>): Fenced => ({
    leaseMs,
    store: { ...store, journal: { ...store.journal, ...journal } },
  });
  const { journal, owners } = store;
  switch (fence) {
    case 'epoch ignored': {
      const current = `SELECT epoch::int FROM ${schema}.executions WHERE id = $1`;
      return withJournal({
        async append(execution, entries, summary, claim) {
          if (claim === undefined) return journal.append(execution, entries, summary);
          const [row] = await run(current, [execution]);
          return journal.append(execution, entries, summary, { epoch: Epoch.parse(row).epoch });
        },
      });
    }
    case 'lease of the owner ignored': {
      const take = `UPDATE ${schema}.executions SET owner = $2, epoch = epoch + 1 WHERE id = $1 RETURNING epoch::int`;
      return withJournal({
        async claim(execution, owner) {
          const [row] = await run(take, [execution, owner]);
          return row && Epoch.parse(row);
        },
      });
    }
    case 'ended lease extended': {
      const extend = `UPDATE ${schema}.nodes SET lease_until = clock_timestamp() + $2 * interval '1 ms' WHERE id = $1`;
      const renew = async (owner: OwnerFacts, ms: number): Promise<boolean> => {
        if (!(await owners.renew(owner, ms))) await run(extend, [owner.id, ms]);
        return true;
      };
      // A node that hears in time that another one has written drops the execution, whatever its lease: this one hears nothing.
      const deaf = { ...journal, watch: () => ({ [Symbol.dispose]: () => undefined }) };
      return { leaseMs, store: { ...store, journal: deaf, owners: { ...owners, renew } } };
    }
    case 'lease not checked': {
      const enter = async (owner: OwnerFacts): Promise<boolean> => {
        setInterval(() => void owners.renew(owner, leaseMs).catch(() => undefined), leaseMs / 3).unref();
        return await owners.enter(owner, leaseMs);
      };
      const unasked = { ...owners, enter, renew: async () => true };
      return { leaseMs: FOR_EVER_MS, store: { ...store, owners: unasked } };
    }
    case 'acknowledged before the commit': {
      const uncommitted = new Set<string>();
      return withJournal({
        async append(execution, entries, summary, claim) {
          if (entries.some(({ kind }) => kind === 'answered')) uncommitted.add(execution);
          return uncommitted.has(execution) ? claim?.epoch : journal.append(execution, entries, summary, claim);
        },
      });
    }
    case 'watermark ignored': {
      const read = `SELECT position::text, execution, seq FROM ${schema}.journal WHERE position > $1 ORDER BY position LIMIT 200`;
      return withJournal({
        async entriesAfter(position) {
          const rows = z.array(Place).parse(await run(read, [position]));
          const entries = await Promise.all(
            rows.map(async (row) => {
              const executionId = ExecutionId.parse(row.execution);
              const [entry] = await journal.read(executionId, row.seq);
              return { position: Number(row.position), executionId, session: '', entry: entry ?? NOTHING };
            }),
          );
          return { entries, damaged: [], through: entries.at(-1)?.position ?? position };
        },
      });
    }
  }
}

const Epoch = z.object({ epoch: z.int() });
const Place = z.object({ position: z.string(), execution: z.string(), seq: z.int() });
const NOTHING = { kind: 'reopened', seq: 0, at: 0, elicitation: ElicitationId.parse('elic_none') } as const;

/** Statements over a connection of its own, opened when it is first used. */
function createRun(url: string) {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  let connected: Promise<unknown> | undefined;
  return async (sql: string, values: readonly unknown[]): Promise<readonly object[]> => {
    connected ??= client.connect();
    await connected;
    return (await client.query(sql, [...values])).rows;
  };
}
