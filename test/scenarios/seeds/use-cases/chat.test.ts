// An agent asks in a chat: who waits, what a person may say instead, and what stands around every question.

import { location, type Middleware } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { CALL, firstQuestion, openAskingShed } from '../../../support/asking-shed.ts';
import { scriptedChannel } from '../../../support/channels/scripted-channel.ts';
import { openTravelShed } from '../../../support/channels/travel-shed.ts';
import { expectStatus } from '../../../support/expect-status.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';

const WAIT = { waitForChannels: true } as const;
const BOOK = `return await tools.flight.book({ to: 'Tokyo' })`;

/** Stands for the model of the page: says what a person meant, if it can. */
const sample = async (words: string): Promise<string | undefined> => (/late/.test(words) ? 'evening' : undefined);

const interpret: Middleware = async (question, next) => {
  const result = await next();

  if (result.action === 'other') {
    const interpretation = await sample(`User responded with: "${result.content}"`);
    if (interpretation !== undefined) return { action: 'accept', content: interpretation };
    return next({ ...question.request, message: `I did not get "${result.content}". ${question.message}` });
  }

  return result;
};

describe('asking in a chat', () => {
  verifies('channels/middleware', 'keeps the caller waiting and nobody else', async () => {
    await using host = await openTravelShed();
    const program = `const booking = tools.flight.book({ to: 'Tokyo' }).then((booked) => { console.log('booked'); return booked; });
emit(await tools.weather.read({ place: 'Tokyo' }));
return await booking;`;
    const paused = expectStatus(await host.shed.execute(program), 'paused');
    shows('chat/caller-suspends', paused.logs).toEqual([]);
    shows('chat/others-go-on', paused.emitted).toEqual(['Tokyo: 22 degrees']);
    const done = await host.shed.resume(paused.executionId, { approved: true, data: 'morning' });
    shows('chat/goes-on', done).toMatchObject({ value: { booked: 'morning' }, logs: [{ text: 'booked' }] });
  });

  verifies(
    'channels/middleware',
    'has types of questions with a schema for what goes in and what comes out',
    async () => {
      expect(() => location.requestFor({ accuracy: 'high' })).not.toThrow();
      shows('chat/input-schema', () => location.requestFor({ accuracy: 'exact' })).toThrow(/accuracy/);
      shows('chat/output-schema', location.requestFor({}).output).toMatchObject({
        type: 'object',
        properties: { lat: { type: 'number' }, lng: { type: 'number' } },
        required: ['lat', 'lng'],
      });
    },
  );

  verifies('elicit/actions', 'lets a person say something else, to a program and to a handler', async () => {
    const request = { type: 'choice', message: 'Which day?', options: ['mon', 'tue'] } as const;
    await using shed = await openAskingShed((ctx) => ctx.elicit(request));
    for (const program of [`return await elicit(${JSON.stringify(request)})`, CALL]) {
      const { elicitationId } = await firstQuestion(shed, program);
      const said = await shed.resume(elicitationId, { action: 'other', data: 'what is the weather?' });
      const { value } = expectStatus(said, 'completed');
      shows('chat/other', value).toMatchObject({ action: 'other', content: 'what is the weather?', approved: false });
    }
  });
});

describe('middleware around every elicit', () => {
  verifies(
    'channels/middleware',
    'reads what the person said instead, asks a model, and makes an answer of it',
    async () => {
      const ui = scriptedChannel({ reply: () => ({ action: 'other', content: 'rather late, please' }) });
      const schemas: unknown[] = [];
      const watching: Middleware = async ({ request }, next) => {
        schemas.push(request.type === 'choice' ? request.options.map(({ value }) => value) : undefined);
        return next();
      };
      await using host = await openTravelShed({ channels: [ui], middleware: [watching, interpret] });
      const result = await host.shed.execute(BOOK, WAIT);
      shows('chat/around-args', schemas).toEqual([['morning', 'evening']]);
      shows('chat/around-model', result).toMatchObject({ value: { booked: 'evening' } });
      const answered = (await host.shed.journal(result.executionId)).find(({ kind }) => kind === 'answered');
      shows('chat/around-other', answered).toMatchObject({ raw: { action: 'other', content: 'rather late, please' } });
      shows('chat/around-transforms', answered).toMatchObject({ answer: { action: 'accept', content: 'evening' } });
    },
  );

  verifies('channels/middleware', 'asks again under the same id, or passes on what it does not change', async () => {
    const replies = [{ action: 'other', content: 'hm' } as const, { content: 'morning' }];
    const ui = scriptedChannel({ reply: () => replies.shift() });
    await using host = await openTravelShed({ channels: [ui], middleware: [interpret] });
    const result = await host.shed.execute(BOOK, WAIT);
    shows(
      'chat/around-again',
      ui.asked.map(({ message }) => message),
    ).toEqual(['Which flight to Tokyo?', 'I did not get "hm". Which flight to Tokyo?']);
    expect(new Set(ui.asked.map(({ elicitationId }) => elicitationId)).size).toBe(1);
    shows('chat/around-returns', result).toMatchObject({ value: { booked: 'morning' } });
  });

  verifies('channels/middleware', 'wraps what handlers, programs and the gate ask', async () => {
    const askers: string[] = [];
    const contexts: unknown[] = [];
    const counting: Middleware = async ({ asker, agent, labels }, next) => {
      askers.push(asker);
      contexts.push({ agent, labels });
      return next();
    };
    const ui = scriptedChannel({ reply: ({ type }) => (type === 'choice' ? { content: 'morning' } : {}) });
    await using host = await openTravelShed({ channels: [ui], middleware: [counting] });
    const program = `await tools.flight.book({ to: 'Rome' }); await elicit({ message: 'Sure?' }); return await tools.hotel.pay({ cents: 1 })`;
    const options = { ...WAIT, agent: 'flight', labels: { colour: 'blue' } };
    expect(await host.shed.execute(program, options)).toMatchObject({ value: { paid: 1 } });
    shows('chat/around', askers).toEqual(['handler', 'program', 'gate']);
    const context = { agent: 'flight', labels: { colour: 'blue' } };
    shows('themes/context', [contexts[0], ui.asked[0]]).toMatchObject([context, context]);
  });
});
