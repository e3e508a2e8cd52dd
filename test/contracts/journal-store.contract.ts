import { JournalConflictError } from '@toolshed/kernel';
import { FIRST_EPOCH, newElicitationId, newExecutionId } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';
import { askedCall, completed, printed, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

export function journalStoreContract(name: string, open: OpenStore): void {
  describe(`${name} keeps the JournalStore contract: appending`, () => {
    verifies('store/contract', 'creates an execution with its first entries', async () => {
      await using store = await open();
      const sample = sampleExecution({ agent: 'triage' });
      expect(await store.journal.create(...sample.start(printed('hello')))).toBe(sample.id);
      expect(await store.journal.read(sample.id)).toEqual(sample.entries);
    });

    verifies(
      ['store/contract', 'durable/idempotent-start'],
      'returns the earlier execution for an idempotency key of the same session, and writes nothing',
      async () => {
        await using store = await open();
        const first = sampleExecution({ idempotencyKey: 'once' });
        const second = sampleExecution({ idempotencyKey: 'once' });
        await store.journal.create(...first.start());
        expect(await store.journal.create(...second.start())).toBe(first.id);
        expect(await store.journal.read(second.id)).toEqual([]);
        expect(await store.journal.list({})).toHaveLength(1);
      },
    );

    verifies(
      ['store/contract', 'durable/idempotent-start'],
      'keeps one execution of two created at once with one key',
      async () => {
        await using store = await open();
        const samples = Array.from({ length: 8 }, () => sampleExecution({ idempotencyKey: 'once' }));
        const ids = await Promise.all(samples.map((sample) => store.journal.create(...sample.start())));
        expect(new Set(ids).size).toBe(1);
        expect(await store.journal.list({})).toHaveLength(1);
      },
    );

    verifies('store/contract', 'lets another session use the same idempotency key', async () => {
      await using store = await open();
      const here = sampleExecution({ idempotencyKey: 'once', session: 'chat-1' });
      const there = sampleExecution({ idempotencyKey: 'once', session: 'chat-2' });
      await store.journal.create(...here.start());
      expect(await store.journal.create(...there.start())).toBe(there.id);
    });

    verifies('store/contract', 'refuses to create an execution twice', async () => {
      await using store = await open();
      const sample = sampleExecution();
      const start = sample.start();
      await store.journal.create(...start);
      await expect(store.journal.create(...start)).rejects.toThrow(JournalConflictError);
      expect(await store.journal.read(sample.id)).toEqual(sample.entries);
    });

    verifies('store/contract', 'refuses a seq that exists, and writes nothing of that append', async () => {
      await using store = await open();
      const sample = sampleExecution();
      await store.journal.create(...sample.start());
      const mine = sample.say(printed('mine'));
      await store.journal.append(...mine);
      const stale = sampleExecution({ id: sample.id });
      stale.start();
      const theirs = stale.say(printed('theirs'), printed('more of theirs'), completed);
      await expect(store.journal.append(...theirs)).rejects.toThrow(JournalConflictError);
      expect(await store.journal.read(sample.id)).toEqual(sample.entries);
      expect(await store.journal.summary(sample.id)).toEqual(mine[2]);
    });

    verifies('store/contract', 'refuses a seq that is not the next one, also in the middle of an append', async () => {
      await using store = await open();
      const sample = sampleExecution();
      await store.journal.create(...sample.start());
      const before = await store.journal.read(sample.id);
      const [id, [one, two, three], summary] = sample.say(printed('1'), printed('2'), printed('3'));
      if (!one || !two || !three) throw new TypeError('three entries were made');
      await expect(store.journal.append(id, [two], summary)).rejects.toThrow(JournalConflictError);
      await expect(store.journal.append(id, [one, three], summary)).rejects.toThrow(JournalConflictError);
      expect(await store.journal.read(id)).toEqual(before);
    });

    verifies('store/contract', 'refuses to append to an execution it does not know', async () => {
      await using store = await open();
      const sample = sampleExecution();
      sample.start();
      await expect(store.journal.append(...sample.say(printed('lost')))).rejects.toThrow(JournalConflictError);
    });

    verifies('store/contract', 'lets exactly one of many simultaneous appends of one seq win', async () => {
      await using store = await open();
      const sample = sampleExecution();
      await store.journal.create(...sample.start());
      const rivals = Array.from({ length: 20 }, (_, index) => {
        const rival = sampleExecution({ id: sample.id });
        rival.start();
        return rival.say(printed(`rival ${index}`), printed('and more'));
      });
      const outcomes = await Promise.allSettled(rivals.map((rival) => store.journal.append(...rival)));
      const won = outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [rivals[index]] : []));
      expect(won).toHaveLength(1);
      expect((await store.journal.read(sample.id)).slice(1)).toEqual(won[0]?.[1]);
    });

    verifies('store/contract', 'lands the appends of other executions beside one that conflicts', async () => {
      await using store = await open();
      const samples = Array.from({ length: 50 }, () => sampleExecution());
      await Promise.all(samples.map((sample) => store.journal.create(...sample.start())));
      const appends = samples.map((sample) => sample.say(printed('next')));
      const outcomes = await Promise.allSettled(
        appends.flatMap((append) => [store.journal.append(...append), store.journal.append(...append)]),
      );
      expect(outcomes.map(({ status }) => status)).toEqual(samples.flatMap(() => ['fulfilled', 'rejected']));
      for (const sample of samples) expect(await store.journal.read(sample.id)).toEqual(sample.entries);
    });

    verifies('store/contract', 'keeps the order of appends that were not waited for', async () => {
      await using store = await open();
      const sample = sampleExecution();
      const writes: Promise<unknown>[] = [store.journal.create(...sample.start())];
      for (let index = 0; index < 100; index += 1)
        writes.push(store.journal.append(...sample.say(printed(`${index}`))));
      await Promise.all(writes);
      expect(await store.journal.read(sample.id)).toEqual(sample.entries);
    });
  });

  describe(`${name} keeps the JournalStore contract: reading`, () => {
    verifies('store/contract', 'reads from a seq, and nothing from the end on', async () => {
      await using store = await open();
      const sample = sampleExecution();
      await store.journal.create(...sample.start(printed('1'), printed('2'), printed('3')));
      expect(await store.journal.read(sample.id, 2)).toEqual(sample.entries.slice(2));
      expect(await store.journal.read(sample.id, 4)).toEqual([]);
      expect(await store.journal.read(sample.id, 9)).toEqual([]);
    });

    verifies('store/contract', 'reads nothing of an unknown execution', async () => {
      await using store = await open();
      const id = newExecutionId(0);
      expect(await store.journal.read(id)).toEqual([]);
      expect(await store.journal.summary(id)).toBeUndefined();
    });

    verifies('store/contract', 'gives back every character of an entry', async () => {
      await using store = await open();
      const sample = sampleExecution();
      const text = 'nul \u0000, lone \ud800, tag \u{e0041}, quote " and \\, \u2028, emoji 🧰';
      await store.journal.create(...sample.start(printed(text)));
      expect(await store.journal.read(sample.id)).toEqual(sample.entries);
    });

    verifies('store/contract', 'shows the summary of the last append', async () => {
      await using store = await open();
      const sample = sampleExecution({ agent: 'triage' });
      const [, , first] = await createWith(store, sample);
      expect(await store.journal.summary(sample.id)).toEqual(first);
      const failed = sample.say({ kind: 'failed', error: { code: 'program/threw', message: 'no', line: 2 } });
      await store.journal.append(...failed);
      expect(await store.journal.summary(sample.id)).toEqual(failed[2]);
      expect(await store.journal.list({})).toEqual([failed[2]]);
    });

    verifies('store/contract', 'lists the newest first, fifty by default, and pages with `before`', async () => {
      await using store = await open();
      const samples = Array.from({ length: 60 }, () => sampleExecution());
      for (const sample of samples) await store.journal.create(...sample.start());
      const newestFirst = samples.map(({ id }) => id).reverse();
      const ids = async (filter: Parameters<typeof store.journal.list>[0]) =>
        (await store.journal.list(filter)).map(({ id }) => id);
      expect(await ids({})).toEqual(newestFirst.slice(0, 50));
      expect(await ids({ limit: 2 })).toEqual(newestFirst.slice(0, 2));
      expect(await ids({ limit: 3, before: newestFirst[9] ?? newExecutionId(0) })).toEqual(newestFirst.slice(10, 13));
      expect(await ids({ before: newExecutionId(0) })).toEqual([]);
    });

    verifies('store/contract', 'lists by status, session, agent and due time', async () => {
      await using store = await open();
      const running = sampleExecution({ session: 's1', agent: 'a1' });
      const sleeping = sampleExecution({ session: 's1', agent: 'a2' });
      const done = sampleExecution({ session: 's2', agent: 'a1' });
      await store.journal.create(...running.start());
      const timer = { kind: 'timer-set', call: 1, digest: 'd', due: 500 } as const;
      await store.journal.create(...sleeping.start(timer, { kind: 'parked', wakeAt: 500 }));
      await store.journal.create(...done.start(completed));
      const ids = async (filter: Parameters<typeof store.journal.list>[0]) =>
        (await store.journal.list(filter)).map(({ id }) => id);
      expect(await ids({ status: ['completed', 'running'] })).toEqual([done.id, running.id]);
      expect(await ids({ status: ['completed', 'running', 'sleeping'], limit: 2 })).toEqual([done.id, sleeping.id]);
      expect(await ids({ status: [] })).toEqual([]);
      expect(await ids({ session: 's1' })).toEqual([sleeping.id, running.id]);
      expect(await ids({ agent: 'a1' })).toEqual([done.id, running.id]);
      expect(await ids({ session: 's1', agent: 'a1', status: ['running'] })).toEqual([running.id]);
      expect(await ids({ dueBy: 500 })).toEqual([sleeping.id]);
      expect(await ids({ dueBy: 499 })).toEqual([]);
    });
  });

  describe(`${name} keeps the JournalStore contract: owners and pruning`, () => {
    verifies('store/contract', 'shows the owner an append named, and none once an append names none', async () => {
      await using store = await open();
      const sample = sampleExecution();
      const [id, entries, summary] = sample.start();
      await store.journal.create(id, entries, { ...summary, owner: 'node-1' });
      expect(await store.journal.summary(id)).toMatchObject({ owner: 'node-1' });
      await store.journal.append(...sample.say(printed('on')), { epoch: FIRST_EPOCH });
      expect((await store.journal.summary(id))?.owner).toBeUndefined();
    });

    verifies(
      ['store/contract', 'durable/prune'],
      'prunes executions that have ended and were last updated before a moment, oldest first and at most so many',
      async () => {
        await using store = await open();
        const old = [10, 20, 30].map((at) => sampleExecution({ at }));
        for (const sample of old) await store.journal.create(...sample.start(...askedCall(), completed));
        expect(await store.journal.prune(30, 1)).toBe(1);
        expect(await remaining(store, old)).toEqual([20, 30]);
        expect(await store.journal.prune(30, 10)).toBe(1);
        expect(await remaining(store, old)).toEqual([30]);
        expect(await store.journal.prune(30, 10)).toBe(0);
      },
    );

    verifies(
      ['store/contract', 'durable/prune'],
      'leaves nothing of a pruned execution but its audit lines, and frees its idempotency key',
      async () => {
        await using store = await open();
        const elicitation = newElicitationId(0);
        const sample = sampleExecution({ idempotencyKey: 'once' });
        await store.journal.create(...sample.start(...askedCall(1, elicitation), completed));
        await store.journal.prune(2_000, 10);
        expect(await store.journal.read(sample.id)).toEqual([]);
        expect(await store.journal.summary(sample.id)).toBeUndefined();
        expect(await store.journal.locate(elicitation)).toBeUndefined();
        const again = sampleExecution({ idempotencyKey: 'once' });
        expect(await store.journal.create(...again.start())).toBe(again.id);
      },
    );

    verifies(['store/contract', 'durable/prune'], 'never prunes an execution that has not ended', async () => {
      await using store = await open();
      const [running, paused] = [sampleExecution({ at: 1 }), sampleExecution({ at: 1 })];
      await store.journal.create(...running.start());
      await store.journal.create(...paused.start(...askedCall(), { kind: 'parked' }));
      expect(await store.journal.prune(Number.MAX_SAFE_INTEGER, 10)).toBe(0);
      expect(await store.journal.list({})).toHaveLength(2);
    });

    verifies(
      ['store/contract', 'store/damage-retired'],
      'retires what is marked as damaged, nothing else, and audits who did',
      async () => {
        await using store = await open();
        const by = { principal: 'ada', kind: 'person', channel: 'terminal' } as const;
        const sample = sampleExecution();
        await store.journal.create(...sample.start(printed('1')));
        expect([await store.journal.remains(sample.id), await store.journal.retire(sample.id, by)]).toEqual([
          undefined,
          false,
        ]);
        await store.journal.markDamaged(sample.id, { problem: 'torn' });
        const remains = (await store.journal.remains(sample.id)) ?? [];
        expect(remains.map((line) => JSON.parse(line))).toEqual(sample.entries);
        expect(await store.journal.retire(sample.id, by)).toBe(true);
        expect(await store.journal.retire(sample.id, by)).toBe(false);
        expect(await store.journal.summary(sample.id)).toBeUndefined();
        expect((await store.audit.read(1, 10)).at(-1)).toMatchObject({
          what: 'pruned',
          who: 'ada',
          channel: 'terminal',
        });
        expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
      },
    );
  });
}

type OpenedStore = Awaited<ReturnType<OpenStore>>;
type Sample = ReturnType<typeof sampleExecution>;

async function createWith(store: OpenedStore, sample: Sample) {
  const start = sample.start();
  await store.journal.create(...start);
  return start;
}

async function remaining(store: OpenedStore, samples: readonly Sample[]): Promise<number[]> {
  const kept = await Promise.all(samples.map(({ id }) => store.journal.summary(id)));
  return kept.flatMap((summary) => (summary === undefined ? [] : [summary.updatedAt]));
}
