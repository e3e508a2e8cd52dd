// Safe calls do not wait for the disk; everything that cannot be taken back does.

import { defineTool, type JournalEntry, StoreUnavailableError } from '@toolshed/kernel';
import { createMemoryStore, type OpenOptions, openToolshed, type Store, type Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';

interface Disk {
  readonly store: Store;
  readonly written: JournalEntry[];
  writes: number;
  /** Characters of each write. */
  readonly sizes: number[];
  isFull: boolean;
}

/** A store that notes what it has written, and can be made to fail. */
function openDisk(store: Store = createMemoryStore()): Disk {
  const disk: Disk = { store, written: [], writes: 0, sizes: [], isFull: false };
  const write = async <T>(entries: readonly JournalEntry[], work: () => Promise<T>): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (disk.isFull) throw new Error('the disk is full');
    const result = await work();
    disk.written.push(...entries);
    disk.writes += 1;
    disk.sizes.push(JSON.stringify(entries).length);
    return result;
  };
  const { journal } = store;
  return Object.assign(disk, {
    store: {
      ...store,
      journal: {
        ...journal,
        create: (...args: Parameters<typeof journal.create>) => write(args[1], () => journal.create(...args)),
        append: (...args: Parameters<typeof journal.append>) => write(args[1], () => journal.append(...args)),
      },
    },
  });
}

const open = (disk: Disk, tools: OpenOptions['tools'], options: Partial<OpenOptions> = {}): Promise<Toolshed> =>
  openToolshed({ tools, store: disk.store, isolation: 'thread', trusted: true, wakes: false, ...options });

const read = (handler: (n: number) => unknown = (n) => n) =>
  defineTool({
    path: 'notes.read',
    description: 'Read a note',
    input: z.object({ n: z.number() }),
    destructive: false,
    handler: (_context, { n }) => handler(n),
  });

const removal = (note: () => void) =>
  defineTool({
    path: 'notes.remove',
    description: 'Remove a note',
    input: z.object({}),
    destructive: true,
    handler: note,
  });

const HUNDRED = 'let sum = 0; for (let n = 0; n < 100; n++) sum += await tools.notes.read({ n }); return sum';
const THREE = 'for (let n = 0; n < 3; n++) await tools.notes.read({ n });';
const callsIn = (entries: readonly JournalEntry[]): number =>
  entries.filter(({ kind }) => kind === 'tool-called').length;

describe('safe calls one after another', () => {
  verifies('durable/run-ahead', 'are written together, not one by one', async () => {
    const disk = openDisk();
    await using shed = await open(disk, [read()]);
    expect(await shed.execute(HUNDRED)).toMatchObject({ status: 'completed', value: 4950 });
    expect(callsIn(disk.written)).toBe(100);
    expect(disk.writes).toBeLessThanOrEqual(4);
  });

  verifies('durable/run-ahead', 'are each on disk before they run where the host wants that', async () => {
    const disk = openDisk();
    const onDisk: number[] = [];
    const noting = read(() => onDisk.push(callsIn(disk.written)));
    await using shed = await open(disk, [noting], { durability: 'every-call' });
    await shed.execute(THREE);
    expect(onDisk).toEqual([1, 2, 3]);
  });

  verifies('durable/run-ahead', 'are on disk soon, though the last of them takes long', async () => {
    const disk = openDisk();
    const finish = Promise.withResolvers<number>();
    await using shed = await open(disk, [read((n) => (n === 2 ? finish.promise : n))]);
    const result = shed.execute(THREE);
    await expect.poll(() => callsIn(disk.written)).toBe(3);
    finish.resolve(2);
    expect(await result).toMatchObject({ status: 'completed' });
  });
});

