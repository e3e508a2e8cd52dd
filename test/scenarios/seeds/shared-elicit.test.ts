// Seed 003_1e9123abab46681a.txt, sections 1, 2 and 3: one implementation for many agents, going off-script, and tools
// that do not know who invoked them or where a question is shown.

import type { ElicitationChannel, Middleware } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { complete, scriptedChannel } from '../../support/channels/scripted-channel.ts';
import { openTravelShed } from '../../support/channels/travel-shed.ts';
import { untilEntry } from '../../support/durable/until.ts';
import { expectStatus } from '../../support/expect-status.ts';
import { newStoreFolder } from '../../support/open-stores.ts';
import { verifies } from '../../support/verifies.ts';

const WAIT = { waitForChannels: true } as const;
const BOOK = `return await tools.flight.book({ to: 'Tokyo' })`;
const ask = (message: string) => `return (await elicit({ type: 'text', message: '${message}' })).data`;

describe('seed 003_1e9123abab46681a.txt, section 1: multiple agents sharing the same elicit', () => {
  verifies('channels/queue');

  it('one implementation serves all agents; their questions queue, and each says who asks', async () => {
    const ui = scriptedChannel({ name: 'chat-ui' });
    await using host = await openTravelShed({ channels: [ui] });
    const agents = ['chat', 'flight', 'hotel'];
    const running = agents.map((agent) =>
      host.shed.execute(ask(`${agent} asks`), { ...WAIT, agent, session: 'trip', labels: { colour: `${agent}-blue` } }),
    );
    for (let count = 0; count < agents.length; count++) {
      const question = await ui.next();
      expect(ui.inHand).toBe(1);
      const { agent, message, session, labels } = question;
      expect({ message, session, labels }).toEqual({
        message: `${agent} asks`,
        session: 'trip',
        labels: { colour: `${agent}-blue` },
      });
      ui.answer(question.elicitationId, { content: `to ${agent}` });
    }
    expect(await Promise.all(running)).toMatchObject(agents.map((agent) => ({ value: `to ${agent}` })));
  });

  it('the UI controls the queue: it may merge what several agents ask', async () => {
    const seen: (string | undefined)[][] = [];
    const stacked: ElicitationChannel = {
      name: 'stack',
      priority: 0,
      ask: async () => undefined,
      async askTogether(questions) {
        seen.push(questions.map(({ agent }) => agent));
        return new Map(
          questions.map(({ elicitationId, agent }) => [elicitationId, complete({ content: `${agent}!` })]),
        );
      },
    };
    using folder = newStoreFolder();
    const store = { sqlite: folder.file };
    const silent = await openTravelShed({ store });
    await silent.shed.execute(ask('a'), { agent: 'chat' });
    await silent.shed.execute(ask('b'), { agent: 'flight' });
    await silent[Symbol.asyncDispose]();
    await using host = await openTravelShed({ store, channels: [stacked] });
    await untilEntry(host.shed, 'completed', 2);
    expect(seen).toEqual([['chat', 'flight']]);
  });
});

describe('seed 003_1e9123abab46681a.txt, section 2: asking for input via chat', () => {
  verifies('channels/around');

  /** Stands for the model of the page: makes a choice of what the person typed instead. */
  const interpret: Middleware = async (question, next) => {
    const result = await next();
    if (result.action !== 'other') return result;
    const meant = /late|night|evening/.test(String(result.content)) ? 'evening' : undefined;
    if (meant !== undefined) return { action: 'accept', content: meant };
    return next({ ...question.request, message: `I did not get "${result.content}". ${question.message}` });
  };

  it('the calling handler waits; other calls go on', async () => {
    const ui = scriptedChannel();
    await using host = await openTravelShed({ channels: [ui] });
    const program = `const weather = tools.weather.read({ place: 'Tokyo' }).then((text) => emit(text));
const booked = await tools.flight.book({ to: 'Tokyo' }); await weather; return booked;`;
    const paused = expectStatus(await host.shed.execute(program), 'paused');
    expect(paused.emitted).toEqual(['Tokyo: 22 degrees']);
  });

  it('a person who goes off-script is understood by what stands around every elicit', async () => {
    const ui = scriptedChannel({ reply: () => ({ action: 'other', content: 'rather late, please' }) });
    await using host = await openTravelShed({ channels: [ui], around: [interpret] });
    const result = await host.shed.execute(BOOK, WAIT);
    expect(result).toMatchObject({ value: { booked: 'evening' } });
    const answered = (await host.shed.journal(result.executionId)).find(({ kind }) => kind === 'answered');
    expect(answered).toMatchObject({
      answer: { action: 'accept', content: 'evening', by: { channel: 'around' } },
      raw: { action: 'other', content: 'rather late, please', by: { principal: 'ada' } },
    });
  });

  it('or is asked again, under the same id', async () => {
    const replies = [{ action: 'other', content: 'hm' } as const, { content: 'morning' }];
    const ui = scriptedChannel({ reply: () => replies.shift() });
    await using host = await openTravelShed({ channels: [ui], around: [interpret] });
    expect(await host.shed.execute(BOOK, WAIT)).toMatchObject({ value: { booked: 'morning' } });
    expect(ui.asked.map(({ message }) => message)).toEqual([
      'Which flight to Tokyo?',
      'I did not get "hm". Which flight to Tokyo?',
    ]);
    expect(new Set(ui.asked.map(({ elicitationId }) => elicitationId)).size).toBe(1);
  });

  it('without such an interpreter the asker reads what was said instead', async () => {
    const ui = scriptedChannel({ reply: () => ({ action: 'other', content: 'what is the weather?' }) });
    await using host = await openTravelShed({ channels: [ui] });
    expect(await host.shed.execute(BOOK, WAIT)).toMatchObject({ value: { booked: false, action: 'other' } });
  });
});

describe('seed 003_1e9123abab46681a.txt, section 3: a tool invoked from outside whose elicit renders in a chat', () => {
  verifies('channels/wait');

  it('the same tool works whoever invokes it and wherever the person is; the invoker waits', async () => {
    const chat = scriptedChannel({ name: 'chat', supports: ({ type }) => type === 'choice' });
    await using host = await openTravelShed({ channels: [chat] });
    const bridged = host.shed.execute(BOOK, { ...WAIT, agent: 'desktop-client' });
    const question = await chat.next();
    expect(question).toMatchObject({ agent: 'desktop-client', asker: 'handler', type: 'choice' });
    chat.answer(question.elicitationId, { content: 'morning' });
    expect(await bridged).toMatchObject({ value: { booked: 'morning' } });

    const direct = expectStatus(await host.shed.execute(BOOK, { agent: 'direct' }), 'paused');
    await host.shed.resume(direct.executionId, { approved: true, data: 'evening' });
    expect(host.done).toEqual(['Tokyo morning', 'Tokyo evening']);
  });
});
