// Nodes on one PostgreSQL, in one process, each with a channel of the same name: who shows which question.

import { defineTool, type ElicitationId, StoreUnavailableError } from '@toolshed/kernel';
import { openPostgresStore, openToolshed, type Store, type Toolshed } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import {
  ADA,
  type ScriptedChannel,
  scriptedChannel,
  type ScriptedOptions,
} from '../support/channels/scripted-channel.ts';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

/** Short where a test waits for its end, and long where nobody is to lose it. */
const [SHORT_LEASE_MS, LONG_LEASE_MS] = [1_500, 60_000];
const WITHIN = { timeout: 30_000 };

const remove = defineTool({
  path: 'box.remove',
  description: 'remove',
  input: z.object({ n: z.int() }),
  destructive: true,
  handler: (_context, { n }) => n,
});

interface Node extends AsyncDisposable {
  readonly shed: Toolshed;
  readonly channel: ScriptedChannel;
  /** Whether its renewals reach the database. */
  isCutOff: boolean;
}

class Cluster implements AsyncDisposable {
  readonly #schema = newSchema();
  readonly #opened = new AsyncDisposableStack();
  readonly nodes: Node[] = [];
  readonly #leaseMs: number;

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  async node(options: ScriptedOptions = {}): Promise<Node> {
    const { url } = await postgresOfFile();
    const store = this.#opened.use(await openPostgresStore({ url, schema: this.#schema }));
    const node = { isCutOff: false };
    const renew: Store['owners']['renew'] = async (...args) => {
      if (node.isCutOff) throw new StoreUnavailableError('Cannot renew: the database is away');
      return await store.owners.renew(...args);
    };
    const channel = scriptedChannel(options);
    const shed = this.#opened.use(
      await openToolshed({
        tools: [remove],
        store: { ...store, owners: { ...store.owners, renew } },
        channels: [channel],
        isolation: 'thread',
        trusted: true,
        ownerLeaseMs: this.#leaseMs,
      }),
    );
    const opened = Object.assign(node, { shed, channel, [Symbol.asyncDispose]: () => shed[Symbol.asyncDispose]() });
    this.nodes.push(opened);
    return opened;
  }

  /** How often each question was given to a channel, on whichever node. */
  get shown(): ReadonlyMap<ElicitationId, number> {
    const counts = new Map<ElicitationId, number>();
    for (const { channel } of this.nodes)
      for (const { elicitationId } of channel.asked) counts.set(elicitationId, (counts.get(elicitationId) ?? 0) + 1);
    return counts;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened[Symbol.asyncDispose]();
  }
}

const program = (n: number): string => `return await tools.box.remove({ n: ${n} })`;
const asked = ({ channel }: Node): readonly ElicitationId[] => channel.asked.map(({ elicitationId }) => elicitationId);

describe('channels of nodes on one PostgreSQL', () => {
  verifies(
    'cluster/channels',
    'channels of several nodes show each question once, wherever it was asked, and take its answer',
    async () => {
      await using cluster = new Cluster(LONG_LEASE_MS);
      const reply = () => ({ action: 'accept' as const, by: ADA });
      const nodes: Node[] = [];
      for (let count = 0; count < 3; count += 1) nodes.push(await cluster.node({ atOnce: 20, reply }));
      const started = await Promise.all(
        Array.from({ length: 120 }, (_, n) => nodes[n % 3]?.shed.start(program(n), { session: `s${n % 7}` })),
      );
      const open = async () => (await nodes[0]?.shed.list({ status: ['running', 'paused'], limit: 0 }))?.total;
      await expect.poll(open, { timeout: 60_000 }).toBe(0);
      expect(started).toHaveLength(120);
      expect(cluster.shown.size).toBe(120);
      expect([...cluster.shown.values()].filter((count) => count > 1)).toEqual([]);
    },
    { timeout: 90_000 },
  );

  verifies(
    'cluster/channels',
    'a question of a node whose lease ended is shown again by another, and its old node submits no answer to it',
    async () => {
      await using cluster = new Cluster(SHORT_LEASE_MS);
      const first = await cluster.node({ atOnce: 1 });
      for (let n = 0; n < 3; n += 1) await first.shed.start(program(n));
      await expect.poll(() => first.channel.inHand, WITHIN).toBe(1);
      const second = await cluster.node({ atOnce: 10 });
      await expect.poll(async () => (await second.shed.pending()).length, WITHIN).toBe(3);
      first.isCutOff = true;
      // What the first has in hand it learns nothing of; all three are with the second.
      await expect.poll(() => new Set(asked(second)).size, WITHIN).toBe(3);
      const [shown] = asked(first);
      if (shown !== undefined) first.channel.answer(shown, undefined);
      first.isCutOff = false;
      for (const id of asked(second)) second.channel.answer(id, { action: 'accept', by: ADA });
      const done = async () => (await second.shed.list({ status: ['completed'], limit: 0 })).total;
      await expect.poll(done, WITHIN).toBe(3);
      expect(asked(first)).toHaveLength(1);
      expect([...cluster.shown.values()].toSorted()).toEqual([1, 1, 2]);
    },
  );

  verifies('cluster/channels', 'a channel withdraws a question that another node may show by now', async () => {
    await using cluster = new Cluster(SHORT_LEASE_MS);
    const first = await cluster.node();
    await first.shed.start(program(1));
    await expect.poll(() => first.channel.inHand, WITHIN).toBe(1);
    const second = await cluster.node();
    first.isCutOff = true;
    await expect.poll(() => second.channel.inHand, WITHIN).toBe(1);
    first.isCutOff = false;
    await expect.poll(() => first.channel.over.map(({ why }) => why), WITHIN).toEqual(['another node may show it']);
    await second[Symbol.asyncDispose]();
    await expect.poll(() => first.channel.inHand, WITHIN).toBe(1);
    const [id] = asked(second);
    expect(asked(first)).toEqual([id, id]);
  });
});
