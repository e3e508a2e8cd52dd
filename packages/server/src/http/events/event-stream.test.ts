import { ExecutionId, JournalEntry } from '@toolshed/kernel';
import type { EntriesPage } from '@toolshed/kernel/runtime';
import { describe, expect, it } from 'vitest';
import { type EventStreamDeps, openEventStream } from './event-stream.js';

/** Nothing ever changes. */
const quiet: EventStreamDeps['changes'] = {
  watch: () => ({
    changed: (signal) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve(false));
      }),
    [Symbol.dispose]: () => undefined,
  }),
};

const page = (after: number): EntriesPage => ({
  entries: [
    {
      position: after + 1,
      executionId: ExecutionId.parse('exec_1'),
      session: 's',
      entry: JournalEntry.parse({ kind: 'fired', seq: after, at: 1, call: 1 }),
    },
  ],
  damaged: [],
  through: after + 1,
});

function open(extra: Partial<EventStreamDeps>) {
  const happened: string[] = [];
  const stream = openEventStream(5, {
    read: async (after) => {
      happened.push(`read ${after}`);
      return page(after);
    },
    isValid: async () => true,
    changes: quiet,
    closing: new AbortController().signal,
    show: ({ session }) => ({ session }),
    drop: () => happened.push('drop'),
    ended: () => happened.push('ended'),
    failed: (error) => happened.push(String(error)),
    ...extra,
  });
  const reader = stream.getReader();
  const next = async (): Promise<string> => Buffer.from((await reader.read()).value ?? []).toString();
  return { happened, next, reader };
}

describe('an event stream', () => {
  it('names its position first, and reads a page when the one before was taken', async () => {
    const { happened, next, reader } = open({});
    expect(await next()).toBe('retry: 1000\nid: e5\nevent: hello\ndata: {}\n\n');
    expect(happened).toEqual([]);
    expect(await next()).toBe('id: e6\nevent: entry\ndata: {"cursor":"e6","session":"s"}\n\n');
    expect(happened).toEqual(['read 5']);
    await reader.cancel();
    expect(happened).toEqual(['read 5', 'ended']);
  });

  it('gives a sign of life where there is nothing to tell', async () => {
    const { next, reader } = open({
      read: async (after) => ({ entries: [], damaged: [], through: after }),
      heartbeatMs: 5,
    });
    await next();
    expect(await next()).toBe(': e5\n\n');
    await reader.cancel();
  });

  it('drops a client that takes nothing', async () => {
    const dropped = Promise.withResolvers<void>();
    const { happened, next } = open({ patienceMs: 10, drop: dropped.resolve });
    await next();
    await dropped.promise;
    expect(happened).toEqual(['ended']);
  });

  it('ends when the credential is worth nothing any more', async () => {
    const { happened, next, reader } = open({ isValid: async () => happened.length < 1 });
    await next();
    expect(await next()).toContain('id: e6');
    expect((await reader.read()).done).toBe(true);
    expect(happened).toEqual(['read 5', 'ended']);
  });

  it('ends when the store or the check of its credential fails', async () => {
    const broken = (name: string) => ({ [name]: async () => Promise.reject(new Error(`no ${name}`)) });
    for (const name of ['read', 'isValid']) {
      const { happened, next, reader } = open(broken(name));
      await next();
      expect((await reader.read()).done).toBe(true);
      expect(happened).toEqual([`Error: no ${name}`, 'ended']);
    }
  });

  it('ends when the server closes', async () => {
    const closing = new AbortController();
    const { next, reader } = open({ closing: closing.signal });
    await next();
    closing.abort();
    expect((await reader.read()).done).toBe(true);
  });
});
