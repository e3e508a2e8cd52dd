import type { ExecutionId, ExecutionSummary, JournalStore, UnattendedFilter } from '@toolshed/kernel';
import { newElicitationId } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';
import { approved, askedCall, completed, printed, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

interface Kept {
  readonly owner?: string;
  readonly placement?: readonly string[];
  readonly at?: number;
}

/** One that runs, as far as the store knows. */
async function running(journal: JournalStore, { owner, ...options }: Kept): Promise<ExecutionId> {
  const [id, entries, summary] = sampleExecution(options).start(printed('at work'));
  await journal.create(id, entries, owner === undefined ? summary : { ...summary, owner });
  return id;
}

/** One that waits for an answer until then. */
async function expiring(
  journal: JournalStore,
  expiresAt: number,
  { owner, ...options }: Kept = {},
): Promise<ExecutionId> {
  const asked = askedCall(1, newElicitationId(0), expiresAt);
  const [id, entries, summary] = sampleExecution(options).start(...asked, { kind: 'parked', wakeAt: expiresAt });
  await journal.create(id, entries, owner === undefined ? summary : { ...summary, owner });
  return id;
}

const idsOf = (found: readonly ExecutionSummary[]): readonly ExecutionId[] => found.map(({ id }) => id);
const DUE: UnattendedFilter = { look: { kind: 'due', by: 5_000 }, placement: [], limit: 100 };
const drivenBy = (owner: string | undefined): UnattendedFilter => ({
  look: { kind: 'driven', owner },
  placement: [],
  limit: 100,
});

export function journalUnattendedContract(name: string, open: OpenStore): void {
  describe(`${name} finds what nobody attends to`, () => {
    verifies('store/contract', 'yields what is due in the order of its moment, and nothing that is not', async () => {
      await using store = await open();
      const { journal } = store;
      const third = await expiring(journal, 4_000);
      const first = await expiring(journal, 2_000, { owner: 'own_1' });
      const second = await expiring(journal, 3_000);
      await expiring(journal, 5_001);
      await running(journal, {});
      const found = await journal.unattended(DUE);
      expect(idsOf(found)).toEqual([first, second, third]);
      expect(found[0]).toMatchObject({ status: 'paused', wakeAt: 2_000, owner: 'own_1' });
    });

    verifies('store/contract', 'yields page after page without a gap, also of many due at one moment', async () => {
      await using store = await open();
      const { journal } = store;
      const all = new Set<ExecutionId>();
      for (let n = 0; n < 7; n++) all.add(await expiring(journal, 2_000));
      const seen: ExecutionId[] = [];
      let after: ExecutionSummary | undefined;
      do {
        const page = await journal.unattended({ ...DUE, after, limit: 3 });
        seen.push(...idsOf(page));
        after = page.at(-1);
      } while (after !== undefined);
      expect(seen).toHaveLength(7);
      expect(new Set(seen)).toEqual(all);
    });

    verifies('store/contract', 'names each owner of what runs once, and those without one', async () => {
      await using store = await open();
      const { journal } = store;
      expect(await journal.drivers()).toEqual([]);
      for (const owner of ['own_b', 'own_a', 'own_b', 'own_b', 'own_c']) await running(journal, { owner });
      expect([...(await journal.drivers())].sort()).toEqual(['own_a', 'own_b', 'own_c']);
      await running(journal, {});
      await running(journal, {});
      await expiring(journal, 2_000, { owner: 'own_d' });
      expect(new Set(await journal.drivers())).toEqual(new Set(['own_a', 'own_b', 'own_c', undefined]));
    });

    verifies('store/contract', 'yields what one owner drives, or nobody does, oldest first', async () => {
      await using store = await open();
      const { journal } = store;
      const newer = await running(journal, { owner: 'own_a', at: 2_000 });
      const older = await running(journal, { owner: 'own_a', at: 1_000 });
      const free = await running(journal, {});
      await running(journal, { owner: 'own_b' });
      expect(idsOf(await journal.unattended(drivenBy('own_a')))).toEqual([older, newer]);
      expect(idsOf(await journal.unattended(drivenBy(undefined)))).toEqual([free]);
      expect(await journal.unattended(drivenBy('own_z'))).toEqual([]);
      const [first] = await journal.unattended({ ...drivenBy('own_a'), limit: 1 });
      expect(idsOf(await journal.unattended({ ...drivenBy('own_a'), after: first }))).toEqual([newer]);
      await journal.release(older, 'own_a');
      expect(new Set(idsOf(await journal.unattended(drivenBy(undefined))))).toEqual(new Set([free, older]));
    });

    verifies('store/contract', 'yields nothing that was answered, has ended or is damaged', async () => {
      await using store = await open();
      const { journal } = store;
      const elicitation = newElicitationId(0);
      const sample = sampleExecution();
      await journal.create(...sample.start(...askedCall(1, elicitation, 2_000), { kind: 'parked', wakeAt: 2_000 }));
      expect(idsOf(await journal.unattended(DUE))).toEqual([sample.id]);
      await journal.append(...sample.say(approved(elicitation)));
      expect(await journal.unattended(DUE)).toEqual([]);
      expect(idsOf(await journal.unattended(drivenBy(undefined)))).toEqual([sample.id]);
      expect(await journal.count({ queued: true })).toBe(1);
      expect(idsOf(await journal.list({ queued: true }))).toEqual([sample.id]);
      await journal.append(...sample.say(completed));
      expect(await journal.unattended(drivenBy(undefined))).toEqual([]);
      for (const id of [await expiring(journal, 2_000), await running(journal, {})])
        await journal.markDamaged(id, { problem: 'nonsense' });
      expect(await journal.unattended(DUE)).toEqual([]);
      expect(await journal.unattended(drivenBy(undefined))).toEqual([]);
      expect(await journal.count({ queued: true })).toBe(0);
    });

    verifies(
      ['store/contract', 'cluster/placement'],
      'yields only what needs no label but those it is asked for',
      async () => {
        await using store = await open();
        const { journal } = store;
        const anywhere = await expiring(journal, 2_000);
        const eu = await expiring(journal, 3_000, { placement: ['eu'] });
        const both = await expiring(journal, 4_000, { placement: ['eu', 'gpu'] });
        const look = async (...placement: readonly string[]) => idsOf(await journal.unattended({ ...DUE, placement }));
        expect(await look()).toEqual([anywhere]);
        expect(await look('eu')).toEqual([anywhere, eu]);
        expect(await look('gpu')).toEqual([anywhere]);
        expect(await look('gpu', 'us', 'eu')).toEqual([anywhere, eu, both]);
        const placed = await running(journal, { placement: ['gpu'] });
        expect(await journal.unattended(drivenBy(undefined))).toEqual([]);
        expect(await journal.unattended({ ...drivenBy(undefined), placement: ['gpu'] })).toMatchObject([
          { id: placed, placement: ['gpu'] },
        ]);
        expect(await journal.summary(both)).toMatchObject({ placement: ['eu', 'gpu'] });
      },
    );
  });
}
