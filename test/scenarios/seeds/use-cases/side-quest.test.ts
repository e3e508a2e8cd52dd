// Side quests: leaving a question for something else without losing it.

import type { Middleware, QuestNode } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { openMcpOver } from '../../../mcp/mcp-over.ts';
import { scriptedChannel } from '../../../support/channels/scripted-channel.ts';
import { ASK_DATES, openTravelShed } from '../../../support/channels/travel-shed.ts';
import { untilEntry } from '../../../support/durable/until.ts';
import { expectStatus } from '../../../support/expect-status.ts';
import { newStoreFolder } from '../../../support/open-stores.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';
import { viewIn } from '../../../mcp/shown-view.ts';

const WAIT = { waitForChannels: true } as const;
const WEATHER = `return await tools.weather.read({ place: 'Tokyo' })`;
const CHAT = `return (await elicit({ type: 'text', message: 'Anything else?' })).data`;

const shapeOf = ({ execution, sideQuests }: QuestNode): readonly unknown[] => [execution.id, sideQuests.map(shapeOf)];

describe('a side quest', () => {
  verifies(
    'side-quest/return',
    'leaves the question pending, and its end brings the person back to exactly there',
    async () => {
      const ui = scriptedChannel();
      await using host = await openTravelShed({ channels: [ui] });
      const booking = host.shed.execute(ASK_DATES, WAIT);
      const dates = await ui.next();
      const returned = untilEntry(host.shed, 'side-quest-ended');
      const weather = await host.shed.fork(dates.elicitationId, WEATHER);
      shows('quest/fork', weather.executionId).not.toBe(dates.executionId);
      shows('quest/responds', weather).toMatchObject({ status: 'completed', value: 'Tokyo: 22 degrees' });
      shows('quest/auto-return', (await returned).returned).toEqual({
        elicitationId: dates.elicitationId,
        from: weather.executionId,
        status: 'completed',
      });
      const again = await ui.next();
      const { elicitationId, message, request, askedAt } = dates;
      shows('quest/lossless', again).toMatchObject({ elicitationId, message, request, askedAt });
      shows('quest/not-lost', await host.shed.pending()).toMatchObject([{ elicitationId }]);
      ui.answer(again.elicitationId, { content: 'may' });
      shows('quest/completes', await booking).toMatchObject({ status: 'completed', value: 'may' });
    },
  );

  verifies('side-quest/tree', 'nests: each end returns to the question it left, innermost first', async () => {
    const ui = scriptedChannel();
    await using host = await openTravelShed({ channels: [ui] });
    const booking = host.shed.execute(ASK_DATES, WAIT);
    const outer = await ui.next();
    const chatting = host.shed.fork(outer.elicitationId, CHAT, WAIT);
    const middle = await ui.next();
    await host.shed.fork(middle.elicitationId, WEATHER);
    const back = await ui.next();
    ui.answer(middle.elicitationId, { content: 'no' });
    expect(await chatting).toMatchObject({ value: 'no' });
    const last = await ui.next();
    shows(
      'quest/nests',
      [back, last].map(({ elicitationId }) => elicitationId),
    ).toEqual([middle.elicitationId, outer.elicitationId]);
    ui.answer(outer.elicitationId, { content: 'may' });
    expect(await booking).toMatchObject({ value: 'may' });
  });

  verifies(
    'side-quest/tree',
    'is a node of a tree, which outlives the process with its pending questions',
    async () => {
      using folder = newStoreFolder();
      const store = { sqlite: folder.file };
      const first = await openTravelShed({ store });
      const main = expectStatus(await first.shed.execute(ASK_DATES), 'paused');
      const one = expectStatus(await first.shed.fork(main.paused.elicitationId, CHAT), 'paused');
      const inner = expectStatus(await first.shed.fork(one.paused.elicitationId, CHAT), 'paused');
      const two = expectStatus(await first.shed.fork(main.paused.elicitationId, CHAT), 'paused');
      await first[Symbol.asyncDispose]();

      await using second = await openTravelShed({ store });
      const quests = [
        [one.executionId, [[inner.executionId, []]]],
        [two.executionId, []],
      ];
      shows('quest/tree', shapeOf(await second.shed.tree(inner.executionId))).toEqual([main.executionId, quests]);
      shows('quest/serializable', await second.shed.pending()).toHaveLength(4);
      const done = await second.shed.resume(main.paused.elicitationId, { approved: true, data: 'may' });
      shows('themes/serialization', done).toMatchObject({ status: 'completed', value: 'may' });
    },
  );

  verifies('side-quest/return', 'is where the person is until it ends or they go elsewhere', async () => {
    const ui = scriptedChannel();
    await using host = await openTravelShed({ channels: [ui] });
    const booking = host.shed.execute(ASK_DATES, WAIT);
    const dates = await ui.next();
    const chat = expectStatus(await host.shed.fork(dates.elicitationId, CHAT), 'paused');
    await ui.next();
    shows('quest/explicit-and-lifo', ui.inSight).toEqual([chat.paused.elicitationId]);
    await host.shed.returnTo(dates.elicitationId);
    shows('quest/navigation', (await ui.next()).elicitationId).toBe(dates.elicitationId);
    ui.answer(dates.elicitationId, { content: 'may' });
    expect(await booking).toMatchObject({ value: 'may' });
    expect((await host.shed.get(chat.executionId)).status).toBe('paused');
  });

  verifies('side-quest/return', 'may be started by a host that notices the person talk of something else', async () => {
    const askAgain: Middleware = async (_question, next) => {
      const answer = await next();
      return answer.action === 'other' ? next() : answer;
    };
    const ui = scriptedChannel();
    await using host = await openTravelShed({ channels: [ui], middleware: [askAgain] });
    const booking = host.shed.execute(ASK_DATES, WAIT);
    const dates = await ui.next();
    const tangent = untilEntry(host.shed, 'revised');
    ui.answer(dates.elicitationId, { action: 'other', content: 'wait, what is the weather in Tokyo?' });
    expect((await tangent).entry).toMatchObject({ raw: { content: 'wait, what is the weather in Tokyo?' } });
    const weather = await host.shed.fork(dates.elicitationId, WEATHER);
    shows('quest/implicit', weather).toMatchObject({ parent: { elicitationId: dates.elicitationId } });
    await expect.poll(() => ui.inSight).toEqual([dates.elicitationId]);
    ui.answer(dates.elicitationId, { content: 'may' });
    expect(await booking).toMatchObject({ value: 'may' });
  });

  verifies('side-quest/return', 'may be started by an agent, and its result comes with the way back', async () => {
    await using host = await openTravelShed();
    await using mcp = await openMcpOver(host.shed);
    const agent = { token: 'ada', capabilities: {} };
    const View = z.looseObject({ pending: z.array(z.looseObject({ elicitationId: z.string() })).optional() });
    const main = View.parse(viewIn(await mcp.call(agent, 'execute', { code: ASK_DATES })));
    const side_quest_of = main.pending?.[0]?.elicitationId;
    const weather = viewIn(await mcp.call(agent, 'execute', { code: WEATHER, side_quest_of }));
    shows('quest/by-agent', weather).toMatchObject({
      status: 'completed',
      value: 'Tokyo: 22 degrees',
    });
    const tree = await host.shed.tree(side_quest_of ?? '');
    expect(tree).toMatchObject({
      execution: { status: 'paused' },
      sideQuests: [{ execution: { status: 'completed' } }],
    });
  });

  verifies('side-quest/return', 'can be begun, listed and left by one agent for the questions of another', async () => {
    await using host = await openTravelShed();
    const main = expectStatus(await host.shed.execute(ASK_DATES, { agent: 'child' }), 'paused');
    const quest = expectStatus(await host.shed.fork(main.paused.elicitationId, CHAT, { agent: 'parent' }), 'paused');
    const forward = await host.shed.list({ parent: main.paused.elicitationId });
    const back = (await host.shed.get(quest.executionId)).parent;
    shows('quest/primitives', { forward, back }).toMatchObject({
      forward: [{ id: quest.executionId, agent: 'parent' }],
      back: { executionId: main.executionId, elicitationId: main.paused.elicitationId },
    });
  });
});
