// Several nodes on one PostgreSQL, in one process: who drives an execution, who may answer, and what a node that lost
// its lease can still do.

import { defineTool, type JournalStore, type OwnerStore, StoreUnavailableError } from '@toolshed/kernel';
import { createMemoryVault, openPostgresStore, openToolshed, type Store, type Toolshed } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const LEASE_MS = 600;

/** What handlers of all nodes did, in order. */
type Effects = string[];

interface Node extends AsyncDisposable {
  readonly shed: Toolshed;
  /** Its renewals get no further from now on, as if its machine had lost the database. */
  cutOff(): void;
  /** Its vault gives no answer once the next `invoking` is written, until this is disposed. */
  blockVault(): Disposable;
}

class Cluster implements AsyncDisposable {
  readonly effects: Effects = [];
  readonly #schema = newSchema();
  readonly #nodes = new AsyncDisposableStack();
  /** Handlers of `box.open` wait for this. */
  readonly opened = Promise.withResolvers<void>();

  async node(name: string): Promise<Node> {
    const { url } = await postgresOfFile();
    const store = this.#nodes.use(await openPostgresStore({ url, schema: this.#schema }));
    let isCutOff = false;
    let blocked: Promise<void> | undefined;
    let block: Promise<void> | undefined;
    const vault = createMemoryVault();
    const journal: JournalStore = {
      ...store.journal,
      async append(...args) {
        const epoch = await store.journal.append(...args);
        if (args[1].some(({ kind }) => kind === 'invoking')) blocked = block;
        return epoch;
      },
    };
    const cut = withOwners(
      { ...store, journal },
      {
        renew: async (...args) => {
          if (isCutOff) throw new StoreUnavailableError('Cannot renew: the database is away');
          return await store.owners.renew(...args);
        },
      },
    );
    const shed = this.#nodes.use(
      await openToolshed({
        tools: this.#tools(name),
        store: cut,
        isolation: 'thread',
        trusted: true,
        ownerLeaseMs: LEASE_MS,
        vault: {
          ...vault,
          async list() {
            await blocked;
            return vault.list();
          },
        },
      }),
    );
    return {
      shed,
      blockVault() {
        const { promise, resolve } = Promise.withResolvers<void>();
        block = promise;
        return { [Symbol.dispose]: resolve };
      },
      cutOff: () => {
        isCutOff = true;
      },
      [Symbol.asyncDispose]: () => shed[Symbol.asyncDispose](),
    };
  }

  #tools(node: string) {
    const { effects, opened } = this;
    const tool = (path: string, destructive: boolean, handler: () => unknown) =>
      defineTool({
        path,
        description: path,
        input: z.object({}),
        destructive,
        async handler() {
          effects.push(`${path} at ${node}`);
          return await handler();
        },
      });
    return [
      tool('box.look', false, () => 'closed'),
      tool('box.remove', true, () => 'removed'),
      tool('box.open', true, () => opened.promise),
      defineTool({
        path: 'box.wrap',
        description: 'wrap',
        input: z.object({}),
        destructive: false,
        async handler(context) {
          const { data } = await context.elicit({ type: 'text', message: 'Which ribbon?' });
          effects.push(`box.wrap at ${node}`);
          return data;
        },
      }),
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.opened.resolve();
    await this.#nodes[Symbol.asyncDispose]();
  }
}

const withOwners = (store: Store, owners: Partial<OwnerStore>): Store => ({
  ...store,
  owners: { ...store.owners, ...owners },
});

