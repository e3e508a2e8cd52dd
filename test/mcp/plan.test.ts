import { describe, expect } from 'vitest';
import { openShopShed } from '../support/plan/shop-shed.ts';
import { verifies } from '../support/verifies.ts';
import { openMcpOver } from './mcp-over.ts';
import { viewIn } from './shown-view.ts';

const agent = { token: 'ada', capabilities: {} };

describe('a plan over MCP', () => {
  verifies(
    ['plan/no-effect', 'plan/person-approves'],
    'a plan over MCP lists what would be asked, and no agent can approve it',
    async () => {
      await using shop = await openShopShed();
      await using mcp = await openMcpOver(shop.shed);
      const code = `return (await tools.shop.order({ item: 'tea' })).order`;
      const plan = viewIn(await mcp.call(agent, 'execute', { code, plan: true, idempotency_key: 'k' }));
      expect(plan).toMatchObject({
        status: 'ready',
        items: [{ message: 'Order 1 of tea?', args: { item: 'tea' }, asks: true }],
      });
      expect(shop.acts).toEqual([]);
      expect(plan?.['next']).toContain('Ask the user');
      expect(plan?.['next']).not.toMatch(/toolshed [a-z]|--/);
      const planId = String(plan?.['planId']);
      await mcp.call(agent, 'resume', { id: planId, answer: true }).catch(() => undefined);
      expect(shop.acts).toEqual([]);
      expect((await shop.shed.list()).map(({ id }) => String(id))).toEqual([planId]);
      const run = await mcp.call(agent, 'execute', { code, idempotency_key: 'k' });
      expect(JSON.stringify(run)).toContain('execution/key-taken');
    },
  );
});
