import { describe, expect } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';
import { printed, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

export function ownerStoreContract(name: string, open: OpenStore): void {
  describe(`${name} keeps the OwnerStore contract`, () => {
    const owner = { id: 'own_1', pid: 7, startedAt: '12', machine: 'boot pid', host: 'node-1' };

    verifies('store/contract', 'counts the beats of an owner', async () => {
      await using store = open();
      expect(await store.owners.find('own_1')).toBeUndefined();
      await store.owners.renew(owner);
      expect(await store.owners.find('own_1')).toMatchObject({ ...owner, beat: 1 });
      await Promise.all([store.owners.renew(owner), store.owners.renew({ id: 'own_2', pid: 8, host: '' })]);
      expect(await store.owners.find('own_1')).toMatchObject({ beat: 2 });
      expect(await store.owners.find('own_2')).toEqual({
        id: 'own_2',
        pid: 8,
        host: '',
        beat: 1,
        seenAt: expect.any(Number),
      });
    });

    verifies('store/contract', 'forgets one that is removed, and takes it again', async () => {
      await using store = open();
      await store.owners.renew(owner);
      await store.owners.remove('own_1');
      await store.owners.remove('own_1');
      expect(await store.owners.find('own_1')).toBeUndefined();
      await store.owners.renew(owner);
      expect(await store.owners.find('own_1')).toMatchObject({ beat: 1 });
    });

    verifies('store/contract', 'has an owner no later than what was appended after it', async () => {
      await using store = open();
      const sample = sampleExecution();
      const [id, entries, summary] = sample.start();
      void store.owners.renew(owner);
      await store.journal.create(id, entries, { ...summary, owner: 'own_1' });
      expect(await store.owners.find('own_1')).toBeDefined();
    });

    verifies('store/contract', 'takes an owner off what it owns, and off nothing else', async () => {
      await using store = open();
      const sample = sampleExecution();
      const [id, entries, summary] = sample.start(printed('on'));
      await store.journal.create(id, entries, { ...summary, owner: 'own_1' });
      await store.journal.release(id, 'own_2');
      expect(await store.journal.summary(id)).toEqual({ ...summary, owner: 'own_1' });
      await store.journal.release(id, 'own_1');
      expect(await store.journal.summary(id)).toEqual(summary);
      expect(await store.journal.read(id)).toEqual(sample.entries);
    });
  });
}
