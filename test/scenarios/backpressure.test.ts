// More executions than a host has places for: who waits, where, in which order, and what is never refused.

import { defineTool } from '@toolshed/kernel';
import type { Capacity, OpenOptions, Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { createManualClock, DAY_MS } from '../support/durable/manual-clock.ts';
import { expectStatus } from '../support/expect-status.ts';
import { createHeldWork, type HeldWork, hold, note } from '../support/held-work.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const remove = defineTool({
  path: 'box.remove',
  description: 'Removes',
  input: z.object({}),
  destructive: true,
  handler: () => 'removed',
});
const ask = defineTool({
  path: 'box.ask',
  description: 'Asks',
  input: z.object({}),
  destructive: false,
  handler: async (context) => (await context.elicit({ type: 'text', message: 'Which?' })).data,
});

const open = (work: HeldWork, capacity: Capacity, options: Partial<OpenOptions> = {}): Promise<Toolshed> =>
  openInThread({
    store: 'memory',
    capacity,
    ...options,
    tools: [...work.tools, remove, ask, ...(options.tools ?? [])],
  });

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);
const isDone = (shed: Toolshed, count: number) =>
  expect
    .poll(async () => (await shed.list({ status: ['completed'], limit: 0 })).total, { timeout: 20_000 })
    .toBe(count);
const heldAre = (work: HeldWork, count: number) => expect.poll(() => work.held, { timeout: 10_000 }).toBe(count);

