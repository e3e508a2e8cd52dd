// Several agents that share one way to ask.

import { defineTool, type ElicitationChannel, type ToolContext } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { complete, scriptedChannel } from '../../../support/channels/scripted-channel.ts';
import { openTravelShed } from '../../../support/channels/travel-shed.ts';
import { untilEntry } from '../../../support/durable/until.ts';
import { newStoreFolder } from '../../../support/open-stores.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';
import { openInThread } from '../../../support/open-in-thread.ts';

const WAIT = { waitForChannels: true } as const;
const ask = (message: string) => `return (await elicit({ type: 'text', message: '${message}' })).data`;
const AGENTS = ['chat', 'flight', 'hotel'];

describe('one implementation for all agents', () => {
  verifies('channels/queue', 'is asked one question after the other, and told whose each is', async () => {
    const ui = scriptedChannel({ name: 'chat-ui' });
    await using host = await openTravelShed({ channels: [ui] });
    const running = AGENTS.map((agent) =>
      host.shed.execute(ask(`${agent} asks`), { ...WAIT, agent, session: 'trip', labels: { colour: `${agent}-blue` } }),
    );
    const inHand: number[] = [];
    const shown: number[] = [];
    for (let count = 0; count < AGENTS.length; count++) {
      const question = await ui.next();
      inHand.push(ui.inHand);
      shown.push(ui.asked.length);
      ui.answer(question.elicitationId, { content: `to ${question.agent}` });
    }
    const results = await Promise.all(running);
    shows('shared/one-implementation', results).toMatchObject(AGENTS.map((agent) => ({ value: `to ${agent}` })));
    shows('shared/queue', shown).toEqual([1, 2, 3]);
    shows('shared/one-at-a-time', inHand).toEqual([1, 1, 1]);
    const { asked } = ui;
    shows(
      'shared/agent',
      asked.map(({ agent, message }) => message === `${agent} asks`),
    ).toEqual([true, true, true]);
    shows(
      'shared/labels',
      asked.every(({ agent, labels }) => labels['colour'] === `${agent}-blue`),
    ).toBe(true);
    shows('shared/metadata', asked[0]).toMatchObject({
      session: 'trip',
      executionId: expect.stringMatching(/^exec_/),
      asker: 'program',
    });
  });

  verifies('channels/queue', 'may show several at once, or merge them', async () => {
    using folder = newStoreFolder();
    const store = { sqlite: folder.file };
    const silent = await openTravelShed({ store });
    for (const agent of AGENTS) await silent.shed.execute(ask('a'), { agent });
    await silent[Symbol.asyncDispose]();
    {
      const stack = scriptedChannel({ atOnce: 3 });
      await using host = await openTravelShed({ store, channels: [stack] });
      for (const _ of AGENTS) await stack.next();
      shows('shared/stack', stack.inHand).toBe(3);
      expect(host.done).toEqual([]);
    }
    const seen: (string | undefined)[][] = [];
    const merging: ElicitationChannel = {
      name: 'merge',
      priority: 0,
      ask: async () => undefined,
      async askTogether(questions) {
        seen.push(questions.map(({ agent }) => agent));
        return new Map(questions.map(({ elicitationId }) => [elicitationId, complete({ content: 'all the same' })]));
      },
    };
    await using host = await openTravelShed({ store, channels: [merging] });
    await untilEntry(host.shed, 'completed', 3);
    shows(
      'shared/merge',
      seen.map((agents) => [...agents].sort()),
    ).toEqual([AGENTS]);
  });

  verifies('channels/queue', 'serves the tools of two agents, neither of which names it', async () => {
    const ui = scriptedChannel({ reply: () => ({}) });
    const tool = (path: string) =>
      defineTool({
        path,
        description: 'Asks',
        input: z.object({}),
        destructive: false,
        handler: async (ctx: ToolContext) => (await ctx.elicit({ message: `${path}?` })).approved,
      });
    const tools = [tool('chat.ask'), tool('flight.select')];
    await using shed = await openInThread({ tools, store: 'memory', channels: [ui] });
    for (const { path } of tools)
      expect(await shed.execute(`return await tools.${path}({})`, WAIT)).toMatchObject({ value: true });
    shows(
      'shared/tools-of-agents',
      ui.asked.map(({ message }) => message),
    ).toEqual(['chat.ask?', 'flight.select?']);
    shows('shared/only-a-message', ui.asked[0]).toMatchObject({ type: 'approval', args: undefined });
  });
});