describe('the start of an execution', () => {
  verifies('durable/run-ahead', 'is written together with what its first step came to', async () => {
    const disk = openDisk();
    await using shed = await open(disk, [read(), removal(() => undefined)]);
    await shed.execute('return 1');
    expect(disk.writes).toBe(1);
    await shed.execute('await tools.notes.remove({})');
    expect(disk.writes).toBe(2);
  });

  verifies('durable/run-ahead', 'is on disk before the first safe call, where another may have its key', async () => {
    const disk = openDisk();
    const onDisk: number[] = [];
    await using shed = await open(disk, [read(() => onDisk.push(disk.written.length))]);
    await shed.execute(THREE, { idempotencyKey: 'one' });
    expect(onDisk[0]).toBeGreaterThan(0);
  });

  verifies('durable/run-ahead', 'is on disk once a handler that runs before it asks for its execution', async () => {
    const disk = openDisk();
    const asking = defineTool({
      path: 'notes.self',
      description: 'Look at the execution that calls',
      input: z.object({}),
      destructive: false,
      handler: async ({ executionId }) => (await shed.get(executionId)).status,
    });
    await using shed = await open(disk, [asking]);
    expect(await shed.execute('return await tools.notes.self({})')).toMatchObject({ value: 'running' });
  });

  verifies('durable/run-ahead', 'a start that failed to be written is not written with later outcomes', async () => {
    const disk = openDisk();
    const finish = Promise.withResolvers<number>();
    const slow = read(() => {
      disk.isFull = true;
      return finish.promise;
    });
    await using shed = await open(disk, [slow]);
    await expect(shed.execute('return await tools.notes.read({ n: 1 })')).rejects.toThrow('the disk is full');
    disk.isFull = false;
    finish.resolve(1);
    await shed.execute('return 1');
    expect(disk.written.map(({ kind }) => kind)).toEqual(['started', 'completed']);
    expect((await shed.list()).length).toBe(1);
  });
});