describe('executions beyond the places of a host', () => {
  verifies('capacity/bounded', 'wait on disk, are acknowledged at once, listed as queued, and run later', async () => {
    const work = createHeldWork();
    await using shed = await open(work, { liveExecutions: 3 });
    await Promise.all(range(10).map((n) => shed.start(hold(`${n}`))));
    await heldAre(work, 3);
    expect(shed.occupancy()).toEqual({ atWork: 3, places: 3, waiting: 7, mayWait: 10_000 });
    const queued = await shed.list({ queued: true });
    expect(queued).toHaveLength(7);
    expect(queued.every(({ status, owner }) => status === 'running' && owner === undefined)).toBe(true);
    work.letGo(1);
    await expect.poll(() => work.began.length).toBe(4);
    work.letAllGo();
    await isDone(shed, 10);
    expect(work.most).toBe(3);
    expect(work.began).toHaveLength(10);
    expect(shed.occupancy()).toMatchObject({ atWork: 0, waiting: 0 });
  });

  verifies(
    'capacity/bounded',
    'give their callers the result, whether started with execute, a key or a fork',
    async () => {
      const work = createHeldWork();
      await using shed = await open(work, { liveExecutions: 1 });
      const { paused } = expectStatus(await shed.execute('return await tools.box.remove({})'), 'paused');
      await shed.start(hold('busy'));
      await heldAre(work, 1);
      const told: string[] = [];
      const key = { idempotencyKey: 'one', onStarted: (id: string) => void told.push(id) };
      const results = [
        shed.execute(note('alone')),
        shed.execute(note('twice'), key),
        shed.execute(note('twice'), key),
        shed.fork(paused.elicitationId, note('quest')),
      ];
      await expect.poll(() => shed.occupancy().waiting).toBe(3);
      await expect(shed.execute(note('other program'), key)).rejects.toMatchObject({ code: 'execution/key-taken' });
      expect(work.began).toEqual(['busy']);
      work.letAllGo();
      const done = await Promise.all(results);
      expect(done.map((result) => expectStatus(result, 'completed').value)).toEqual([
        'alone',
        'twice',
        'twice',
        'quest',
      ]);
      expect(new Set(told)).toEqual(new Set([done[1]?.executionId]));
      expect(work.began.toSorted()).toEqual(['alone', 'busy', 'quest', 'twice']);
    },
  );

  verifies(
    'capacity/fair',
    'are served session by session: 500 of one do not keep one of another waiting',
    async () => {
      const work = createHeldWork();
      await using shed = await open(work, { liveExecutions: 2 });
      await Promise.all(range(500).map((n) => shed.start(hold(`greedy ${n}`), { session: 'greedy' })));
      await shed.start(hold('polite'), { session: 'polite' });
      await heldAre(work, 2);
      while (!work.began.includes('polite')) {
        const { length } = work.began;
        work.letGo(1);
        await expect.poll(() => work.began.length).toBeGreaterThan(length);
      }
      expect(work.began.length).toBeLessThan(6);
      work.letAllGo();
      await isDone(shed, 501);
      const greedy = work.began.filter((name) => name.startsWith('greedy'));
      expect(greedy.slice(2)).toEqual(greedy.slice(2).toSorted((a, b) => Number(a.slice(7)) - Number(b.slice(7))));
    },
  );

  verifies(
    'capacity/queue-full',
    'are refused once too many wait, before anything is written; answers never are',
    async () => {
      const work = createHeldWork();
      await using shed = await open(work, { liveExecutions: 1, queuedExecutions: 2 });
      const { executionId } = expectStatus(await shed.execute('return await tools.box.remove({})'), 'paused');
      const starts = await Promise.allSettled(range(40).map((n) => shed.start(hold(`${n}`))));
      expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      const refused = starts.find(({ status }) => status === 'rejected');
      expect(refused).toMatchObject({ reason: { code: 'limit/queue-full', limit: 2 } });
      expect((await shed.list({ limit: 0 })).total).toBe(4);
      const resumed = shed.resume(executionId, true);
      await expect.poll(async () => (await shed.journal(executionId)).map(({ kind }) => kind)).toContain('answered');
      expect(await shed.get(executionId)).toMatchObject({ status: 'running' });
      work.letAllGo();
      expect(expectStatus(await resumed, 'completed').value).toBe('removed');
      expect(expectStatus(await shed.execute(note('room again')), 'completed').value).toBe('room again');
    },
  );

  verifies('capacity/queue-full', 'are refused over HTTP with 429 and when to try again', async () => {
    const config = { capacity: { liveExecutions: 1, queuedExecutions: 1 } };
    await using host = await serveHost({ config, args: ['--no-example'] });
    const token = await host.approver();
    const start = (program: string) => host.call('POST', '/v1/executions', { token, body: { program } });
    const busy = 'for (let n = 0; n < 2_000; n++) { await sleep(50); await tools.mail.list({}); }';
    const begun = [await start(busy), await start(busy)];
    expect(begun.map(({ status }) => status)).toEqual([201, 201]);
    const refused = await start('return 1');
    expect(refused).toMatchObject({ status: 429, body: { status: 429, code: 'limit/queue-full' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    for (const { body } of begun)
      await host.call('POST', `/v1/executions/${body.executionId}/cancel`, { token, body: {} });
    await expect.poll(async () => (await start('return 1')).status).toBe(201);
  });

  verifies(
    ['capacity/fair', 'quota/executions'],
    'count for their session, so that none fills the queue alone',
    async () => {
      const work = createHeldWork();
      const quotas = { liveExecutions: 5 };
      await using shed = await open(work, { liveExecutions: 1, queuedExecutions: 10 }, { quotas });
      const starts = await Promise.allSettled(range(20).map((n) => shed.start(hold(`${n}`), { session: 'greedy' })));
      const refused = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason.code] : []));
      expect(refused).toEqual(Array(15).fill('limit/live-executions'));
      await shed.start(hold('polite'), { session: 'polite' });
      work.letAllGo();
      await isDone(shed, 6);
      await shed.start(note('again'), { session: 'greedy' });
      await isDone(shed, 7);
    },
  );

  verifies('capacity/bounded', 'can be cancelled or aborted while they wait, and never run', async () => {
    const work = createHeldWork();
    await using shed = await open(work, { liveExecutions: 1 });
    await shed.start(hold('busy'));
    await heldAre(work, 1);
    const cancelled = await shed.start(note('cancelled'));
    const abort = new AbortController();
    const aborted = shed.execute(note('aborted'), { signal: abort.signal });
    await expect.poll(() => shed.occupancy().waiting).toBe(2);
    expectStatus(await shed.cancel(cancelled), 'cancelled');
    abort.abort();
    expectStatus(await aborted, 'cancelled');
    expect(shed.occupancy().waiting).toBe(0);
    work.letAllGo();
    expectStatus(await shed.execute(note('after')), 'completed');
    expect(work.began).toEqual(['busy', 'after']);
  });

  verifies('capacity/bounded', 'are run by the next host when theirs closes while they wait', async () => {
    using folder = newStoreFolder();
    const store = { sqlite: folder.file };
    const before = createHeldWork();
    const caller = await (async () => {
      await using shed = await open(before, { liveExecutions: 1 }, { store });
      await shed.start(hold('busy'));
      await heldAre(before, 1);
      await Promise.all(range(20).map((n) => shed.start(note(`${n}`))));
      const waits = shed.execute(note('waits'));
      await expect.poll(() => shed.occupancy().waiting).toBe(21);
      setTimeout(() => before.letGo(), 50);
      return { waits };
    })();
    expect(['running', 'completed']).toContain((await caller.waits).status);
    const work = createHeldWork();
    work.letAllGo();
    await using shed = await open(work, { liveExecutions: 2 }, { store });
    await isDone(shed, 22);
    const names = [...before.began, ...work.began].filter((name) => name !== 'busy');
    expect(names.toSorted()).toEqual([...range(20).map(String), 'waits'].toSorted());
  });
});

