import type { Answer, Middleware } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { scriptedChannel } from '../support/channels/scripted-channel.ts';
import { ASK_DATES, openTravelShed } from '../support/channels/travel-shed.ts';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

const PAY = `return await tools.hotel.pay({ cents: 900 })`;
const BOOK = `return await tools.flight.book({ to: 'Tokyo' })`;

const reworded: Middleware = ({ request }, next) => next({ ...request, message: `${request.message} (please)` });

/** Asks once more, in other words, when a person says something else. */
const insisting: Middleware = async ({ request }, next) => {
  let answer = await next();
  while (answer.action === 'other')
    answer = await next({ ...request, message: `Not "${answer.content}": which dates?` });
  return answer;
};

const entriesOf = async (shed: Toolshed, id: string, kind: string) =>
  (await shed.journal(id)).filter((entry) => entry.kind === kind);

describe('middleware', () => {
  verifies.each('channels/middleware', [
    ['the program’s', ASK_DATES, 'Which dates? (please)'],
    ['the gate’s', PAY, 'Pay 900 cents? (please)'],
    ['a handler’s', BOOK, 'Which flight to Tokyo? (please)'],
  ])('rewrites %s, and the journal says what was shown and what was asked', async (_who, program, message) => {
    await using host = await openTravelShed({ middleware: [reworded] });
    const { executionId, paused } = expectStatus(await host.shed.execute(program), 'paused');
    expect(paused.message).toBe(message);
    const [asked] = await entriesOf(host.shed, executionId, 'asked');
    expect(asked).toMatchObject({ request: { message }, original: { message: message.replace(' (please)', '') } });
    expect(await host.shed.pending()).toMatchObject([{ request: { message } }]);
  });

  verifies('channels/middleware', 'answers without asking, in its own name', async () => {
    const june: Middleware = async ({ type }, next) =>
      type === 'text' ? { action: 'accept', content: 'june' } : next();
    await using host = await openTravelShed({ middleware: [june] });
    const result = await host.shed.execute(ASK_DATES);
    expect(result).toMatchObject({ status: 'completed', value: 'june' });
    const [answered] = await entriesOf(host.shed, result.executionId, 'answered');
    expect(answered).toMatchObject({ answer: { by: { kind: 'runtime', channel: 'around' } } });
  });

  verifies('channels/middleware', 'answers the gate and handlers without asking, recorded as such', async () => {
    const yes: Middleware = async ({ asker }) =>
      asker === 'gate' ? { action: 'accept' } : { action: 'accept', content: 'morning' };
    await using host = await openTravelShed({ middleware: [yes] });
    const result = await host.shed.execute(
      `return [await tools.hotel.pay({ cents: 5 }), await tools.flight.book({ to: 'Tokyo' })]`,
    );
    expect(result).toMatchObject({ value: [{ paid: 5 }, { booked: 'morning' }] });
    expect(host.done).toEqual(['paid 5', 'Tokyo morning']);
    const answers = await entriesOf(host.shed, result.executionId, 'answered');
    expect(answers).toMatchObject(answers.map(() => ({ answer: { by: { channel: 'around' } } })));
  });

  verifies.each('channels/middleware', ['warm', 'cold'] as const)(
    'asks again in other words, %s, and loses nothing that was said',
    async (mode) => {
      using folder = newStoreFolder();
      const open = () => openTravelShed({ store: { sqlite: folder.file }, middleware: [insisting] });
      let host = await open();
      const restart = async () => {
        if (mode === 'warm') return;
        await host[Symbol.asyncDispose]();
        host = await open();
      };
      const { executionId, paused } = expectStatus(await host.shed.execute(ASK_DATES), 'paused');
      for (const said of ['why?', 'hm']) {
        await restart();
        const again = expectStatus(
          await host.shed.resume(paused.elicitationId, { action: 'other', data: said }),
          'paused',
        );
        expect(again.paused).toMatchObject({
          elicitationId: paused.elicitationId,
          message: `Not "${said}": which dates?`,
        });
        expect(await host.shed.pending()).toMatchObject([{ request: { message: `Not "${said}": which dates?` } }]);
      }
      await restart();
      const unnamed = host.shed.resume(executionId, { approved: true, data: 'may' });
      await expect(unnamed).rejects.toMatchObject({ code: 'elicitation/stale' });
      const named = await host.shed.resume(paused.elicitationId, { approved: true, data: 'may' });
      expect(named).toMatchObject({ value: 'may' });
      const revised = await entriesOf(host.shed, executionId, 'revised');
      expect(revised).toMatchObject([{ raw: { action: 'other', content: 'why?' } }, { raw: { content: 'hm' } }]);
      expect(await host.shed.audit.verify()).toMatchObject({ kind: 'intact' });
      expect(await host.shed.replay(executionId)).toMatchObject({ kind: 'same' });
      await host[Symbol.asyncDispose]();
    },
  );

  verifies(
    'channels/middleware',
    'gives a handler that is run again after a restart the answer to what it asked',
    async () => {
      using folder = newStoreFolder();
      const store = { sqlite: folder.file };
      const first = await openTravelShed({ store, middleware: [reworded] });
      const { executionId } = await first.shed.execute(BOOK);
      await first[Symbol.asyncDispose]();
      await using second = await openTravelShed({ store, middleware: [reworded] });
      const answer = { approved: true, data: 'evening' };
      expect(await second.shed.resume(executionId, answer)).toMatchObject({ value: { booked: 'evening' } });
      expect(second.done).toEqual(['Tokyo evening']);
    },
  );

  verifies('channels/middleware', 'does not ask for ever, though a channel keeps saying something else', async () => {
    const evasive = scriptedChannel({ reply: () => ({ action: 'other', content: 'hm' }) });
    await using host = await openTravelShed({ middleware: [insisting], channels: [evasive] });
    const { executionId } = expectStatus(await host.shed.execute(ASK_DATES, { waitForChannels: true }), 'paused');
    expect(await entriesOf(host.shed, executionId, 'revised')).toHaveLength(20);
  });

  verifies('channels/middleware', 'a failure before it asked leaves the question as it was', async () => {
    const broken: Middleware = () => Promise.reject(new Error('no model'));
    await using host = await openTravelShed({ middleware: [broken] });
    const { executionId, paused } = expectStatus(await host.shed.execute(ASK_DATES), 'paused');
    expect(paused.message).toBe('Which dates?');
    expect(await host.shed.resume(executionId, { approved: true, data: 'may' })).toMatchObject({ value: 'may' });
  });

  verifies('channels/middleware', 'a failure on an answer refuses it, and the question stays open', async () => {
    let isBroken = true;
    const flaky: Middleware = async (_question, next): Promise<Answer> => {
      const answer = await next();
      if (isBroken) throw new Error('no model');
      return answer;
    };
    await using host = await openTravelShed({ middleware: [flaky] });
    const { executionId } = await host.shed.execute(ASK_DATES);
    const answer = { approved: true, data: 'may' };
    await expect(host.shed.resume(executionId, answer)).rejects.toMatchObject({
      code: 'elicitation/middleware-failed',
    });
    expectStatus(await host.shed.get(executionId), 'paused');
    isBroken = false;
    expect(await host.shed.resume(executionId, answer)).toMatchObject({ value: 'may' });
  });

  verifies('channels/middleware', 'cannot change what would run, nor approve what a person refused', async () => {
    const forging: Middleware = async ({ request }, next) => {
      await next({ ...request, args: { cents: 1 } });
      return { action: 'accept' };
    };
    await using host = await openTravelShed({ middleware: [forging] });
    const { executionId, paused } = expectStatus(await host.shed.execute(PAY), 'paused');
    expect(paused.args).toEqual({ cents: 900 });
    await host.shed.resume(executionId, false);
    const overruling: Middleware = async (_question, next) => ({ ...(await next()), action: 'accept' });
    await using strict = await openTravelShed({ middleware: [overruling] });
    const refused = await strict.shed.execute(PAY);
    await expect(strict.shed.resume(refused.executionId, false)).rejects.toThrow('it approved what a person refused');
    expect([...host.done, ...strict.done]).toEqual([]);
  });
});