describe('a start that is stored, although its host got an error', () => {
  verifies('durable/run-ahead', 'acknowledges no answer that is not in its journal', async () => {
    const inner = createMemoryStore();
    const [reached, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const store: Store = {
      ...inner,
      journal: {
        ...inner.journal,
        async create(...args) {
          await inner.journal.create(...args);
          reached.resolve();
          await told.promise;
          throw new StoreUnavailableError('Cannot reach the store: the reply was lost; try again');
        },
      },
    };
    const options = { store, isolation: 'thread', trusted: true, wakes: false } as const;
    await using shed = await openToolshed({ ...options, tools: [removal(() => undefined)] });
    const started = shed.execute('await tools.notes.remove({})').catch((error: unknown) => error);
    await reached.promise;
    const [question] = await inner.journal.questions({ limit: 1 });
    const answer = shed.resume(question?.elicitationId ?? '', false).then(
      () => 'acknowledged',
      () => 'refused',
    );
    told.resolve();
    expect(await started).toBeInstanceOf(StoreUnavailableError);
    const learnt = await answer;
    const [stored] = await inner.journal.list({});
    const entries = stored === undefined ? [] : await inner.journal.read(stored.id);
    const isKept = entries.some(({ kind }) => kind === 'answered');
    expect([learnt, isKept]).toEqual(learnt === 'acknowledged' ? ['acknowledged', true] : ['refused', false]);
  });
});

describe('what is held in memory', () => {
  verifies('durable/run-ahead', 'is bounded in size, however large the results are', async () => {
    const disk = openDisk();
    const large = 'x'.repeat(200_000);
    await using shed = await open(disk, [read(() => large)]);
    await shed.execute('for (let n = 0; n < 30; n++) await tools.notes.read({ n });');
    expect(callsIn(disk.written)).toBe(30);
    expect(Math.max(...disk.sizes)).toBeLessThan(1_300_000);
  });

  verifies('durable/run-ahead', 'is bounded in time, though the program never rests', async () => {
    const disk = openDisk();
    await using shed = await open(disk, [read((n) => new Promise((resolve) => setTimeout(resolve, 2, n)))]);
    const started = performance.now();
    const result = shed.execute('for (let n = 0; n < 200; n++) await tools.notes.read({ n });');
    await expect.poll(() => disk.written.length, { interval: 5 }).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(callsIn(disk.written)).toBeLessThan(200);
    await result;
  });
});

describe('what cannot be taken back waits for the disk', () => {
  verifies('durable/run-ahead', 'a question waits for the disk, and so does the handler it lets run', async () => {
    const disk = openDisk();
    const onDisk: number[] = [];
    await using shed = await open(disk, [read(), removal(() => void onDisk.push(callsIn(disk.written)))]);
    const paused = expectStatus(await shed.execute(`${THREE} await tools.notes.remove({})`), 'paused');
    expect(callsIn(disk.written)).toBe(4);
    expect(await shed.resume(paused.paused.elicitationId, true)).toMatchObject({ status: 'completed' });
    expect(onDisk).toEqual([4]);
  });

  verifies('durable/run-ahead', 'a handler that a rule allows waits for the disk', async () => {
    const disk = openDisk();
    const onDisk: number[] = [];
    const policy = [{ pattern: 'notes.remove', verdict: 'allow' as const }];
    await using shed = await open(disk, [read(), removal(() => void onDisk.push(callsIn(disk.written)))], { policy });
    await shed.execute(`${THREE} await tools.notes.remove({})`);
    expect(onDisk).toEqual([4]);
  });

  verifies('durable/run-ahead', 'the outcome of such a handler reaches the disk soon', async () => {
    const disk = openDisk();
    const kinds: string[] = [];
    const policy = [{ pattern: 'notes.remove', verdict: 'allow' as const }];
    const noting = read(() => kinds.push(disk.written.at(-1)?.kind ?? ''));
    await using shed = await open(disk, [noting, removal(() => undefined)], { policy });
    await shed.execute(`await tools.notes.remove({}); ${THREE}`);
    expect(disk.written.findIndex(({ kind }) => kind === 'returned')).toBeGreaterThan(0);
    // By the time the first read runs, what the removal came to is on disk.
    expect(kinds[0]).not.toBe('invoking' satisfies JournalEntry['kind']);
  });

  verifies('durable/run-ahead', 'holds progress back until its call is on disk', async () => {
    const disk = openDisk();
    const seen: number[] = [];
    const reporting = defineTool({
      path: 'notes.scan',
      description: 'Scan',
      input: z.object({}),
      destructive: false,
      handler: (context) => context.progress(1, 2),
    });
    await using shed = await open(disk, [reporting]);
    const progress = shed.progress();
    const first = progress.next().then(() => seen.push(callsIn(disk.written)));
    await shed.execute('await tools.notes.scan({})');
    await first;
    await progress.return?.();
    expect(seen).toEqual([1]);
  });
});

describe('a safe call that ran and was never written', () => {
  verifies(
    'durable/run-ahead',
    'does not keep the execution, whose start was written, from going on elsewhere',
    async () => {
      const shared = createMemoryStore();
      const [first, second] = [openDisk(shared), openDisk(shared)];
      const finish = Promise.withResolvers<string>();
      const slow = read((n) => {
        if (n === 1) return n;
        first.isFull = true;
        return finish.promise;
      });
      const program = `await tools.notes.read({ n: 1 }); await sleep(20); return await tools.notes.read({ n: 2 })`;
      await using shed = await open(first, [slow]);
      const lost = shed.execute(program, { idempotencyKey: 'one' }).catch((error: unknown) => error);
      expect(await lost).toBeInstanceOf(Error);
      await using other = await open(second, [read(() => 'elsewhere')]);
      expect(await other.execute(program, { idempotencyKey: 'one' })).toMatchObject({ value: 'elsewhere' });
      finish.resolve('too late');
    },
  );

  verifies('durable/run-ahead', 'gives no outcome to the call of that number elsewhere', async () => {
    const shared = createMemoryStore();
    const [first, second] = [openDisk(shared), openDisk(shared)];
    const finish = Promise.withResolvers<string>();
    let ran = 0;
    const slow = read((n) => {
      if (n === 0) return n;
      ran += 1;
      first.isFull = true;
      return finish.promise;
    });
    // The first call is written with the start, which may be refused; the second is held.
    const program = 'await tools.notes.read({ n: 0 }); return await tools.notes.read({ n: 1 })';
    {
      await using shed = await open(first, [slow]);
      const lost = shed.execute(program, { idempotencyKey: 'one' }).catch((error: unknown) => error);
      await expect.poll(() => ran).toBe(1);
      expect(await lost).toBeInstanceOf(Error);
      await using other = await open(second, [read(() => 'elsewhere')]);
      const result = await other.execute(program, { idempotencyKey: 'one' });
      expect(result).toMatchObject({ status: 'completed', value: 'elsewhere' });
      first.isFull = false;
      finish.resolve('too late');
      await finish.promise;
    }
    const kinds = second.written.map(({ kind }) => kind);
    const late = first.written.flatMap((entry) => (entry.kind === 'late-outcome' ? [entry.call] : []));
    expect(late).not.toContain(2);
    expect(kinds).toContain('returned');
    const [only] = await shared.journal.list({});
    expect(only).toMatchObject({ status: 'completed' });
  });
});
