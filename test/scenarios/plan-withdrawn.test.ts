// Plans that no longer count, or count for less: withdrawn, or of a saved program that has changed.

import { type JournalStore, StoreUnavailableError } from '@toolshed/kernel';
import { createMemoryStore } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { openShopShed } from '../support/plan/shop-shed.ts';
import { verifies } from '../support/verifies.ts';

const TEA_THEN_OIL = `
  await tools.shop.order({ item: 'tea' });
  await sleep(300);
  await tools.shop.order({ item: 'oil' });
`;
/** A stand-in costs something else than the order: the run has other arguments, and asks. */
const DEPENDING = `
  const { order } = await tools.shop.order({ item: 'tea' });
  await tools.shop.pay({ order });
`;

const GRACE = { principal: 'grace', kind: 'person', channel: 'test' } as const;
const ADA = { principal: 'ada', kind: 'person', channel: 'test' } as const;

describe('a plan that is ready', () => {
  verifies('plan/withdrawn', 'is cancelled, says so, and cannot be approved', async () => {
    await using shop = await openShopShed();
    const { shed } = shop;
    const plan = await shed.plans.make(`await tools.shop.order({ item: 'tea' })`);
    expect(plan.status).toBe('ready');
    expectStatus(await shed.cancel(plan.planId, 'no longer wanted', ADA), 'cancelled');
    expect((await shed.plans.get(plan.planId)).status).toBe('cancelled');
    const approving = shed.plans.approve(plan.planId, { shown: plan.digest, by: ADA });
    await expect(approving).rejects.toMatchObject({ code: 'plan/not-ready' });
    expect(shop.acts).toEqual([]);
    const again = await shed.cancel(plan.planId);
    expectStatus(again, 'cancelled');
  });

  verifies('plan/withdrawn', 'ends its run with it, and what that has done stays done', async () => {
    await using shop = await openShopShed();
    const { shed } = shop;
    const plan = await shed.plans.make(TEA_THEN_OIL);
    const approving = shed.plans.approve(plan.planId, { shown: plan.digest, by: ADA });
    await expect.poll(() => shop.acts).toEqual(['order tea 1']);
    expectStatus(await shed.cancel(plan.planId, 'no longer wanted', GRACE), 'cancelled');
    const run = expectStatus(await approving, 'cancelled');
    expect(run).toMatchObject({ reason: 'its plan was cancelled', purpose: { kind: 'approved-plan' } });
    expect((await shed.journal(run.executionId)).at(-1)).toMatchObject({ kind: 'cancelled', by: GRACE });
    expect(shop.acts).toEqual(['order tea 1']);
    expect(await shed.pending()).toEqual([]);
  });

  verifies('plan/withdrawn', 'ends a run that waits for a person, in whichever process it is', async () => {
    using folder = newStoreFolder();
    const open = () => openShopShed({ store: { sqlite: folder.file }, wakes: false });
    await using first = await open();
    const plan = await first.shed.plans.make(`await tools.shop.order({ item: 'tea' })`);
    const other = await first.shed.plans.make(DEPENDING);
    const paused = await first.shed.plans.approve(other.planId, { shown: other.digest, by: ADA });
    expectStatus(paused, 'paused');
    await using second = await open();
    expectStatus(await second.shed.cancel(plan.planId, undefined, ADA), 'cancelled');
    expectStatus(await second.shed.get(paused.executionId), 'paused');
    expectStatus(await second.shed.cancel(other.planId, undefined, ADA), 'cancelled');
    expectStatus(await second.shed.get(paused.executionId), 'cancelled');
  });

  verifies(
    'plan/withdrawn',
    'lets nothing through although its run could not be found, and the approval ends it',
    async () => {
      const store = createMemoryStore();
      let isAway = false;
      const list: JournalStore['list'] = async (filter) => {
        if (isAway) throw new StoreUnavailableError('Cannot list: the store is away');
        return store.journal.list(filter);
      };
      await using shop = await openShopShed({ store: { ...store, journal: { ...store.journal, list } } });
      const { shed } = shop;
      const plan = await shed.plans.make(TEA_THEN_OIL);
      const approving = shed.plans.approve(plan.planId, { shown: plan.digest, by: ADA });
      await expect.poll(() => shop.acts).toEqual(['order tea 1']);
      isAway = true;
      await expect(shed.cancel(plan.planId, undefined, ADA)).rejects.toMatchObject({ code: 'store/unavailable' });
      isAway = false;
      expectStatus(await approving, 'cancelled');
      expect(shop.acts).toEqual(['order tea 1']);
      expect(await shed.list({ status: ['running', 'paused', 'sleeping'] })).toEqual([]);
    },
  );

  verifies(
    'plan/approved-set',
    'lets a call of a saved program through only as long as that program is the same',
    async () => {
      await using shop = await openShopShed({ policy: [{ pattern: 'shop.order', verdict: 'ask' }] });
      const { shed } = shop;
      const save = async (program: string): Promise<void> => {
        const paused = expectStatus(await shed.execute(program), 'paused');
        expectStatus(await shed.resume(paused.executionId, true), 'completed');
        await shed.programs.save(paused.executionId, { as: 'team.buy' });
      };
      await save(`return await tools.shop.order({ item: 'tea' })`);
      const program = 'return await tools.team.buy({})';
      const [kept, changed] = [await shed.plans.make(program), await shed.plans.make(program)];
      expectStatus(await shed.plans.approve(kept.planId, { shown: kept.digest, by: ADA }), 'completed');
      await save(`await sleep(0); return await tools.shop.order({ item: 'tea' })`);
      expectStatus(await shed.plans.approve(changed.planId, { shown: changed.digest, by: ADA }), 'paused');
    },
  );
});
