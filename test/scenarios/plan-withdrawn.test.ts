// Plans that no longer count, or count for less: withdrawn, or of a saved program that has changed.

import { describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { openShopShed } from '../support/plan/shop-shed.ts';
import { verifies } from '../support/verifies.ts';

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

  verifies('plan/withdrawn', 'lets nothing through that is cancelled while its run is under way', async () => {
    await using shop = await openShopShed();
    const { shed } = shop;
    const plan = await shed.plans.make(
      `await tools.shop.order({ item: 'tea' }); await sleep(300); await tools.shop.order({ item: 'oil' })`,
    );
    const approving = shed.plans.approve(plan.planId, { shown: plan.digest, by: ADA });
    await expect.poll(() => shop.acts).toEqual(['order tea 1']);
    expectStatus(await shed.cancel(plan.planId, 'no longer wanted', ADA), 'cancelled');
    expect(expectStatus(await approving, 'paused').paused.message).toBe('Order 1 of oil?');
    expect(shop.acts).toEqual(['order tea 1']);
  });

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
