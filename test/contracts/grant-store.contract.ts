import { Grant, newGrantId } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';

export const sampleGrant = (facts: { readonly usesLeft?: number } = {}): Grant =>
  Grant.parse({
    id: newGrantId(),
    pattern: 'mail.*',
    scope: 'session',
    session: 'chat-1',
    grantedBy: 'ada',
    grantedAt: 1_000,
    ...facts,
  });

export function grantStoreContract(name: string, open: OpenStore): void {
  describe(`${name} keeps the GrantStore contract`, () => {
    it('lists what was added, newest first', async () => {
      await using store = open();
      const grants = [sampleGrant(), sampleGrant({ usesLeft: 3 }), sampleGrant()];
      for (const grant of grants) await store.grants.add(grant);
      expect(await store.grants.list()).toEqual(grants.toReversed());
    });

    it('forgets a revoked grant and says whether it was there', async () => {
      await using store = open();
      const [kept, revoked] = [sampleGrant(), sampleGrant()];
      await store.grants.add(kept);
      await store.grants.add(revoked);
      expect(await store.grants.revoke(revoked.id, 'ada')).toBe(true);
      expect(await store.grants.revoke(revoked.id, 'ada')).toBe(false);
      expect(await store.grants.list()).toEqual([kept]);
    });

    it('lets a counted grant be used as often as it says', async () => {
      await using store = open();
      const grant = sampleGrant({ usesLeft: 2 });
      await store.grants.add(grant);
      expect([await store.grants.use(grant.id), await store.grants.use(grant.id)]).toEqual([true, true]);
      expect(await store.grants.use(grant.id)).toBe(false);
      expect(await store.grants.list()).toEqual([{ ...grant, usesLeft: 0 }]);
    });

    it('lets a grant without a count always be used', async () => {
      await using store = open();
      const grant = sampleGrant();
      await store.grants.add(grant);
      for (let use = 0; use < 5; use += 1) expect(await store.grants.use(grant.id)).toBe(true);
      expect(await store.grants.list()).toEqual([grant]);
    });

    it('lets a revoked or unknown grant never be used', async () => {
      await using store = open();
      const grant = sampleGrant();
      await store.grants.add(grant);
      await store.grants.revoke(grant.id, 'ada');
      expect(await store.grants.use(grant.id)).toBe(false);
      expect(await store.grants.use(newGrantId())).toBe(false);
    });

    it('lets exactly one of many simultaneous uses take the last one', async () => {
      await using store = open();
      const grant = sampleGrant({ usesLeft: 1 });
      await store.grants.add(grant);
      const uses = await Promise.all(Array.from({ length: 20 }, () => store.grants.use(grant.id)));
      expect(uses.filter(Boolean)).toHaveLength(1);
    });
  });
}
