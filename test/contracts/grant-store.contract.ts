import { JournalConflictError } from '@toolshed/kernel';
import { GrantUnavailableError } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';
import { completed, grantedCall, sampleExecution } from '../support/sample-execution.ts';
import { sampleGrant } from '../support/sample-grant.ts';
import { verifies } from '../support/verifies.ts';

export function grantStoreContract(name: string, open: OpenStore): void {
  describe(`${name} keeps the GrantStore contract`, () => {
    verifies('store/contract', 'lists what was added, newest first', async () => {
      await using store = await open();
      const grants = [sampleGrant(), sampleGrant({ usesLeft: 3 }), sampleGrant()];
      for (const grant of grants) await store.grants.add(grant);
      expect(await store.grants.list()).toEqual(grants.toReversed());
    });

    verifies('store/contract', 'forgets a revoked grant and says whether it was there', async () => {
      await using store = await open();
      const [kept, revoked] = [sampleGrant(), sampleGrant()];
      await store.grants.add(kept);
      await store.grants.add(revoked);
      expect(await store.grants.revoke(revoked.id, 'ada')).toBe(true);
      expect(await store.grants.revoke(revoked.id, 'ada')).toBe(false);
      expect(await store.grants.list()).toEqual([kept]);
    });

    verifies(
      ['store/contract', 'grants/one-use-a-call'],
      'takes a use with the call that relies on it, as often as there are',
      async () => {
        await using store = await open();
        const grant = sampleGrant({ usesLeft: 2 });
        await store.grants.add(grant);
        const sample = sampleExecution();
        await store.journal.create(...sample.start(grantedCall(grant.id)));
        expect(await store.grants.list()).toEqual([{ ...grant, usesLeft: 1 }]);
        await store.journal.append(...sample.say(grantedCall(grant.id, 2)));
        expect(await store.grants.list()).toEqual([{ ...grant, usesLeft: 0 }]);
        const length = sample.entries.length;
        await expect(store.journal.append(...sample.say(grantedCall(grant.id, 3)))).rejects.toThrow(
          GrantUnavailableError,
        );
        expect(await store.journal.read(sample.id)).toHaveLength(length);
      },
    );

    verifies(
      ['store/contract', 'grants/one-use-a-call'],
      'takes nothing for an append that is refused, nor for a start that was made before',
      async () => {
        await using store = await open();
        const grant = sampleGrant({ usesLeft: 2 });
        await store.grants.add(grant);
        const keyed = () => sampleExecution({ idempotencyKey: 'k' });
        const first = keyed();
        await store.journal.create(...first.start(grantedCall(grant.id)));
        expect(await store.journal.create(...keyed().start(grantedCall(grant.id)))).toBe(first.id);
        const late = first.say(grantedCall(grant.id, 2));
        await store.journal.append(...late);
        await expect(store.journal.append(...late)).rejects.toThrow(JournalConflictError);
        const [left] = await store.grants.list();
        expect(left?.usesLeft).toBe(0);
        const calls = [grantedCall(grant.id), grantedCall(grant.id, 2)];
        const more = sampleGrant({ usesLeft: 1 });
        await store.grants.add(more);
        const both = calls.map((_, index) => grantedCall(more.id, index + 1));
        await expect(store.journal.create(...sampleExecution().start(...both))).rejects.toThrow(GrantUnavailableError);
        expect((await store.grants.list())[0]?.usesLeft).toBe(1);
        expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
      },
    );

    verifies(
      'store/contract',
      'writes no call that relies on a grant which is gone or has expired; one without a count is not used up',
      async () => {
        await using store = await open();
        const [revoked, expired, lasting] = [sampleGrant(), sampleGrant({ expiresAt: 1_000 }), sampleGrant()];
        for (const grant of [lasting, revoked, expired]) await store.grants.add(grant);
        await store.grants.revoke(revoked.id, 'ada');
        for (const { id } of [revoked, expired, sampleGrant()]) {
          const started = sampleExecution().start(grantedCall(id));
          await expect(store.journal.create(...started)).rejects.toThrow(GrantUnavailableError);
        }
        for (let use = 0; use < 5; use += 1)
          await store.journal.create(...sampleExecution().start(grantedCall(lasting.id)));
      },
    );

    verifies(
      ['store/contract', 'grants/one-use-a-call'],
      'lets exactly one of many simultaneous calls take the last use',
      async () => {
        await using store = await open();
        const grant = sampleGrant({ usesLeft: 1 });
        await store.grants.add(grant);
        const calls = Array.from({ length: 20 }, () =>
          store.journal.create(...sampleExecution().start(grantedCall(grant.id))),
        );
        const written = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled');
        expect(written).toHaveLength(1);
      },
    );

    verifies(
      ['store/contract', 'grants/pruned'],
      'prunes what can cover nothing any more, with each grant that is added, and keeps the rest',
      async () => {
        await using store = await open();
        const [open1, ended] = [sampleExecution(), sampleExecution()];
        await store.journal.create(...open1.start());
        await store.journal.create(...ended.start(completed));
        const kept = [
          sampleGrant(),
          sampleGrant({ effect: 'deny', tools: undefined }),
          sampleGrant({ scope: 'execution', session: undefined, executionId: open1.id }),
        ];
        const spent = [
          sampleGrant({ expiresAt: 1 }),
          sampleGrant({ usesLeft: 0 }),
          sampleGrant({ tools: undefined }),
          sampleGrant({ scope: 'execution', session: undefined, executionId: ended.id }),
        ];
        for (const grant of [...kept, ...spent]) await store.grants.add(grant);
        await store.grants.prune(10);
        expect(await store.grants.list()).toEqual(kept.toReversed());
        expect(await store.grants.prune(10)).toBe(0);
        expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
      },
    );
  });
}
