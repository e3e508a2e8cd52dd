import { ExecutionId, JournalEntry } from '@toolshed/kernel';
import type { EntryPlace } from '@toolshed/kernel/runtime';
import { describe, expect, it, vi } from 'vitest';
import { createChangeFeed } from './change-feed.js';
import type { Change } from './changes.js';

const ONE = ExecutionId.parse('exec_1');
const TWO = ExecutionId.parse('exec_2');
const entry = (kind: 'printed' | 'parked', seq: number): JournalEntry =>
  JournalEntry.parse(kind === 'parked' ? { kind, seq, at: 1 } : { kind, seq, at: 1, logs: [], emitted: [] });

/** A store that another process appends to; counts how often it is read. */
function rivalStore(isWatched = false) {
  const places: EntryPlace[] = [];
  const reads: string[] = [];
  const watchers = new Set<() => void>();
  return {
    reads,
    append(execution: ExecutionId, seq: number) {
      places.push({ position: places.length + 1, executionId: execution, seq });
      for (const onChange of watchers) onChange();
    },
    store: {
      async lastPosition() {
        reads.push('last');
        return places.length;
      },
      async placesAfter(after: number, limit: number) {
        reads.push(`after ${after}`);
        const page = places.slice(after, after + limit);
        return { places: page, through: page.at(-1)?.position ?? after };
      },
      ...(isWatched && {
        watch(onChange: () => void) {
          watchers.add(onChange);
          return { [Symbol.dispose]: () => void watchers.delete(onChange) };
        },
      }),
    },
  };
}

const log = { warn: () => undefined };

