import type { JournalStore, PlacedEntry } from '@toolshed/kernel';
import type { EntriesFilter } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';
import { completed, printed, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

export function journalOrderContract(name: string, open: OpenStore): void {
  describe(`${name} keeps the JournalStore contract: the order of all entries`, () => {
    verifies(
      ['store/contract', 'durable/order'],
      'walks the entries of all journals in the order they were appended',
      async () => {
        await using store = await open();
        const [one, two] = [sampleExecution(), sampleExecution({ session: 'chat-2' })];
        await store.journal.create(...one.start());
        await store.journal.create(...two.start(printed('two')));
        await store.journal.append(...one.say(printed('one'), completed));
        const { entries, through } = await store.journal.entriesAfter(0);
        expect(entries.map(({ executionId, session, entry }) => [executionId, session, entry.seq])).toEqual([
          [one.id, 'chat-1', 0],
          [two.id, 'chat-2', 0],
          [two.id, 'chat-2', 1],
          [one.id, 'chat-1', 1],
          [one.id, 'chat-1', 2],
        ]);
        expect(entries.flatMap(({ executionId, entry }) => (executionId === one.id ? [entry] : []))).toEqual(
          one.entries,
        );
        expect(through).toBe(entries.at(-1)?.position);
        expect(await store.journal.lastPosition()).toBe(through);
      },
    );

    verifies(['store/contract', 'durable/order'], 'is empty, and ends at 0, before anything is appended', async () => {
      await using store = await open();
      expect(await store.journal.entriesAfter(0)).toEqual({ entries: [], damaged: [], through: 0 });
      expect(await store.journal.lastPosition()).toBe(0);
    });

    verifies(
      ['store/contract', 'durable/order'],
      'meets every entry once, whatever the size of the pages and whatever is appended meanwhile',
      async () => {
        await using store = await open();
        const samples = Array.from({ length: 7 }, () => sampleExecution());
        for (const sample of samples) await store.journal.create(...sample.start());
        const met: PlacedEntry[] = [];
        for (let [after, round] = [0, 0]; ; round += 1) {
          const page = await store.journal.entriesAfter(after, { limit: 1 + (round % 4) });
          met.push(...page.entries);
          if (page.through === after) break;
          after = page.through;
          const sample = samples[round];
          if (sample) await store.journal.append(...sample.say(printed(`${round}`), completed));
        }
        expect(met).toHaveLength(21);
        expect(new Set(met.map(({ executionId, entry }) => `${executionId} ${entry.seq}`)).size).toBe(21);
        expect(met.map(({ position }) => position)).toEqual(
          met.map(({ position }) => position).toSorted((a, b) => a - b),
        );
      },
    );

    verifies(['store/contract', 'durable/order'], 'shows one session, and moves on past the others', async () => {
      await using store = await open();
      for (let index = 0; index < 12; index += 1) {
        const sample = sampleExecution({ session: index === 5 ? 'mine' : 'theirs' });
        await store.journal.create(...sample.start(printed(`${index}`)));
      }
      const mine = await walk(store.journal, { session: 'mine', limit: 1 });
      expect(mine.map(({ session, entry }) => [session, entry.kind])).toEqual([
        ['mine', 'started'],
        ['mine', 'printed'],
      ]);
      const nobody = await store.journal.entriesAfter(0, { session: 'nobody' });
      expect(nobody).toEqual({ entries: [], damaged: [], through: await store.journal.lastPosition() });
    });

    verifies(
      ['store/contract', 'durable/order'],
      'splits what is large into smaller pages and loses none of it',
      async () => {
        await using store = await open();
        const sample = sampleExecution();
        await store.journal.create(...sample.start(...Array.from({ length: 6 }, () => printed('x'.repeat(600_000)))));
        expect((await walk(store.journal, {})).map(({ entry }) => entry)).toEqual(sample.entries);
      },
    );

    verifies(
      ['store/contract', 'durable/order'],
      'gives no place twice, also after the newest entries were pruned',
      async () => {
        await using store = await open();
        const [gone, next] = [sampleExecution({ at: 1_000 }), sampleExecution()];
        await store.journal.create(...gone.start(completed));
        const last = await store.journal.lastPosition();
        expect(await store.journal.prune(2_000, 10)).toBe(1);
        expect(await store.journal.entriesAfter(0)).toEqual({ entries: [], damaged: [], through: last });
        await store.journal.create(...next.start());
        const { entries } = await store.journal.entriesAfter(last);
        expect(entries.map(({ executionId }) => executionId)).toEqual([next.id]);
      },
    );

    verifies(
      ['store/contract', 'durable/order'],
      'walks the places of entries in the same order, page by page, without the entries',
      async () => {
        await using store = await open();
        const [one, two] = [sampleExecution(), sampleExecution()];
        await store.journal.create(...one.start());
        await store.journal.create(...two.start(printed('two')));
        await store.journal.append(...one.say(printed('one'), completed));
        const { entries, through } = await store.journal.entriesAfter(0);
        const expected = entries.map(({ position, executionId, entry: { seq } }) => ({ position, executionId, seq }));
        expect(await store.journal.placesAfter(0, 10)).toEqual({ places: expected, through });
        const met = [];
        for (let after = 0; after < through; ) {
          const page = await store.journal.placesAfter(after, 2);
          met.push(...page.places);
          after = page.through;
        }
        expect(met).toEqual(expected);
        expect(await store.journal.placesAfter(through, 2)).toEqual({ places: [], through });
      },
    );

    verifies(
      'store/contract',
      'notifies a watcher of every append once it can be read, where it has watch',
      async () => {
        await using store = await open();
        if (!store.journal.watch) return;
        const sample = sampleExecution();
        const { journal } = store;
        const seen: number[] = [];
        let calls = 0;
        const watch = store.journal.watch(() => {
          calls++;
          void journal.lastPosition().then((position) => seen.push(position));
        });
        await journal.create(...sample.start());
        await expect.poll(async () => seen.at(-1)).toBe((await journal.lastPosition()) || -1);
        await journal.append(...sample.say(printed('one')));
        await expect.poll(async () => (await journal.placesAfter(0, 10)).places.length).toBe(2);
        await expect.poll(async () => seen.at(-1)).toBe(await journal.lastPosition());
        watch[Symbol.dispose]();
        const before = calls;
        await journal.append(...sample.say(printed('two')));
        expect(calls).toBe(before);
      },
    );

    verifies(['store/contract', 'durable/order'], 'gives no place to an append that was refused', async () => {
      await using store = await open();
      const sample = sampleExecution();
      const start = sample.start();
      await store.journal.create(...start);
      const last = await store.journal.lastPosition();
      await expect(store.journal.create(...start)).rejects.toThrow();
      expect(await store.journal.lastPosition()).toBe(last);
      expect((await store.journal.entriesAfter(0)).entries).toHaveLength(1);
    });
  });
}

async function walk(journal: JournalStore, filter: EntriesFilter): Promise<readonly PlacedEntry[]> {
  const met: PlacedEntry[] = [];
  for (let after = 0; ; ) {
    const { entries, through } = await journal.entriesAfter(after, filter);
    met.push(...entries);
    if (through === after) return met;
    after = through;
  }
}