describe('nodes on one PostgreSQL', () => {
  verifies(
    'cluster/anywhere',
    'an execution that one node started is answered at another, which continues it',
    async () => {
      await using cluster = new Cluster();
      const [first, second] = [await cluster.node('one'), await cluster.node('two')];
      const paused = expectStatus(
        await first.shed.execute('return [await tools.box.look({}), await tools.box.remove({})]'),
        'paused',
      );
      const [question] = await second.shed.pending();
      expect(question).toMatchObject({ executionId: paused.executionId, toolPath: 'box.remove' });
      const done = await second.shed.resume(paused.paused.elicitationId, true);
      expect(done).toMatchObject({ status: 'completed', value: ['closed', 'removed'] });
      expect(cluster.effects.filter((effect) => effect.startsWith('box.remove'))).toEqual(['box.remove at two']);
      expect(await first.shed.get(paused.executionId)).toMatchObject({ status: 'completed' });
    },
  );

  verifies(
    'cluster/holder',
    'an answer at one node reaches the handler that waits at another, and nothing is in doubt',
    async () => {
      await using cluster = new Cluster();
      const [first, second] = [await cluster.node('one'), await cluster.node('two')];
      const paused = expectStatus(await first.shed.execute('return await tools.box.wrap({})'), 'paused');
      const answer = { approved: true, data: 'red' };
      const done = await second.shed.resume(paused.paused.elicitationId, answer);
      expect(done).toMatchObject({ status: 'completed', value: 'red' });
      expect(cluster.effects).toEqual(['box.wrap at one']);
    },
  );

  verifies(
    'cluster/one-driver',
    'a node takes over the executions of one whose lease ended, and their calls are in doubt',
    async () => {
      await using cluster = new Cluster();
      const [first, second] = [await cluster.node('one'), await cluster.node('two')];
      const asked = expectStatus(await first.shed.execute('return await tools.box.open({})'), 'paused');
      const driven = first.shed.resume(asked.paused.elicitationId, true);
      await expect.poll(() => cluster.effects).toEqual(['box.open at one']);
      first.cutOff();
      const inDoubt = async () => (await second.shed.pending()).find(({ type }) => type === 'in-doubt');
      await expect.poll(inDoubt).toMatchObject({ executionId: asked.executionId });
      const question = await inDoubt();
      const answer = { approved: true, data: { do: 'result', value: 'by hand' } };
      const done = await second.shed.resume(question?.elicitationId ?? '', answer);
      expect(done).toMatchObject({ status: 'completed', value: 'by hand' });
      cluster.opened.resolve();
      // A caller at the first node learns what became of it elsewhere: the question, or what came after it.
      expect(['paused', 'completed']).toContain((await driven).status);
      expect(cluster.effects).toEqual(['box.open at one']);
    },
  );

  verifies('cluster/one-driver', 'a node whose lease may have ended starts no handler', async () => {
    await using cluster = new Cluster();
    const [first, second] = [await cluster.node('one'), await cluster.node('two')];
    const asked = expectStatus(await first.shed.execute('return await tools.box.remove({})'), 'paused');
    first.cutOff();
    await new Promise((resolve) => setTimeout(resolve, LEASE_MS * 1.5));
    const late = first.shed.resume(asked.paused.elicitationId, true);
    // No attempt was journaled either, so nobody is asked whether the first node acted.
    const outcome = () => second.shed.get(asked.executionId);
    await expect.poll(outcome).toMatchObject({ status: 'completed', value: 'removed' });
    expect(['running', 'completed']).toContain((await late).status);
    expect(cluster.effects).toEqual(['box.remove at two']);
  });

  verifies('cluster/one-driver', 'a handler that was held up until the lease had ended does not start', async () => {
    await using cluster = new Cluster();
    const [first, second] = [await cluster.node('one'), await cluster.node('two')];
    const asked = expectStatus(await first.shed.execute('return await tools.box.remove({})'), 'paused');
    const block = first.blockVault();
    const late = first.shed.resume(asked.paused.elicitationId, true);
    const invoked = async () => (await second.shed.journal(asked.executionId)).some(({ kind }) => kind === 'invoking');
    await expect.poll(invoked).toBe(true);
    first.cutOff();
    const inDoubt = async () => (await second.shed.pending()).find(({ type }) => type === 'in-doubt');
    await expect.poll(inDoubt).toMatchObject({ executionId: asked.executionId });
    block[Symbol.dispose]();
    const retry = { approved: true, data: { do: 'retry' } };
    await second.shed.resume((await inDoubt())?.elicitationId ?? '', retry);
    expect(['paused', 'completed']).toContain((await late).status);
    expect(cluster.effects).toEqual(['box.remove at two']);
  });

  verifies('cluster/timers', 'several nodes wake a sleeping execution once', async () => {
    await using cluster = new Cluster();
    const nodes = [await cluster.node('one'), await cluster.node('two'), await cluster.node('three')];
    const started = await Promise.all(
      nodes.map(({ shed }) => shed.start('await sleep(300); return await tools.box.look({})')),
    );
    for (const executionId of started)
      await expect.poll(async () => (await nodes[0]?.shed.get(executionId))?.status).toBe('completed');
    expect(cluster.effects).toHaveLength(3);
  });
});