describe('the change feed', () => {
  it('notifies of what this process appends at once, by execution and by kind', () => {
    const { store, reads } = rivalStore();
    const feed = createChangeFeed({ store, log });
    const [all, ofOne, parked]: Change[][] = [[], [], []];
    feed.subscribe((change) => all?.push(change));
    feed.subscribe((change) => ofOne?.push(change), { executions: [ONE] });
    feed.subscribe((change) => parked?.push(change), { kinds: new Set(['parked']) });
    feed.publish(ONE, [entry('printed', 3)]);
    feed.publish(TWO, [entry('printed', 0), entry('parked', 1)]);
    const one = { kind: 'appended', executionId: ONE, length: 4, entries: ['printed'] };
    const two = { kind: 'appended', executionId: TWO, length: 2, entries: ['printed', 'parked'] };
    expect([all, ofOne, parked]).toEqual([[one, two], [one], [two]]);
    expect(reads).toEqual([]);
    feed.close();
  });

  it('notifies every subscriber of what another process appends, with one poll for all of them', async () => {
    const { store, reads, append } = rivalStore();
    const feed = createChangeFeed({ store, log });
    const seen: Change[] = [];
    for (let n = 0; n < 100; n++) feed.subscribe((change) => seen.push(change), n % 2 ? {} : { executions: [ONE] });
    await vi.waitFor(() => expect(seen).toHaveLength(100));
    expect(seen.every(({ kind }) => kind === 'unknown')).toBe(true);
    reads.splice(0);
    append(ONE, 0);
    append(ONE, 1);
    await vi.waitFor(() => expect(seen).toHaveLength(200));
    expect(seen.at(-1)).toEqual({ kind: 'appended', executionId: ONE, length: 2, entries: undefined });
    expect(reads.filter((read) => read !== 'last')).toEqual(['after 0']);
    feed.close();
  });

  it('reads nothing while nobody subscribes', async () => {
    vi.useFakeTimers();
    try {
      const { store, reads } = rivalStore();
      const feed = createChangeFeed({ store, log });
      const subscription = feed.subscribe(() => undefined);
      await vi.advanceTimersByTimeAsync(500);
      expect(reads.length).toBeGreaterThan(0);
      subscription[Symbol.dispose]();
      await vi.advanceTimersByTimeAsync(500);
      reads.splice(0);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(reads).toEqual([]);
      feed.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('polls less often the longer nothing changes, and often again after a change', async () => {
    vi.useFakeTimers();
    try {
      const { store, reads, append } = rivalStore();
      const feed = createChangeFeed({ store, log });
      feed.subscribe(() => undefined);
      const readsIn = async (ms: number): Promise<number> => {
        reads.splice(0);
        await vi.advanceTimersByTimeAsync(ms);
        return reads.length;
      };
      expect(await readsIn(1_000)).toBeGreaterThan(15);
      await readsIn(30_000);
      expect(await readsIn(1_000)).toBeLessThanOrEqual(5);
      append(ONE, 0);
      await readsIn(300);
      expect(await readsIn(1_000)).toBeGreaterThan(15);
      feed.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('is driven by a store that can be watched, and never polls it', async () => {
    const { store, reads, append } = rivalStore(true);
    const feed = createChangeFeed({ store, log });
    using watch = feed.watch({ executions: [ONE] });
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(reads).toEqual([]);
    append(ONE, 0);
    expect(await watch.changed(AbortSignal.timeout(2_000))).toBe(true);
    append(ONE, 1);
    expect(await watch.changed(AbortSignal.timeout(2_000))).toBe(true);
    feed.close();
  });

  it('keeps going after the store could not be read', async () => {
    const { store, append } = rivalStore();
    let failures = 2;
    const warned: string[] = [];
    const feed = createChangeFeed({
      store: {
        ...store,
        lastPosition: () => (failures-- > 0 ? Promise.reject(new Error('busy')) : store.lastPosition()),
      },
      log: { warn: (_facts, text) => void warned.push(text) },
    });
    using watch = feed.watch();
    expect(await watch.changed()).toBe(true);
    append(ONE, 0);
    expect(await watch.changed()).toBe(true);
    expect(warned).toHaveLength(2);
    feed.close();
  });

  it('calls a listener once for each change, also if it subscribes again in its callback', async () => {
    for (const filter of [{}, { executions: [ONE, TWO] }]) {
      const feed = createChangeFeed({ store: rivalStore().store, log });
      const seen: string[] = [];
      const listen = (change: Change): void => {
        if (seen.push(change.kind) > 10) return;
        subscription[Symbol.dispose]();
        subscription = feed.subscribe(listen, filter);
      };
      let subscription = feed.subscribe(listen, filter);
      // The first read of the store says `unknown`; both executions are covered by one call.
      await vi.waitFor(() => expect(seen).toEqual(['unknown']));
      feed.publish(ONE, [entry('printed', 0)]);
      expect(seen).toEqual(['unknown', 'appended']);
      feed.publish(TWO, [entry('printed', 0)]);
      expect(seen).toEqual(['unknown', 'appended', 'appended']);
      feed.close();
    }
  });

  it('does not call a listener that another one disposed of', () => {
    const { store } = rivalStore();
    const feed = createChangeFeed({ store, log });
    const seen: Change[] = [];
    feed.subscribe(() => later[Symbol.dispose]());
    const later = feed.subscribe((change) => seen.push(change));
    feed.publish(ONE, [entry('printed', 0)]);
    expect(seen).toEqual([]);
    feed.close();
  });

  it('says unknown where more changed than is worth listing', async () => {
    const { store, append } = rivalStore();
    const feed = createChangeFeed({ store, log });
    const seen: Change[] = [];
    using watch = feed.watch();
    await watch.changed();
    feed.subscribe((change) => seen.push(change), { executions: [TWO] });
    for (let seq = 0; seq < 10_001; seq++) append(ONE, seq);
    await vi.waitFor(() => expect(seen).toEqual([{ kind: 'unknown' }]));
    feed.close();
  });
});

describe('a watch', () => {
  it('remembers a change that happened between two waits', async () => {
    const { store } = rivalStore();
    const feed = createChangeFeed({ store, log });
    using watch = feed.watch({ executions: [ONE] });
    feed.publish(ONE, [entry('printed', 0)]);
    feed.publish(ONE, [entry('printed', 1)]);
    expect(await watch.changed(AbortSignal.abort())).toBe(true);
    expect(await watch.changed(AbortSignal.abort())).toBe(false);
    feed.close();
  });

  it('ends its wait with false when its signal aborts, and with an error when the host is closed', async () => {
    const { store } = rivalStore(true);
    const feed = createChangeFeed({ store, log });
    using watch = feed.watch();
    const stop = new AbortController();
    const waiting = watch.changed(stop.signal);
    stop.abort();
    expect(await waiting).toBe(false);
    const closing = watch.changed();
    feed.close();
    await expect(closing).rejects.toThrow('Cannot wait for changes: the store was closed');
    await expect(watch.changed()).rejects.toMatchObject({ code: 'store/unavailable' });
  });

  it('tells everybody who waits of one change', async () => {
    const { store } = rivalStore(true);
    const feed = createChangeFeed({ store, log });
    using watch = feed.watch();
    const both = [watch.changed(), watch.changed()];
    feed.publish(ONE, [entry('printed', 0)]);
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(await watch.changed(AbortSignal.abort())).toBe(false);
    feed.close();
  });

  it('says false once it was disposed of', async () => {
    const { store } = rivalStore(true);
    const feed = createChangeFeed({ store, log });
    const watch = feed.watch();
    const waiting = watch.changed();
    watch[Symbol.dispose]();
    expect([await waiting, await watch.changed()]).toEqual([false, false]);
    feed.close();
  });

  it('outlives a listener that throws', async () => {
    const { store } = rivalStore();
    const feed = createChangeFeed({ store, log });
    feed.subscribe(() => {
      throw new Error('a listener of the host');
    });
    using watch = feed.watch();
    feed.publish(ONE, [entry('printed', 0)]);
    expect(await watch.changed(AbortSignal.abort())).toBe(true);
    feed.close();
  });
});
