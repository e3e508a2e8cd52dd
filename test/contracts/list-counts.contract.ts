import { newElicitationId } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';
import { approved, askedCall, completed, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

export function listCountsContract(name: string, open: OpenStore): void {
  describe(`${name} counts what it lists`, () => {
    verifies(
      ['store/contract', 'lists/totals'],
      'counts executions by what lists filter by, whatever page they are on',
      async () => {
        await using store = await open();
        const samples = Array.from({ length: 60 }, (_, index) =>
          sampleExecution({ session: index % 3 === 0 ? 'third' : 'other', ...(index < 5 ? { agent: 'triage' } : {}) }),
        );
        for (const [index, sample] of samples.entries())
          await store.journal.create(...sample.start(...(index % 2 === 0 ? [completed] : [])));
        const { journal } = store;
        expect(await journal.count({})).toBe(60);
        expect(await journal.count({ limit: 3, before: samples[9]?.id })).toBe(60);
        expect(await journal.count({ session: 'third' })).toBe(20);
        expect(await journal.count({ agent: 'triage' })).toBe(5);
        expect(await journal.count({ status: ['completed'] })).toBe(30);
        expect(await journal.count({ status: ['completed', 'running', 'completed'] })).toBe(60);
        expect(await journal.count({ status: ['running'], session: 'third' })).toBe(10);
        expect(await journal.count({ status: [] })).toBe(0);
        expect(await journal.count({ sideQuests: 'open' })).toBe(0);
      },
    );

    verifies(
      ['store/contract', 'lists/totals'],
      'counts a damaged execution as that and nothing else, and none of its questions',
      async () => {
        await using store = await open();
        const asked = Array.from({ length: 4 }, () => newElicitationId(0));
        const samples = asked.map((_, index) => sampleExecution({ session: index < 2 ? 'one' : 'two' }));
        for (const [index, sample] of samples.entries())
          await store.journal.create(...sample.start(...askedCall(1, asked[index])));
        const [first] = samples;
        if (first === undefined) throw new TypeError('four were made');
        await store.journal.markDamaged(first.id, { problem: 'nonsense' });
        expect(await store.journal.count({ status: ['damaged'] })).toBe(1);
        expect(await store.journal.count({ status: ['paused', 'running'] })).toBe(3);
        expect(await store.journal.count({ status: ['damaged'], session: 'two' })).toBe(0);
        expect(await store.journal.count({})).toBe(4);
        expect(await store.journal.countQuestions({})).toBe(3);
        expect(await store.journal.countQuestions({ session: 'one' })).toBe(1);
        expect(await store.journal.countQuestions({ executionId: first.id })).toBe(0);
      },
    );

    verifies(
      ['store/contract', 'lists/totals'],
      'counts questions that are open, and no longer those that were answered',
      async () => {
        await using store = await open();
        const asked = Array.from({ length: 55 }, () => newElicitationId(0));
        const samples = asked.map(() => sampleExecution());
        for (const [index, sample] of samples.entries())
          await store.journal.create(...sample.start(...askedCall(1, asked[index])));
        const [first] = samples;
        const [question] = asked;
        if (first === undefined || question === undefined) throw new TypeError('they were made');
        expect(await store.journal.countQuestions({ limit: 1 })).toBe(55);
        await store.journal.append(...first.say(approved(question)));
        expect(await store.journal.countQuestions({})).toBe(54);
      },
    );

    verifies(
      ['store/contract', 'operate/metrics'],
      'says when the oldest question that is open was asked, whatever was answered or is damaged',
      async () => {
        await using store = await open();
        expect(await store.journal.oldestQuestion()).toBeUndefined();
        const asked = Array.from({ length: 3 }, () => newElicitationId(0));
        const samples = asked.map((_, index) => sampleExecution({ at: 1_000 * (index + 1) }));
        for (const [index, sample] of samples.entries())
          await store.journal.create(...sample.start(...askedCall(1, asked[index])));
        const [first, second] = samples;
        const [question] = asked;
        if (first === undefined || second === undefined || question === undefined)
          throw new TypeError('they were made');
        expect(await store.journal.oldestQuestion()).toBe(1_000);
        await store.journal.append(...first.say(approved(question)));
        expect(await store.journal.oldestQuestion()).toBe(2_000);
        await store.journal.markDamaged(second.id, { problem: 'nonsense' });
        expect(await store.journal.oldestQuestion()).toBe(3_000);
      },
    );

    verifies(
      ['store/contract', 'lists/totals'],
      'lists audit lines newest first, page by page, unmoved by lines that are added meanwhile',
      async () => {
        await using store = await open();
        expect(await store.audit.list()).toMatchObject({ length: 0, total: 0, next: undefined });
        for (let index = 0; index < 5; index += 1) await store.journal.create(...sampleExecution().start());
        const first = await store.audit.list({ limit: 2 });
        await store.journal.create(...sampleExecution().start());
        const second = await store.audit.list({ limit: 2, before: first.next });
        const third = await store.audit.list({ limit: 2, before: second.next });
        expect([...first, ...second, ...third].map(({ n }) => n)).toEqual([5, 4, 3, 2, 1]);
        expect([first.total, second.total, third.total]).toEqual([5, 6, 6]);
        expect([first.next, second.next, third.next]).toEqual([4, 2, undefined]);
        expect(await store.audit.list({ before: 1 })).toMatchObject({ length: 0, next: undefined });
        expect(await store.audit.list({ limit: 0 })).toMatchObject({ length: 0, total: 6 });
      },
    );
  });
}
