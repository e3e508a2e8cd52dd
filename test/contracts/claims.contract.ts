// What every store keeps that several machines share: who drives an execution, by leases that end by the store's clock.

import { JournalConflictError } from '@toolshed/kernel';
import { FIRST_EPOCH } from '@toolshed/kernel/runtime';
import type { Store } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { completed, printed, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

export interface ClaimingStore extends Store {
  /** Ends the lease of an owner now, as if its time were up. */
  endLease(owner: string): void | Promise<void>;
}

export const LEASE_MS = 60_000;
export const node = (id: string) => ({ id, pid: 7, host: 'node', version: '1.2.3', labels: { zone: 'a' } });

export async function created(store: Store, owner?: string) {
  const sample = sampleExecution();
  const [id, entries, summary] = sample.start();
  await store.journal.create(id, entries, owner === undefined ? summary : { ...summary, owner });
  return sample;
}

export function claimsContract(name: string, open: () => Promise<ClaimingStore>): void {
  describe(`an execution in ${name}`, () => {
    verifies('store/shared-claims', 'is claimed if it has no owner, and fences appends by the epoch', async () => {
      await using store = await open();
      await store.owners.enter(node('a'), LEASE_MS);
      const sample = await created(store);
      expect(await store.journal.claim?.(sample.id, 'a')).toEqual({ epoch: FIRST_EPOCH + 1 });
      const [id, entries, summary] = sample.say(printed('mine'));
      await expect(
        store.journal.append(id, entries, { ...summary, owner: 'a' }, { epoch: FIRST_EPOCH }),
      ).rejects.toThrow(JournalConflictError);
      expect(await store.journal.append(id, entries, { ...summary, owner: 'a' }, { epoch: FIRST_EPOCH + 1 })).toBe(2);
      expect(await store.journal.summary(id)).toMatchObject({ owner: 'a', length: 2 });
      expect(await store.journal.append(...sample.say(completed), { epoch: 2 })).toBe(3);
      expect((await store.journal.summary(id))?.owner).toBeUndefined();
    });

    verifies('store/shared-claims', 'keeps its owner when an answer comes from outside', async () => {
      await using store = await open();
      await store.owners.enter(node('a'), LEASE_MS);
      const sample = await created(store, 'a');
      const [id, entries, summary] = sample.say(printed('an answer'));
      expect(await store.journal.append(id, entries, { ...summary, owner: 'b' })).toBe(FIRST_EPOCH);
      expect(await store.journal.summary(id)).toMatchObject({ owner: 'a' });
    });

    verifies(
      'store/shared-claims',
      'is left alone while its owner has a lease, and taken over when it ends',
      async () => {
        await using store = await open();
        await store.owners.enter(node('a'), LEASE_MS);
        await store.owners.enter(node('b'), LEASE_MS);
        const sample = await created(store, 'a');
        expect(await store.journal.claim?.(sample.id, 'b')).toBeUndefined();
        expect(await store.journal.claim?.(sample.id, 'a')).toEqual({ epoch: 2 });
        await store.endLease('a');
        expect(await store.owners.find('a')).toMatchObject({ ...node('a'), expiresInMs: expect.any(Number) });
        expect((await store.owners.find('a'))?.expiresInMs).toBeLessThanOrEqual(0);
        expect(await store.owners.renew(node('a'), LEASE_MS)).toBe(false);
        expect(await store.owners.enter(node('a'), LEASE_MS)).toBe(false);
        expect(await store.journal.claim?.(sample.id, 'a')).toBeUndefined();
        expect(await store.journal.claim?.(sample.id, 'b')).toEqual({ epoch: 3 });
        const late = sample.say(printed('late'));
        await expect(store.journal.append(...late, { epoch: 2 })).rejects.toThrow(JournalConflictError);
      },
    );

    verifies('store/shared-claims', 'is free if its owner is unknown, or has released it', async () => {
      await using store = await open();
      await store.owners.enter(node('b'), LEASE_MS);
      const sample = await created(store, 'gone');
      expect(await store.journal.claim?.(sample.id, 'never-entered')).toBeUndefined();
      expect(await store.journal.claim?.(sample.id, 'b')).toEqual({ epoch: 2 });
      await store.journal.release(sample.id, 'b');
      await store.owners.enter(node('c'), LEASE_MS);
      expect(await store.journal.claim?.(sample.id, 'c')).toEqual({ epoch: 4 });
    });

    verifies('store/shared-claims', 'is claimed by one of many nodes at once', async () => {
      await using store = await open();
      const names = Array.from({ length: 8 }, (_, index) => `node-${index}`);
      await Promise.all(names.map((name) => store.owners.enter(node(name), LEASE_MS)));
      const samples = await Promise.all(Array.from({ length: 5 }, () => created(store)));
      for (const { id } of samples) {
        const claims = await Promise.all(names.map((name) => store.journal.claim?.(id, name)));
        expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
      }
    });
  });
}
