// Stores in which one fence of the cluster is missing, to show that the judge of a cluster run notices.

import { ElicitationId, ExecutionId, type JournalStore, type OwnerFacts, type OwnerStore } from '@toolshed/kernel';
import type { Store } from '@toolshed/runtime';
import { Client } from 'pg';
import { z } from 'zod';

export const Fence = z.enum([
  /** No fence at all: an append is taken at whatever place is next, and a node never doubts its lease nor hears of others. */
  'none',
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
  /** A node finds what is due long after it is. */
  'due found late',
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
const LATE_MS = 8_000;
const DEFAULT_LEASE_MS = 1_000;

export function breakFence(fence: Fence, deps: BreakFenceDeps): Fenced {
  const { store, leaseMs = DEFAULT_LEASE_MS, schema } = deps;
  const run = createRun(deps.url);
  const withJournal = (journal: Partial<JournalStore>): Fenced => ({
    leaseMs,
    store: { ...store, journal: { ...store.journal, ...journal } },
  });
  const { journal, owners } = store;
  // A node that hears in time that another one has written drops the execution, whatever its lease: this one hears nothing.
  const deaf: Partial<JournalStore> = { watch: () => ({ [Symbol.dispose]: () => undefined }) };
  const unasked: OwnerStore = {
    ...owners,
    async enter(owner) {
      setInterval(() => void owners.renew(owner, leaseMs).catch(() => undefined), leaseMs / 3).unref();
      return await owners.enter(owner, leaseMs);
    },
    renew: async () => true,
  };
  switch (fence) {
    case 'none': {
      const place = `SELECT next_seq::int AS next, epoch::int FROM ${schema}.executions WHERE id = $1`;
      const append: JournalStore['append'] = async (execution, entries, summary, claim) => {
        if (claim === undefined) return journal.append(execution, entries, summary);
        const [row] = await run(place, [execution]);
        const { next, epoch } = Next.parse(row);
        const moved = entries.map((entry, index) => ({ ...entry, seq: next + index }));
        await journal.append(execution, moved, { ...summary, length: next + moved.length }, { epoch });
        return claim.epoch;
      };
      return { leaseMs: FOR_EVER_MS, store: { ...store, owners: unasked, journal: { ...journal, ...deaf, append } } };
    }
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
      return { leaseMs, store: { ...store, journal: { ...journal, ...deaf }, owners: { ...owners, renew } } };
    }
    case 'lease not checked':
      return { leaseMs: FOR_EVER_MS, store: { ...store, owners: unasked } };
    case 'acknowledged before the commit': {
      const uncommitted = new Set<string>();
      return withJournal({
        async append(execution, entries, summary, claim) {
          if (entries.some(({ kind }) => kind === 'answered')) uncommitted.add(execution);
          return uncommitted.has(execution) ? claim?.epoch : journal.append(execution, entries, summary, claim);
        },
      });
    }
    case 'due found late':
      return withJournal({
        unattended: (filter) => {
          const { look } = filter;
          return journal.unattended(
            look.kind === 'due' ? { ...filter, look: { ...look, by: look.by - LATE_MS } } : filter,
          );
        },
      });
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
const Next = z.object({ next: z.int(), epoch: z.int() });
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
