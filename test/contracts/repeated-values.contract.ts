// A large value that an execution reads again and again: every store gives it back with each entry that has it.

import type { JournalEntry } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';
import { sampleExecution } from '../support/sample-execution.ts';
import { completedWith, large, readings } from '../support/repeated-values.ts';
import { verifies } from '../support/verifies.ts';

export function repeatedValuesContract(name: string, open: OpenStore): void {
  describe(`${name} keeps large values`, () => {
    verifies('store/repeated-values', 'keeps a repeated large value once, in one append or in several', async () => {
      await using store = await open();
      const { journal } = store;
      const sample = sampleExecution();
      const [one, other] = [large('a'), large('ä\ud83d\ude00')];
      await journal.create(...sample.start(...readings([one, one, other], 1)));
      await journal.append(...sample.say(...readings([other, one], 4)));
      await journal.append(...sample.say(...readings(['"small"', '"small"', one], 6)));
      await journal.append(...sample.say(completedWith(one)));
      expect(await journal.read(sample.id)).toEqual(sample.entries);
      for (let from = 1; from <= sample.entries.length; from++)
        expect(await journal.read(sample.id, from), `from ${from}`).toEqual(sample.entries.slice(from));
      expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
    });

    verifies('store/repeated-values', 'gives large values to followers, a bounded part at a time', async () => {
      await using store = await open();
      const { journal } = store;
      const [first, second] = [sampleExecution(), sampleExecution()];
      const value = large('a');
      await journal.create(...first.start(...readings([value], 1)));
      await journal.create(...second.start(...readings([value, large('b')], 1)));
      for (let call = 2; call < 30; call++) await journal.append(...first.say(...readings([value], call)));
      await journal.append(...second.say(...readings([large('b'), value], 3)));
      const seen = new Map<string, JournalEntry[]>();
      let largest = 0;
      const last = await journal.lastPosition();
      for (let after = 0; after < last; ) {
        const { entries, damaged, through } = await journal.entriesAfter(after);
        expect(damaged).toEqual([]);
        expect(through).toBeGreaterThan(after);
        after = through;
        largest = Math.max(largest, entries.length);
        for (const { executionId, entry } of entries) seen.set(executionId, [...(seen.get(executionId) ?? []), entry]);
      }
      expect(seen.get(first.id)).toEqual(first.entries);
      expect(seen.get(second.id)).toEqual(second.entries);
      if (name !== 'the memory store') expect(largest).toBeLessThan(last);
    });

    verifies(
      'store/repeated-values',
      'keeps large values for each execution by itself, so that pruning one takes nothing from another',
      async () => {
        await using store = await open();
        const { journal } = store;
        const [ended, running] = [sampleExecution(), sampleExecution()];
        const value = large('a');
        await journal.create(...ended.start(...readings([value, value], 1)));
        await journal.create(...running.start(...readings([value, value], 1)));
        await journal.append(...ended.say(completedWith(value)));
        expect(await journal.prune(5_000, 10)).toBe(1);
        await journal.append(...running.say(...readings([value], 3)));
        expect(await journal.read(running.id)).toEqual(running.entries);
        expect(await journal.read(ended.id)).toEqual([]);
        expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
      },
    );
  });
}
