import { defineTool, type Tool } from '@toolshed/kernel';
import type { OpenOptions, Plan } from '@toolshed/runtime';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openInThread } from '../support/open-in-thread.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { openShopShed, shopTools } from '../support/plan/shop-shed.ts';
import { verifies } from '../support/verifies.ts';

/** The same tool, which says something else of itself. */
const describedAs = (tool: Tool, description: string): Tool =>
  defineTool({
    path: tool.path,
    description,
    input: tool.input.json,
    output: tool.output?.json ?? {},
    handler: (context, args) => tool.run(context, args),
  });

interface Shown {
  readonly message: string;
  readonly hasRevert: boolean;
  readonly isRevertible: boolean;
  readonly previewFails: boolean;
}

/** One tool, by definition; what it says of a call differs. */
const shownAs = ({ message = 'Send?', hasRevert = true, isRevertible = true, previewFails = false }: Partial<Shown>) =>
  defineTool({
    path: 'desk.send',
    description: 'Send it',
    input: z.object({}),
    message: () => message,
    preview: () => {
      if (previewFails) throw new Error('no preview');
      return { kind: 'text', text: 'one letter' };
    },
    handler: () => 'sent',
    ...(hasRevert ? { revert: () => undefined, revertible: () => isRevertible } : {}),
  });

const ADA = { principal: 'ada', kind: 'person', channel: 'test' } as const;

const asked = ({ items }: Plan): readonly string[] =>
  items.map((item) => (item.kind === 'denied' ? `denied ${item.path}` : item.request.message));

describe('a plan', () => {
  verifies('plan/no-effect', 'runs safe calls, and lists what would be asked in order, without an effect', async () => {
    await using shop = await openShopShed();
    const program = `
      const { left } = await tools.shop.look({ item: 'tea' });
      await sleep(86_400_000);
      const [first] = await Promise.all([
        tools.shop.order({ item: 'tea', count: left }),
        tools.shop.order({ item: 'milk' }),
      ]);
      await tools.shop.take({ item: 'tea' });
      return first.order;`;
    const plan = await shop.shed.plans.make(program);
    expect(asked(plan)).toEqual(['Order 3 of tea?', 'Order 1 of milk?', 'Run shop.take?']);
    expect(plan).toMatchObject({ status: 'ready', ran: 1 });
    expect(plan.stopped).toBeUndefined();
    expect(plan.items[0]).toMatchObject({ kind: 'call', asks: true, line: 5, path: 'shop.order' });
    expect(plan.items[2]).toMatchObject({ request: { preview: { kind: 'text', text: '3 are left' } } });
    expect(shop.acts).toEqual(['look tea']);
    expect(await shop.shed.pending()).toEqual([]);
    expect(await shop.shed.replay(plan.planId)).toMatchObject({ kind: 'same' });
  });

  verifies(
    'plan/no-effect',
    'runs no destructive call that a rule or a grant allows, and denies what is denied',
    async () => {
      await using shop = await openShopShed({
        policy: [
          { pattern: 'shop.order', verdict: 'allow' },
          { pattern: 'shop.pay', verdict: 'deny' },
          { pattern: 'shop.look', verdict: 'ask' },
        ],
      });
      await shop.shed.grants.add({ pattern: 'shop.take', scope: 'always', uses: 1 });
      const plan = await shop.shed.plans.make(`
      await tools.shop.look({ item: 'tea' });
      await tools.shop.order({ item: 'tea' });
      await tools.shop.take({ item: 'tea' });
      await tools.shop.pay({ order: 'o' }).catch(() => undefined);`);
      expect(plan.items.map((item) => [item.kind, item.kind === 'call' && item.asks])).toEqual([
        ['call', true],
        ['call', false],
        ['call', false],
        ['denied', false],
      ]);
      expect(shop.acts).toEqual([]);
      expect(await shop.shed.grants.list()).toMatchObject([{ usesLeft: 1 }]);
    },
  );

  verifies('plan/looks-no-further', 'says why it cannot look further, and lists what it has', async () => {
    await using shop = await openShopShed();
    const ends = async (program: string) => {
      const plan = await shop.shed.plans.make(program);
      return [asked(plan).length, plan.stopped?.code, plan.stopped?.message];
    };
    expect(
      await ends(`await tools.shop.order({ item: 'tea' }); await tools.shop.pay({ order: 'o' }); return 1`),
    ).toEqual([2, 'plan/cannot-look-further', 'Cannot plan further: shop.pay does not say what its result looks like']);
    expect(
      (await ends(`const { order } = await tools.shop.order({ item: 'tea' }); JSON.parse(order)`)).slice(0, 2),
    ).toEqual([1, 'program/failed']);
    expect(await ends(`const a = await elicit({ type: 'text', message: 'Name?' }); return a`)).toEqual([
      1,
      'plan/cannot-look-further',
      'Cannot plan further: the program asks a question that has no default',
    ]);
    expect(
      await ends(`const a = await elicit({ type: 'text', message: 'Name?', default: 'Ada' }); return a.content`),
    ).toEqual([1, undefined, undefined]);
    expect((await ends(`await tools.shop.greet({})`)).slice(0, 2)).toEqual([0, 'plan/asks']);
    expect(shop.acts).toEqual([]);
  });

  verifies('plan/no-effect', 'waits for no timer, and fires timers in their order', async () => {
    await using shop = await openShopShed();
    const plan = await shop.shed.plans.make(`
      const order = async (item, ms) => { await sleep(ms); await tools.shop.order({ item }); };
      await Promise.all([order('b', 7_200_000), order('a', 3_600_000)]);`);
    expect(asked(plan)).toEqual(['Order 1 of a?', 'Order 1 of b?']);
  });

  verifies('plan/no-effect', 'keeps nothing in its session, and reads back what it would have kept', async () => {
    await using shop = await openShopShed();
    await shop.shed.execute(`await store.set('seen', 1)`, { session: 's' });
    const counting = `
      await store.set('seen', (await store.get('seen')) + 1);
      await store.set('more', true);
      await store.delete('more');
      await tools.shop.order({ item: String(await store.get('seen')) + (await store.list()).join() });`;
    const plan = await shop.shed.plans.make(counting, { session: 's' });
    expect(asked(plan)).toEqual(['Order 1 of 2seen?']);
    expect(
      await shop.shed.execute(`return [await store.list(), await store.get('seen')]`, { session: 's' }),
    ).toMatchObject({ value: [['seen'], 1] });
  });

  it('holds the limits of a run', async () => {
    await using shop = await openShopShed({ limits: { elicitations: 2, calls: 10 } });
    const many = await shop.shed.plans.make(`for (let n = 0; n < 5; n++) await tools.shop.order({ item: String(n) });`);
    expect(asked(many)).toHaveLength(2);
    expect(many.stopped?.code).toBe('limit/elicitations');
    const endless = await shop.shed.plans.make(`for (;;) await sleep(1_000);`);
    expect(endless.stopped?.code).toBe('limit/calls');
  });

  it('marks the calls whose arguments come from a stand-in', async () => {
    await using shop = await openShopShed();
    const plan = await shop.shed.plans.make(`
      const { order } = await tools.shop.order({ item: 'tea' });
      await tools.shop.pay({ order });`);
    expect(plan.items.map((item) => item.kind === 'call' && item.usesStandIn)).toEqual([false, true]);
  });
});