describe('a host whose places are all taken', () => {
  verifies('capacity/no-deadlock', 'lets a handler run another execution and wait for it', async () => {
    const work = createHeldWork();
    const nested = defineTool({
      path: 'box.nest',
      description: 'Runs a program',
      input: z.object({ depth: z.int() }),
      destructive: false,
      async handler(_, { depth }): Promise<unknown> {
        const result = await shed.execute(depth === 0 ? note('inmost') : nest(depth - 1));
        return result.status === 'completed' ? result.value : result.status;
      },
    });
    const nest = (depth: number): string => `return await tools.box.nest({ depth: ${depth} })`;
    await using shed = await open(work, { liveExecutions: 1 }, { tools: [nested] });
    const results = await Promise.all(range(3).map(() => shed.execute(nest(2))));
    expect(results.map((result) => expectStatus(result, 'completed').value)).toEqual(['inmost', 'inmost', 'inmost']);
  });

  verifies('capacity/no-deadlock', 'gives an answer to the handler that waits for it at once', async () => {
    const work = createHeldWork();
    await using shed = await open(work, { liveExecutions: 1 });
    const { paused } = expectStatus(await shed.execute('return await tools.box.ask({})'), 'paused');
    await shed.start(hold('busy'));
    await heldAre(work, 1);
    await shed.start(note('queued'));
    const done = await shed.resume(paused.elicitationId, { approved: true, data: 'red' });
    expect(expectStatus(done, 'completed').value).toBe('red');
    expect(work.began).toEqual(['busy']);
    work.letAllGo();
  });

  verifies('capacity/bounded', 'gives the place of one that sleeps for a while to one that waits', async () => {
    const work = createHeldWork();
    await using shed = await open(work, { liveExecutions: 1 });
    const sleeper = await shed.start('await sleep(20_000); return 1');
    await expect.poll(async () => (await shed.journal(sleeper)).length).toBeGreaterThan(1);
    expectStatus(await shed.execute(note('in between')), 'completed');
    expect(await shed.get(sleeper)).toMatchObject({ status: 'sleeping' });
  });

  verifies(
    ['capacity/fair', 'durable/due-order'],
    'wakes what became due meanwhile in the order it was due',
    async () => {
      using folder = newStoreFolder();
      const clock = createManualClock();
      const work = createHeldWork();
      const options = { store: { sqlite: folder.file }, clock };
      {
        await using shed = await open(work, {}, options);
        for (const n of [3, 1, 4, 2])
          expectStatus(await shed.execute(`await sleep(${n * DAY_MS}); ${note(`${n}`)}`), 'sleeping');
      }
      await using shed = await open(work, { liveExecutions: 1 }, options);
      await shed.start(hold('busy'));
      await heldAre(work, 1);
      clock.pass(9 * DAY_MS);
      await expect.poll(() => shed.occupancy().waiting, { timeout: 10_000 }).toBe(4);
      expect(work.began).toEqual(['busy']);
      work.letAllGo();
      await isDone(shed, 5);
      expect(work.began).toEqual(['busy', '1', '2', '3', '4']);
    },
  );
});
