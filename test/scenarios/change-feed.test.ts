// One feed tells everybody who waits that something changed: this process at once, others within a poll.

import { openSqliteStore, type Store } from '@toolshed/runtime';
import { defineTool } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { newStoreFolder } from '../support/open-stores.ts';
import { askedCall, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const send = defineTool({
  path: 'mail.send',
  description: 'Send a mail',
  input: z.object({ to: z.string() }),
  destructive: true,
  handler: (_context, { to }) => ({ delivered: to }),
});

/** The same store; counts what is called on its journal. */
function counted(store: Store): { readonly store: Store; readonly counts: Map<string, number> } {
  const counts = new Map<string, number>();
  const journal = new Proxy(store.journal, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: readonly unknown[]) => {
        counts.set(String(name), (counts.get(String(name)) ?? 0) + 1);
        return Reflect.apply(value, target, args);
      };
    },
  });
  return { store: { ...store, journal }, counts };
}

const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Reads in one second of a host that has nothing to do, on a store with a thousand paused executions. */
async function readsWhileIdle(subscribers: number): Promise<number> {
  using folder = newStoreFolder();
  await using kept = openSqliteStore({ file: folder.file });
  const samples = Array.from({ length: 1_000 }, () => sampleExecution());
  await Promise.all(samples.map((sample) => kept.journal.create(...sample.start(...askedCall(), { kind: 'parked' }))));
  const { store, counts } = counted(kept);
  const channel = { name: 'shown', priority: 1, atOnce: Infinity, ask: () => new Promise<undefined>(() => undefined) };
  await using shed = await openInThread({ tools: [send], store, channels: [channel], prepares: false, log: QUIET });
  const watches = Array.from({ length: subscribers }, (_, n) =>
    shed.changes.watch(n % 2 ? {} : { executions: samples.slice(n, n + 1).map(({ id }) => id) }),
  );
  const waiting = Promise.allSettled(watches.map((watch) => watch.changed(AbortSignal.timeout(30_000))));
  // Until it has found and offered all questions, and polls at its slowest.
  const total = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const inASecond = async (): Promise<number> => {
    const before = total();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return total() - before;
  };
  let reads = await inASecond();
  for (let tries = 0; tries < 20; tries += 1) {
    const next = await inASecond();
    if (next === reads && next < 100) break;
    reads = next;
  }
  for (const watch of watches) watch[Symbol.dispose]();
  void waiting;
  return reads;
}

describe('an idle host', () => {
  verifies(
    'changes/one-poll',
    'reads the store as often for a thousand waiters and a thousand shown questions as for one waiter',
    async () => {
      const [few, many] = await Promise.all([readsWhileIdle(1), readsWhileIdle(1_000)]);
      expect(many).toBeLessThanOrEqual(60);
      expect(many).toBeLessThanOrEqual(few + 20);
    },
  );
});

describe('an answer that another process gives', () => {
  verifies('changes/elsewhere', 'is seen by everybody who waits, within a poll', async () => {
    using folder = newStoreFolder();
    const open = () => openInThread({ tools: [send], store: { sqlite: folder.file }, wakes: false, log: QUIET });
    await using here = await open();
    await using there = await open();
    const { executionId } = await here.execute(`return (await tools.mail.send({ to: 'ada' })).delivered`);
    const watches = Array.from({ length: 50 }, () => here.changes.watch({ executions: [executionId] }));
    await Promise.all(watches.map((watch) => watch.changed(AbortSignal.timeout(5_000))));
    const seenAt = watches.map(async (watch) => {
      while ((await here.pending({ executionId })).length > 0)
        if (!(await watch.changed(AbortSignal.timeout(5_000)))) return Number.POSITIVE_INFINITY;
      return performance.now();
    });
    await there.resume(executionId, true);
    const answeredAt = performance.now();
    // 250 ms is the slowest poll; the rest is for a busy machine.
    for (const at of await Promise.all(seenAt)) expect(at - answeredAt).toBeLessThan(1_000);
    for (const watch of watches) watch[Symbol.dispose]();
  });

  verifies('changes/elsewhere', 'reaches the handler that waits for it in this process', async () => {
    using folder = newStoreFolder();
    const ask = defineTool({
      path: 'mail.confirm',
      description: 'Ask before it sends',
      input: z.object({}),
      destructive: false,
      handler: async (context) => (await context.elicit({ message: 'Send?' })).approved,
    });
    const open = () => openInThread({ tools: [ask], store: { sqlite: folder.file }, wakes: false, log: QUIET });
    await using here = await open();
    await using there = await open();
    const { executionId } = await here.execute('return await tools.mail.confirm({})');
    const answered = there.resume(executionId, true);
    expect(await here.wake(executionId)).toMatchObject({ status: expect.stringMatching(/paused|completed/) });
    expect(await answered).toMatchObject({ status: 'completed', value: true });
    expect(await here.get(executionId)).toMatchObject({ status: 'completed', value: true });
  });
});