describe('an approved plan', () => {
  const program = `
    await tools.shop.order({ item: 'tea' });
    await tools.shop.order({ item: 'tea' });
    return (await tools.shop.take({ item: 'tea' })).left;`;

  verifies('plan/approved-set', 'runs without asking as long as each call is one of the set', async () => {
    await using shop = await openShopShed();
    const plan = await shop.shed.plans.make(program, { session: 's', agent: 'ada' });
    const by = { principal: 'grace', kind: 'person', channel: 'desk' } as const;
    const result = await shop.shed.plans.approve(plan.planId, { shown: plan.digest, by });
    expect(result).toMatchObject({ status: 'completed', value: 2, session: 's' });
    expect(shop.acts).toEqual(['order tea 1', 'order tea 1', 'take tea']);
    const [line] = (await shop.shed.audit.read(1, 100)).filter(
      ({ what, execution }) => what === 'started' && execution === result.executionId,
    );
    expect(line?.detail).toContain(`approved with plan ${plan.planId} by person grace (desk), shown ${plan.digest}`);
    const again = await shop.shed.plans.approve(plan.planId, { shown: plan.digest, by });
    expect(again.executionId).toBe(result.executionId);
    expect(shop.acts).toHaveLength(3);
  });

  verifies('plan/approved-set', 'holds inside of a saved program, with the input that it was made with', async () => {
    await using shop = await openShopShed();
    const { shed } = shop;
    const saved = await shed.execute(`if (input !== undefined) await tools.shop.order({ item: input.item }); return 1`);
    await shed.programs.save(saved.executionId, { as: 'team.buy', by: ADA });
    const program = `await tools.team.buy({ item: input.wanted }); await tools.shop.take({ item: 'milk' }); return input`;
    const plan = await shed.plans.make(program, { input: { wanted: 'tea' } });
    expect(asked(plan)).toEqual(['Order 1 of tea?', 'Run shop.take?']);
    // The first is made inside of the saved program, so its line is none of this program's.
    expect(plan.items.map((item) => item.line)).toEqual([undefined, 1]);
    expect(shop.acts).toEqual([]);
    const done = await shed.plans.approve(plan.planId, { shown: plan.digest });
    expect(done).toMatchObject({ status: 'completed', value: { wanted: 'tea' } });
    expect(shop.acts).toEqual(['order tea 1', 'take milk']);
  });

  verifies('plan/approved-set', 'asks about one call more, other arguments and another preview', async () => {
    await using shop = await openShopShed();
    const counted = `
      const { left } = await tools.shop.look({ item: 'tea' });
      for (let n = 0; n < left; n++) await tools.shop.order({ item: 'milk' });
      await tools.shop.order({ item: 'tea', count: left });
      await tools.shop.take({ item: 'tea' });`;
    const plan = await shop.shed.plans.make(counted);
    shop.stock.set('tea', 4);
    let result = await shop.shed.plans.approve(plan.planId, { shown: plan.digest });
    const messages: string[] = [];
    while (result.status === 'paused') {
      messages.push(result.paused.message);
      result = await shop.shed.resume(result.paused.elicitationId, true);
    }
    expect(messages).toEqual(['Order 1 of milk?', 'Order 4 of tea?', 'Run shop.take?']);
    expect(shop.acts.filter((act) => act === 'order milk 1')).toHaveLength(4);
  });

  verifies('plan/approved-set', 'asks whatever a program does that behaves otherwise in its plan', async () => {
    await using shop = await openShopShed();
    const plan = await shop.shed.plans.make(`
      const { order } = await tools.shop.order({ item: 'tea' });
      if (order.startsWith('o-')) await tools.shop.order({ item: 'gold', count: 1_000 });
      else await tools.shop.order({ item: 'milk' });`);
    expect(asked(plan)).toEqual(['Order 1 of tea?', 'Order 1 of milk?']);
    const result = await shop.shed.plans.approve(plan.planId, { shown: plan.digest });
    expect(result).toMatchObject({ status: 'paused', paused: { message: 'Order 1000 of gold?' } });
    expect(shop.acts).toEqual(['order tea 1']);
  });

  verifies(
    'plan/approved-set',
    'changes nothing about what policy, a refusal or a changed tool says by now',
    async () => {
      using folder = newStoreFolder();
      const acts: string[] = [];
      const open = (policy: OpenOptions['policy'], description?: string) => {
        const tools = shopTools(acts, new Map()).map((tool) =>
          description !== undefined && tool.path === 'shop.order' ? describedAs(tool, description) : tool,
        );
        return openInThread({ tools, store: { sqlite: folder.file }, wakes: false, ...(policy ? { policy } : {}) });
      };
      const planned = async (): Promise<Plan> => {
        await using shed = await open(undefined);
        return await shed.plans.make(`await tools.shop.order({ item: 'tea' })`);
      };
      const approveWith = async (...args: Parameters<typeof open>) => {
        const plan = await planned();
        await using shed = await open(...args);
        return await shed.plans.approve(plan.planId, { shown: plan.digest });
      };
      expect(await approveWith([{ pattern: 'shop.order', verdict: 'deny' }])).toMatchObject({
        status: 'failed',
        error: { code: 'tool/denied' },
      });
      expect(await approveWith([{ pattern: 'shop.order', verdict: 'ask', approvals: 2 }])).toMatchObject({
        status: 'paused',
        paused: { approvals: { needed: 2 } },
      });
      expect(await approveWith(undefined, 'Order an item twice')).toMatchObject({ status: 'paused' });
      const plan = await planned();
      await using shed = await open(undefined);
      await shed.grants.add({ pattern: 'shop.order', effect: 'deny', scope: 'always' });
      expect(await shed.plans.approve(plan.planId, { shown: plan.digest })).toMatchObject({
        status: 'failed',
        error: { code: 'tool/denied' },
      });
      expect(acts).toEqual([]);
    },
  );

  verifies('plan/person-approves', 'is approved by a person only, and only as it was shown', async () => {
    await using shop = await openShopShed({ agentsMayAnswer: true });
    const plan = await shop.shed.plans.make(program);
    const approve = (shown: string, kind: 'person' | 'agent' = 'person') =>
      shop.shed.plans.approve(plan.planId, { shown, by: { principal: 'x', kind, channel: 'c' } });
    await expect(approve(plan.digest, 'agent')).rejects.toMatchObject({ code: 'plan/person-only' });
    const other = await shop.shed.plans.make(`await tools.shop.order({ item: 'tea' })`);
    await expect(approve(other.digest)).rejects.toMatchObject({ code: 'plan/changed' });
    const { executionId } = await shop.shed.execute('return 1');
    await expect(shop.shed.plans.approve(executionId, { shown: 'x' })).rejects.toMatchObject({ code: 'plan/unknown' });
    expect(shop.acts).toEqual([]);
  });

  verifies(
    'plan/approved-set',
    'asks where anything that a person was shown about a call is no longer so',
    async () => {
      const approvedAfter = async (before: Partial<Shown>, after: Partial<Shown>) => {
        using folder = newStoreFolder();
        const open = (shown: Partial<Shown>) =>
          openInThread({ tools: [shownAs(shown)], store: { sqlite: folder.file }, wakes: false });
        const planned = async (): Promise<Plan> => {
          await using shed = await open(before);
          return await shed.plans.make('return await tools.desk.send({})');
        };
        const plan = await planned();
        await using shed = await open(after);
        return (await shed.plans.approve(plan.planId, { shown: plan.digest })).status;
      };
      expect(await approvedAfter({}, {})).toBe('completed');
      expect(await approvedAfter({}, { hasRevert: false })).toBe('paused');
      expect(await approvedAfter({}, { isRevertible: false })).toBe('paused');
      expect(await approvedAfter({ isRevertible: false }, {})).toBe('paused');
      expect(await approvedAfter({}, { message: 'Send all?' })).toBe('paused');
      expect(await approvedAfter({ previewFails: true }, { previewFails: true })).toBe('paused');
    },
  );

  verifies('plan/approved-set', 'lets nothing through once it has expired', async () => {
    await using shop = await openShopShed();
    const plan = await shop.shed.plans.make(`await tools.shop.look({ item: 'tea' }); await sleep(20); ${program}`);
    const result = await shop.shed.plans.approve(plan.planId, { shown: plan.digest, expiresInMs: 1 });
    expect(result.status).toBe('paused');
  });

  verifies(
    'plan/once',
    'is one run, however many hosts approve it at once, also where each pause is evicted',
    async () => {
      using folder = newStoreFolder();
      const acts: string[] = [];
      const stock = new Map<string, number>();
      const open = () =>
        openInThread({ tools: shopTools(acts, stock), store: { sqlite: folder.file }, wakes: false, maxWarm: 0 });
      await using first = await open();
      await using second = await open();
      const items = Array.from({ length: 4 }, (_, n) => `item ${n}`);
      const plan = await first.plans.make(`
      const { left } = await tools.shop.look({ item: 'tea' });
      for (const item of ${JSON.stringify(items)}) {
        await tools.shop.order({ item });
        if (left > 0) await tools.shop.order({ item: 'more' });
      }`);
      // From now on every other call departs from the plan, and asks.
      stock.set('tea', 1);
      const runs = await Promise.all(
        [first, second, first, second].map((shed) => shed.plans.approve(plan.planId, { shown: plan.digest })),
      );
      expect(new Set(runs.map(({ executionId }) => executionId)).size).toBe(1);
      let [result] = runs;
      for (let turn = 0; result?.status === 'paused'; turn++) {
        expect(result.paused.message).toBe('Order 1 of more?');
        const { elicitationId } = result.paused;
        const answers = [first, second].map((shed) => shed.resume(elicitationId, true));
        await Promise.allSettled(turn % 2 === 0 ? answers : answers.toReversed());
        result = await first.get(result.executionId);
        if (result.status === 'running') result = await first.wake(result.executionId);
      }
      const ordered = acts.filter((act) => act.startsWith('order item'));
      expect(ordered).toEqual(items.map((item) => `order ${item} 1`));
    },
  );

  verifies(
    ['plan/no-effect', 'plan/approved-set'],
    'lists what the run asks, in order, for any program that does not look at results, and then asks nothing',
    async () => {
      await using shop = await openShopShed();
      const item = fc.constantFrom('tea', 'milk', 'gold');
      const step = fc.oneof(
        item.map((name) => `await tools.shop.order({ item: '${name}' });`),
        item.map((name) => `await tools.shop.look({ item: '${name}' });`),
        fc
          .tuple(item, item)
          .map(([a, b]) => `await Promise.all(['${a}', '${b}'].map((item) => tools.shop.order({ item })));`),
        fc.integer({ min: 1, max: 3 }).map((ms) => `await sleep(${ms});`),
        item.map((name) => `for (let n = 0; n < 2; n++) await tools.shop.order({ item: '${name}', count: n });`),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
          const source = steps.join('\n');
          const before = shop.acts.filter((act) => act.startsWith('order')).length;
          const plan = await shop.shed.plans.make(source);
          expect(shop.acts.filter((act) => act.startsWith('order'))).toHaveLength(before);
          const messages: string[] = [];
          let result = await shop.shed.execute(source);
          while (result.status === 'paused') {
            messages.push(...result.pending.map(({ message }) => message));
            result = await shop.shed.resume(result.executionId, {
              answers: Object.fromEntries(result.pending.map((one) => [one.elicitationId, { approved: true }])),
            });
          }
          expect(asked(plan)).toEqual(messages);
          const run = await shop.shed.plans.approve(plan.planId, { shown: plan.digest });
          expect(run.status).toBe('completed');
        }),
        { numRuns: 15 },
      );
    },
  );
});
