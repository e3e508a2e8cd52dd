// What one node of a cluster plans, did or kept, used at another.

import { defineTool } from '@toolshed/kernel';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { ClusterNodes } from '../support/cluster-nodes.ts';
import { expectStatus } from '../support/expect-status.ts';
import { stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const ADA = { principal: 'ada', kind: 'person', channel: 'test' } as const;

describe('two nodes on one PostgreSQL', () => {
  verifies('cluster/features', 'two nodes share plans, undo and what programs of a session keep', async () => {
    await using cluster = new ClusterNodes();
    const done: string[] = [];
    const put = defineTool({
      path: 'box.put',
      description: 'Puts a number in a box',
      input: z.object({ n: z.number() }),
      destructive: true,
      handler: (_context, { n }) => void done.push(`put ${n}`),
      revert: (_context, { n }) => void done.push(`took ${n}`),
    });
    const [{ shed: one }, { shed: two }] = [await cluster.node({ tools: [put] }), await cluster.node({ tools: [put] })];

    const program = `await store.set('last', 7); await tools.box.put({ n: await store.get('last') })`;
    const plan = await one.plans.make(program);
    expect(await two.plans.get(plan.planId)).toEqual(plan);
    const withdrawn = await one.plans.make(program);
    await two.cancel(withdrawn.planId);
    const refused = one.plans.approve(withdrawn.planId, { shown: withdrawn.digest, by: ADA });
    await expect(refused).rejects.toMatchObject({ code: 'plan/not-ready' });
    const run = expectStatus(await two.plans.approve(plan.planId, { shown: plan.digest, by: ADA }), 'completed');
    const read = await one.execute(`return await store.get('last')`);
    expect(expectStatus(read, 'completed').value).toBe(7);

    const undo = expectStatus(await one.undo(run.executionId), 'paused');
    expectStatus(await two.resume(undo.executionId, true), 'completed');
    await expect(two.undo(run.executionId)).rejects.toMatchObject({ code: 'undo/nothing' });
    expect(done).toEqual(['put 7', 'took 7']);
  });
});
