// Jobs on one PostgreSQL, done by several stores in one process as if each were a node.

import { setTimeout as pause } from 'node:timers/promises';
import type { JobKind } from '@toolshed/kernel';
import { openPostgresStore, type PostgresStore } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { newSchema, postgresOfFile, runSql, stopPostgresOfFile } from '../../support/fresh-postgres.ts';
import { verifies } from '../../support/verifies.ts';

afterAll(stopPostgresOfFile);

const Letter = z.strictObject({ to: z.string() });

const LETTERS: JobKind<z.infer<typeof Letter>> = {
  name: 'letters',
  payload: Letter,
  tryMs: 5_000,
  retryMs: { first: 1_000, longest: 2_000 },
  keepMs: 60_000,
};

const CHORE: JobKind<null> = { ...LETTERS, name: 'chore', payload: z.null() };

const WITHIN = { timeout: 30_000 };

interface Nodes extends AsyncDisposable {
  readonly stores: readonly PostgresStore[];
  readonly schema: string;
}

async function openNodes(count: number): Promise<Nodes> {
  const { url } = await postgresOfFile();
  const schema = newSchema();
  const opened = new AsyncDisposableStack();
  const stores = await Promise.all(Array.from({ length: count }, () => openPostgresStore({ url, schema })));
  for (const store of stores) opened.use(store);
  return { stores, schema, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

const letters = (count: number) => Array.from({ length: count }, (_, index) => ({ to: `person ${index}` }));

describe('jobs of nodes on one PostgreSQL', () => {
  verifies(
    'cluster/jobs',
    'are kept by nodes that start at once on an empty database, and each is done once',
    async () => {
      await using nodes = await openNodes(4);
      const done: string[] = [];
      await using workers = new AsyncDisposableStack();
      for (const { jobs } of nodes.stores) workers.use(jobs.work(LETTERS, 4, async ({ to }) => void done.push(to)));
      const added = await Promise.all(
        nodes.stores.map(({ jobs }) =>
          jobs.advance({ follower: 'post', from: undefined, to: 7 }, LETTERS, letters(20)),
        ),
      );
      expect(added.filter(Boolean)).toHaveLength(1);
      await expect.poll(() => done.length, WITHIN).toBe(20);
      expect(new Set(done).size).toBe(20);
      // Those that came second began to make the same tables; no connection is left in what they began.
      for (const { journal } of nodes.stores) await Promise.all(Array.from({ length: 8 }, () => journal.list({})));
    },
  );

  verifies('cluster/jobs', 'are added with the position they were read up to, or not at all', async () => {
    await using nodes = await openNodes(2);
    const [one, two] = nodes.stores;
    const move = (from: number | undefined, to: number) => ({ follower: 'post', from, to });
    expect(await one?.jobs.position('post')).toBeUndefined();
    expect(await one?.jobs.advance(move(undefined, 10), LETTERS, [])).toBe(true);
    expect(await two?.jobs.advance(move(undefined, 12), LETTERS, letters(1))).toBe(false);
    expect(await two?.jobs.advance(move(10, 20), LETTERS, letters(1))).toBe(true);
    // A node that was stopped after it had read from 10 comes back.
    expect(await one?.jobs.advance(move(10, 15), LETTERS, letters(5))).toBe(false);
    expect(await one?.jobs.advance(move(20, 15), LETTERS, letters(5))).toBe(false);
    expect(await one?.jobs.position('post')).toBe(20);
    const done: string[] = [];
    await using _ = one?.jobs.work(LETTERS, 4, async ({ to }) => void done.push(to));
    await expect.poll(() => done, WITHIN).toEqual(['person 0']);
  });

  verifies('cluster/jobs', 'are not passed over when they could not be added', async () => {
    await using nodes = await openNodes(1);
    const [node] = nodes.stores;
    const advance = (from: number | undefined, to: number) =>
      node?.jobs.advance({ follower: 'post', from, to }, LETTERS, letters(to));
    await advance(undefined, 0);
    const table = `${nodes.schema}_jobs.job`;
    await runSql(`ALTER TABLE ${table} ADD CONSTRAINT no_room CHECK (false) NOT VALID`);
    await expect(advance(0, 2)).rejects.toThrow();
    expect(await node?.jobs.position('post')).toBe(0);
    await runSql(`ALTER TABLE ${table} DROP CONSTRAINT no_room`);
    expect(await advance(0, 2)).toBe(true);
    const done: string[] = [];
    await using _ = node?.jobs.work(LETTERS, 4, async ({ to }) => void done.push(to));
    await expect.poll(() => done.length, WITHIN).toBe(2);
  });

  verifies('cluster/jobs', 'say what they were given, whichever characters it has', async () => {
    await using nodes = await openNodes(1);
    const [node] = nodes.stores;
    const to = `a\u0000b ${String.fromCharCode(0xd800)} \u{1f600} "\\u0000"`;
    const done: string[] = [];
    await using _ = node?.jobs.work(LETTERS, 1, async (letter, { attempt }) => {
      done.push(letter.to);
      if (attempt === 0) throw new Error(`refused: ${to}`);
    });
    expect(await node?.jobs.advance({ follower: 'post', from: undefined, to: 1 }, LETTERS, [{ to }])).toBe(true);
    await expect.poll(() => done, WITHIN).toEqual([to, to]);
  });

  verifies('cluster/jobs', 'are tried again after they failed, later each time, and count their attempts', async () => {
    await using nodes = await openNodes(1);
    const [node] = nodes.stores;
    const attempts: number[] = [];
    await using _ = node?.jobs.work(LETTERS, 1, async (_letter, { attempt }) => {
      attempts.push(attempt);
      if (attempts.length < 3) throw new Error('the letter box is full');
    });
    await node?.jobs.advance({ follower: 'post', from: undefined, to: 1 }, LETTERS, letters(1));
    await expect.poll(() => attempts, WITHIN).toEqual([0, 1, 2]);
  });

  verifies(
    'cluster/jobs',
    'go to another node when one keeps a job for too long, which then knows it lost it',
    async () => {
      await using nodes = await openNodes(2);
      const [one, two] = nodes.stores;
      const kind = { ...LETTERS, tryMs: 1_000 };
      const begun = Promise.withResolvers<void>();
      const over = Promise.withResolvers<void>();
      const lost: boolean[] = [];
      await using _slow = one?.jobs.work(kind, 1, async (_letter, job) => {
        begun.resolve();
        await over.promise;
        lost.push(job.isOurs, job.signal.aborted);
      });
      await one?.jobs.advance({ follower: 'post', from: undefined, to: 1 }, kind, letters(1));
      await begun.promise;
      const done: number[] = [];
      await using _quick = two?.jobs.work(kind, 1, async (_letter, { attempt }) => void done.push(attempt));
      await expect.poll(() => done, WITHIN).toEqual([1]);
      over.resolve();
      await expect.poll(() => lost).toEqual([false, true]);
    },
  );

  verifies('cluster/jobs', 'are repeated by one of the nodes at a time, however many there are', async () => {
    await using nodes = await openNodes(4);
    const done: number[] = [];
    let underWay = 0;
    let most = 0;
    await using workers = new AsyncDisposableStack();
    for (const { jobs } of nodes.stores)
      workers.use(
        jobs.repeat(CHORE, 1_000, async () => {
          underWay += 1;
          most = Math.max(most, underWay);
          await pause(20);
          underWay -= 1;
          done.push(performance.now());
        }),
      );
    await expect.poll(() => done.length, WITHIN).toBeGreaterThanOrEqual(3);
    expect(most).toBe(1);
    const [first = 0, , third = 0] = done;
    // One in each second of the database's clock: three take more than one second, whatever their phase.
    expect(third - first).toBeGreaterThan(900);
  });

  verifies(
    'cluster/jobs',
    'wait while the database is away, and go on when it is back',
    async () => {
      const { restart } = await postgresOfFile();
      await using nodes = await openNodes(2);
      const [one, two] = nodes.stores;
      const done: string[] = [];
      await one?.jobs.advance({ follower: 'post', from: undefined, to: 1 }, LETTERS, letters(3));
      await restart('crash');
      await using _ = two?.jobs.work(LETTERS, 1, async ({ to }) => void done.push(to));
      await expect.poll(() => done.length, WITHIN).toBeGreaterThan(0);
      await restart('crash');
      await expect.poll(() => new Set(done).size, WITHIN).toBe(3);
    },
    { timeout: 60_000, needs: 'own server' },
  );

  verifies('cluster/jobs', 'take no connection of their own, and nothing at all where none is done', async () => {
    await using nodes = await openNodes(1);
    const schemas = await runSql(`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'test_%_jobs'`);
    const [store] = nodes.stores;
    expect(await store?.jobs.position('post')).toBeUndefined();
    expect(await runSql(`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'test_%_jobs'`)).toEqual(schemas);
  });
});
