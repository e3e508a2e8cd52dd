import { setTimeout } from 'node:timers/promises';
import { defineTool } from '@toolshed/kernel';
import { type OpenOptions, openToolshed, type Toolshed } from '@toolshed/runtime';
import type { Sandbox } from '@toolshed/runtime/internal/sandbox/sandbox';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openHostilePool } from './hostile/hostile-pool.ts';

const PROGRAM = { source: 'return 1', seed: 'seed', at: 0 };
const SMALL = { workers: 2, workersPerSession: 2, programsPerWorker: 4 };

interface Waiting {
  readonly shed: Toolshed;
  /** How many handlers wait. */
  readonly waiting: () => number;
  /** How often a handler began. */
  readonly ran: () => number;
  readonly release: () => void;
}

async function openWaiting(options: Partial<OpenOptions> = {}): Promise<Waiting & AsyncDisposable> {
  const released = Promise.withResolvers<void>();
  let ran = 0;
  let done = 0;
  const slow = defineTool({
    path: 'slow.wait',
    description: 'Waits until the test lets it continue',
    input: z.object({ n: z.number() }),
    destructive: false,
    handler: async (_, { n }) => {
      ran++;
      await released.promise;
      done++;
      return n;
    },
  });
  const wipe = defineTool({
    path: 'disk.wipe',
    description: 'Destroys',
    input: z.object({}),
    destructive: true,
    handler: () => 'wiped',
  });
  const shed = await openToolshed({ tools: [slow, wipe], store: 'memory', wakes: false, capacity: SMALL, ...options });
  return {
    shed,
    waiting: () => ran - done,
    ran: () => ran,
    release: released.resolve,
    [Symbol.asyncDispose]: () => shed[Symbol.asyncDispose](),
  };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(5);
}

describe('sessions that share the workers of a host', () => {
  verifies('sandbox/fair', 'are not kept waiting by warm pauses of others, which continue by replay', async () => {
    await using host = await openWaiting();
    const paused = [];
    for (const session of ['a', 'b'])
      paused.push(await host.shed.execute('return await tools.disk.wipe({})', { session }));
    const before = performance.now();
    expectStatus(await host.shed.execute('return 1', { session: 'newcomer' }), 'completed');
    // A pause stays warm for 30 s.
    expect(performance.now() - before).toBeLessThan(15_000);
    for (const { executionId } of paused)
      expect(expectStatus(await host.shed.resume(executionId, true), 'completed').value).toBe('wiped');
  });

  verifies('sandbox/fair', 'are not kept waiting by slow tools of others, whose handlers run once', async () => {
    await using host = await openWaiting();
    const running = Array.from({ length: 8 }, (_, n) =>
      host.shed.execute(`const before = Math.random(); return [await tools.slow.wait({ n: ${n} }), before].length`, {
        session: `slow ${n % 2}`,
      }),
    );
    await until(() => host.waiting() === 8);
    expectStatus(await host.shed.execute('return 1', { session: 'newcomer' }), 'completed');
    host.release();
    const results = await Promise.all(running);
    expect(results.map((result) => expectStatus(result, 'completed').value)).toEqual(results.map(() => 2));
    expect(host.ran()).toBe(8);
  });

  verifies('sandbox/fair', 'continue while one session has far more programs than it may have lanes', async () => {
    await using host = await openWaiting({ capacity: { workers: 2, workersPerSession: 1, programsPerWorker: 2 } });
    const running = Array.from({ length: 8 }, (_, n) => host.shed.execute(`return await tools.slow.wait({ n: ${n} })`));
    await until(() => host.waiting() === 8);
    host.release();
    const values = (await Promise.all(running)).map((result) => expectStatus(result, 'completed').value);
    expect(values).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(host.ran()).toBe(8);
  });
});

describe('a pool at its limit of workers', () => {
  verifies(
    'sandbox/fair',
    'gives a session the worker it has, though one that has none is before it in the queue',
    async () => {
      await using hostile = openHostilePool([], {}, { maxWorkers: 2, workersPerSession: 1, maxLanes: 2 });
      using first = await hostile.open('a');
      using _second = await hostile.open('b');
      await first.start(PROGRAM);
      let isAdmitted = false;
      void hostile.open('c').then(() => {
        isAdmitted = true;
      });
      // "b" has opened a lane and not started: it runs, as far as the pool knows, and so does every lane of "a".
      using third = await hostile.open('b');
      expect([isAdmitted, third.isolation]).toEqual([false, 'process']);
    },
  );

  verifies('sandbox/fair', 'serves sessions in turn, however many programs of one of them wait', async () => {
    await using hostile = openHostilePool([], {}, { maxWorkers: 2, workersPerSession: 1, maxLanes: 1 });
    const admitted: string[] = [];
    const open = async (session: string): Promise<Sandbox> => {
      const lane = await hostile.open(session);
      admitted.push(session);
      return lane;
    };
    const [first, ...others] = Array.from({ length: 6 }, () => open('greedy'));
    const polite = open('polite');
    (await first)?.[Symbol.dispose]();
    (await polite)[Symbol.dispose]();
    expect(admitted.slice(0, 3)).toContain('polite');
    for (const lane of others) (await lane)[Symbol.dispose]();
    expect(admitted).toHaveLength(7);
  });

  verifies('sandbox/fair', 'ends a worker whose programs wait, never one in which a program runs', async () => {
    await using hostile = openHostilePool([], {}, { maxWorkers: 2, workersPerSession: 1 });
    using waiting = await hostile.open('a');
    using running = await hostile.open('b');
    await waiting.start(PROGRAM);
    using newcomer = await hostile.open('c');
    await newcomer.start(PROGRAM);
    expect(await running.start(PROGRAM)).toBeTypeOf('string');
    await expect((async () => waiting.deliver([]))()).rejects.toMatchObject({
      code: 'sandbox/crashed',
      wasRunning: false,
    });
  });

  verifies(
    'sandbox/fair',
    'gives one session no more workers than it may have, and leaves a spare for another',
    async () => {
      await using hostile = openHostilePool([], {}, { maxWorkers: 4, workersPerSession: 2 });
      hostile.pool.prepare();
      const lanes = [];
      for (let count = 0; count < 10; count++) {
        const lane = await hostile.open('greedy');
        lanes.push(lane);
        await lane.start(PROGRAM);
      }
      await setTimeout(300);
      expect(hostile.workers.length).toBeLessThanOrEqual(3);
      using other = await hostile.open('polite');
      await other.start(PROGRAM);
      for (const lane of lanes) lane[Symbol.dispose]();
    },
  );
});
