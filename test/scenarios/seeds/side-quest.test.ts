// Seed 003_1e9123abab46681a.txt, section 8: a side quest without losing context.

import type { QuestNode } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { scriptedChannel } from '../../support/channels/scripted-channel.ts';
import { ASK_DATES, openTravelShed } from '../../support/channels/travel-shed.ts';
import { untilEntry } from '../../support/durable/until.ts';
import { expectStatus } from '../../support/expect-status.ts';
import { newStoreFolder } from '../../support/open-stores.ts';
import { verifies } from '../../support/verifies.ts';

const WAIT = { waitForChannels: true } as const;
const WEATHER = `return await tools.weather.read({ place: 'Tokyo' })`;
const CHAT = `return (await elicit({ type: 'text', message: 'Anything else?' })).data`;

const shapeOf = ({ execution, sideQuests }: QuestNode): readonly unknown[] => [execution.id, sideQuests.map(shapeOf)];

describe('seed 003_1e9123abab46681a.txt, section 8: a side quest', () => {
  verifies('side-quest/return', 'side-quest/tree');

  it('leaves the question pending, and its end brings the person back to exactly there', async () => {
    const ui = scriptedChannel();
    await using host = await openTravelShed({ channels: [ui] });
    const booking = host.shed.execute(ASK_DATES, WAIT);
    const dates = await ui.next();
    const returned = untilEntry(host.shed, 'side-quest-ended');
    const weather = await host.shed.fork(dates.elicitationId, WEATHER);
    expect(weather).toMatchObject({ status: 'completed', value: 'Tokyo: 22 degrees' });
    expect(ui.over).toMatchObject([{ id: dates.elicitationId, why: 'the person left it for a side quest' }]);
    expect((await returned).returned).toEqual({
      elicitationId: dates.elicitationId,
      from: weather.executionId,
      status: 'completed',
    });
    const again = await ui.next();
    expect(again).toMatchObject({
      elicitationId: dates.elicitationId,
      message: 'Which dates?',
      returnedFrom: { execution: weather.executionId, status: 'completed' },
    });
    ui.answer(again.elicitationId, { content: 'may' });
    expect(await booking).toMatchObject({ status: 'completed', value: 'may' });
  });

  it('nests: each end returns to the question it left, innermost first, over a channel that shows one at a time', async () => {
    const ui = scriptedChannel();
    await using host = await openTravelShed({ channels: [ui] });
    const booking = host.shed.execute(ASK_DATES, WAIT);
    const outer = await ui.next();
    const chatting = host.shed.fork(outer.elicitationId, CHAT, WAIT);
    const middle = await ui.next();
    expect(middle.message).toBe('Anything else?');
    await host.shed.fork(middle.elicitationId, WEATHER);
    const back = await ui.next();
    expect(back.elicitationId).toBe(middle.elicitationId);
    ui.answer(middle.elicitationId, { content: 'no' });
    expect(await chatting).toMatchObject({ value: 'no' });
    const last = await ui.next();
    expect(last.elicitationId).toBe(outer.elicitationId);
    ui.answer(outer.elicitationId, { content: 'may' });
    expect(await booking).toMatchObject({ value: 'may' });
  });

  it('is a node of a tree that can be listed from anywhere in it, after a restart too', async () => {
    using folder = newStoreFolder();
    const store = { sqlite: folder.file };
    const first = await openTravelShed({ store });
    const main = expectStatus(await first.shed.execute(ASK_DATES), 'paused');
    const one = expectStatus(await first.shed.fork(main.paused.elicitationId, CHAT), 'paused');
    const inner = expectStatus(await first.shed.fork(one.paused.elicitationId, CHAT), 'paused');
    const two = expectStatus(await first.shed.fork(main.paused.elicitationId, CHAT), 'paused');
    await first[Symbol.asyncDispose]();
    await using second = await openTravelShed({ store });
    const tree = [
      main.executionId,
      [
        [one.executionId, [[inner.executionId, []]]],
        [two.executionId, []],
      ],
    ];
    for (const id of [main.executionId, inner.executionId, two.paused.elicitationId])
      expect(shapeOf(await second.shed.tree(id))).toEqual(tree);
  });

  it('after a restart is where the person still is: its question is offered, the one it left is not', async () => {
    using folder = newStoreFolder();
    const store = { sqlite: folder.file };
    const first = await openTravelShed({ store });
    const main = expectStatus(await first.shed.execute(ASK_DATES), 'paused');
    const chat = expectStatus(await first.shed.fork(main.paused.elicitationId, CHAT), 'paused');
    await first[Symbol.asyncDispose]();
    const ui = scriptedChannel({ atOnce: 5 });
    await using second = await openTravelShed({ store, channels: [ui] });
    const question = await ui.next();
    expect(question.elicitationId).toBe(chat.paused.elicitationId);
    ui.answer(question.elicitationId, { content: 'no' });
    const back = await ui.next();
    expect(back).toMatchObject({ elicitationId: main.paused.elicitationId, returnedFrom: { status: 'completed' } });
    expect(second.done).toEqual([]);
  });

  it('can be left by going to any pending question explicitly', async () => {
    const ui = scriptedChannel({ atOnce: 5 });
    await using host = await openTravelShed({ channels: [ui] });
    const booking = host.shed.execute(ASK_DATES, WAIT);
    const dates = await ui.next();
    const chat = expectStatus(await host.shed.fork(dates.elicitationId, CHAT), 'paused');
    await ui.next();
    await host.shed.returnTo(dates.elicitationId);
    expect((await ui.next()).elicitationId).toBe(dates.elicitationId);
    ui.answer(dates.elicitationId, { content: 'may' });
    expect(await booking).toMatchObject({ value: 'may' });
    expect((await host.shed.get(chat.executionId)).status).toBe('paused');
  });
});
