import { describe, expect } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';
import { printed, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

const LEASE_MS = 60_000;

export function ownerStoreContract(name: string, open: OpenStore): void {
  describe(`${name} keeps the OwnerStore contract`, () => {
    const owner = { id: 'own_1', pid: 7, startedAt: '12', machine: 'boot pid', host: 'node-1' };

    const other = { id: 'own_2', pid: 8, host: '' };

    verifies('store/contract', 'counts the beats of an owner', async () => {
      await using store = await open();
      expect(await store.owners.find('own_1')).toBeUndefined();
      expect(await store.owners.enter(owner, LEASE_MS)).toBe(true);
      expect(await store.owners.find('own_1')).toMatchObject({ ...owner, beat: 1 });
      await Promise.all([store.owners.renew(owner, LEASE_MS), store.owners.enter(other, LEASE_MS)]);
      expect(await store.owners.enter(other, LEASE_MS)).toBe(true);
      expect(await store.owners.find('own_1')).toMatchObject({ beat: 2 });
      expect(await store.owners.find('own_2')).toMatchObject({ ...other, beat: 2, seenAt: expect.any(Number) });
      expect((await store.owners.list()).map(({ id }) => id).toSorted()).toEqual(['own_1', 'own_2']);
    });

    verifies('store/contract', 'forgets one that is removed, renews it no more, and lets it enter again', async () => {
      await using store = await open();
      expect(await store.owners.renew(owner, LEASE_MS)).toBe(false);
      await store.owners.enter(owner, LEASE_MS);
      expect(await store.owners.renew(owner, LEASE_MS)).toBe(true);
      await store.owners.remove('own_1');
      await store.owners.remove('own_1');
      expect(await store.owners.renew(owner, LEASE_MS)).toBe(false);
      expect(await store.owners.find('own_1')).toBeUndefined();
      expect(await store.owners.list()).toEqual([]);
      await store.owners.enter(owner, LEASE_MS);
      expect(await store.owners.find('own_1')).toMatchObject({ beat: 1 });
    });

    verifies('store/contract', 'has an owner no later than what was appended after it', async () => {
      await using store = await open();
      const sample = sampleExecution();
      const [id, entries, summary] = sample.start();
      void store.owners.enter(owner, LEASE_MS);
      await store.journal.create(id, entries, { ...summary, owner: 'own_1' });
      expect(await store.owners.find('own_1')).toBeDefined();
    });

    verifies('store/contract', 'takes an owner off what it owns, and off nothing else', async () => {
      await using store = await open();
      const sample = sampleExecution();
      const [id, entries, summary] = sample.start(printed('on'));
      await store.owners.enter(owner, LEASE_MS);
      await store.journal.create(id, entries, { ...summary, owner: 'own_1' });
      await store.journal.release(id, 'own_2');
      expect(await store.journal.summary(id)).toEqual({ ...summary, owner: 'own_1' });
      await store.journal.release(id, 'own_1');
      expect(await store.journal.summary(id)).toEqual(summary);
      expect(await store.journal.read(id)).toEqual(sample.entries);
    });
  });
}
