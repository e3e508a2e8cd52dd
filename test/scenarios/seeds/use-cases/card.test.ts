// Drawing a card: the backend decides, the frontend shows, and the person has seen it.

import { createElicit, reveal } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { firstQuestion, openAskingShed } from '../../../support/asking-shed.ts';
import { scriptedChannel } from '../../../support/channels/scripted-channel.ts';
import { leftBehind } from '../../../support/durable/revive.ts';
import { expectStatus } from '../../../support/expect-status.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';

const Card = z.object({ suit: z.string(), value: z.string() });

/** Declared here, and shown by any channel that can: nothing of it says how. */
const revealCard = createElicit({
  name: 'reveal-card',
  description: 'See the card you drew',
  input: z.object({ card: Card }),
  output: z.strictObject({}),
  actions: ['accept'],
});

const DRAW = `const deck = ['hearts', 'spades', 'clubs', 'diamonds'].flatMap((suit) => ['ace', 'queen'].map((value) => ({ suit, value })));
const [card] = deck.splice(Math.floor(Math.random() * deck.length), 1);
const shown = await elicit({ type: 'reveal-card', input: { card } });
return { action: shown.action, card, left: deck.length }`;

describe('drawing a card', () => {
  verifies('elicit/named', 'is up to the backend, whatever a frontend sends', async () => {
    await using shed = await openAskingShed(() => undefined, { kinds: [revealCard] });
    const { elicitationId, executionId, request } = await firstQuestion(shed, DRAW);
    const { card } = z.object({ input: z.object({ card: Card }) }).parse(request).input;
    const beside = `return await elicit({ type: 'reveal-card', card: { suit: 'spades', value: 'ace' } })`;
    const { error } = expectStatus(await shed.execute(beside), 'failed');
    expect(error.message).toContain('"card": is not a field of a question; what "reveal-card" takes goes in "input"');
    shows('card/reveal-type', request).toMatchObject({ type: 'named', name: 'reveal-card', input: { card } });
    const forged = { card: { suit: 'hearts', value: 'ace' } };
    const sent = shed.resume(elicitationId, { approved: true, data: forged });
    await shows('card/validated', sent).rejects.toMatchObject({ code: 'answer/invalid' });
    const agent = { principal: 'frontend', kind: 'agent', channel: 'http' } as const;
    const byAgent = shed.resume(elicitationId, { approved: true, by: agent });
    await shows('card/authorized', byAgent).rejects.toMatchObject({ code: 'answer/forbidden' });
    await expect(shed.resume(elicitationId, false)).rejects.toMatchObject({ code: 'answer/invalid' });

    const store = await leftBehind(shed, executionId);
    await using later = await openAskingShed(() => undefined, { kinds: [revealCard], store });
    const done = expectStatus(await later.resume(elicitationId, true), 'completed');
    shows('card/acknowledged', done.value).toMatchObject({ action: 'accept' });
    shows('card/state-kept', done.value).toMatchObject({ left: 7 });
    shows('card/not-trusted', done.value).toMatchObject({ card });
  });

  verifies('elicit/named', 'draws at random, another one in another execution', async () => {
    await using shed = await openAskingShed(() => undefined, { kinds: [revealCard] });
    const drawn = new Set<string>();
    for (let count = 0; count < 12; count++) drawn.add(JSON.stringify((await firstQuestion(shed, DRAW)).request));
    shows('card/random', drawn.size).toBeGreaterThan(1);
  });

  verifies('elicit/named', 'shows it on a channel that knows how, and continues when it was seen', async () => {
    const cards: unknown[] = [];
    const table = scriptedChannel({
      name: 'table',
      supports: (request) => request.type === 'named' && request.name === 'reveal-card',
      reply: ({ request }) => {
        cards.push(request.type === 'named' ? request.input : undefined);
        return {};
      },
    });
    await using shed = await openAskingShed(
      async (ctx) => {
        const card = { suit: 'spades', value: 'ace' };
        const { action } = await revealCard(ctx, { card });
        return { action, card };
      },
      { kinds: [revealCard], channels: [table] },
    );
    const done = await shed.execute('return await tools.app.run({})', { waitForChannels: true });
    shows('card/frontend-gets', cards).toEqual([{ card: { suit: 'spades', value: 'ace' } }]);
    shows('card/goes-on', done).toMatchObject({ status: 'completed', value: { action: 'accept' } });
    shows('card/backend-state', done).toMatchObject({ value: { card: { suit: 'spades', value: 'ace' } } });
    shows('themes/protocol', table.asked).toMatchObject([{ type: 'named', message: 'See the card you drew' }]);
  });

  verifies('elicit/named', 'asks for nothing: there is a type for that, too', async () => {
    await using shed = await openAskingShed((ctx) => reveal(ctx, { title: 'Your card', value: 'queen of hearts' }));
    const { elicitationId, request } = await firstQuestion(shed);
    expect(request).toMatchObject({ message: 'Your card', input: { value: 'queen of hearts' } });
    const seen = await shed.resume(elicitationId, true);
    shows('card/not-input', seen).toMatchObject({ value: { action: 'accept', content: {} } });
  });
});
