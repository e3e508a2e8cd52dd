// Seed 003_1e9123abab46681a.txt: use cases of elicitation, those about kinds and answers.

import { choiceOrInput, clipboardRead, clipboardWrite, createElicit, location, reveal } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CALL, firstQuestion, openAskingShed } from '../../support/asking-shed.ts';
import { expectStatus } from '../../support/expect-status.ts';
import { verifies } from '../../support/verifies.ts';

describe('seed 003_1e9123abab46681a.txt, section 2: a person who goes off-script', () => {
  verifies('elicit/actions');
  const ask = { type: 'choice', message: 'Which day?', options: ['mon', 'tue'] } as const;

  it('answers other with their own words, to a program and to a handler', async () => {
    await using shed = await openAskingShed((context) => context.elicit(ask));
    for (const program of [`return await elicit(${JSON.stringify(ask)})`, CALL]) {
      const { elicitationId } = await firstQuestion(shed, program);
      const answer = { action: 'other', data: 'what is the weather?' } as const;
      const { value } = expectStatus(await shed.resume(elicitationId, answer), 'completed');
      expect(value).toMatchObject({ action: 'other', content: 'what is the weather?', approved: false });
    }
  });

  it('suspends only whoever asked', async () => {
    await using shed = await openAskingShed(() => 'weather is fine');
    const program = `const asked = elicit(${JSON.stringify(ask)});
console.log(await tools.app.run({}));
return (await asked).content`;
    const result = expectStatus(await shed.execute(program), 'paused');
    expect(result.logs).toEqual([{ level: 'log', text: 'weather is fine' }]);
    expect(await shed.resume(result.executionId, { approved: true, data: 'mon' })).toMatchObject({ value: 'mon' });
  });

  it('gives a gated call their words as the reason it did not run', async () => {
    await using shed = await openAskingShed(() => 'ran', { policy: [{ pattern: 'app.run', verdict: 'ask' }] });
    const { elicitationId } = await firstQuestion(
      shed,
      'try { await tools.app.run({}) } catch ({ name, code, reason }) { return { name, code, reason } }',
    );
    expect(await shed.resume(elicitationId, { action: 'other', data: 'first show me the diff' })).toMatchObject({
      value: { name: 'ToolDeniedError', code: 'tool/declined', reason: 'first show me the diff' },
    });
  });

  it.each([
    ['denied', 'tool/declined'],
    ['not_supported', 'tool/cancelled'],
    ['cancel', 'tool/cancelled'],
    ['decline', 'tool/declined'],
  ] as const)('refuses a gated call by %s with the code %s', async (action, code) => {
    await using shed = await openAskingShed(() => 'ran', { policy: [{ pattern: 'app.run', verdict: 'ask' }] });
    const { elicitationId } = await firstQuestion(shed);
    expect(await shed.resume(elicitationId, { action })).toMatchObject({ status: 'failed', error: { code } });
  });
});

describe('seed 003_1e9123abab46681a.txt, section 4: location', () => {
  verifies('elicit/named');
  const here = { lat: 52.5, lng: 13.4 };

  it('gives the place, typed, to a handler', async () => {
    await using shed = await openAskingShed(async (context) => {
      const where = await location(context, { accuracy: 'high' });
      return where.action === 'accept' ? where.content.lat + where.content.lng : where.action;
    });
    const { elicitationId, request } = await firstQuestion(shed);
    expect(request).toMatchObject({ type: 'named', name: 'location', input: { accuracy: 'high' } });
    expect(await shed.resume(elicitationId, { approved: true, data: here })).toMatchObject({ value: 65.9 });
  });

  it('makes a denied permission an action, after which a program asks for the city', async () => {
    await using shed = await openAskingShed(() => undefined);
    const { executionId } = await firstQuestion(
      shed,
      `const where = await elicit({ type: 'location', input: { accuracy: 'high' } });
if (where.action !== 'denied') return where;
return (await elicit({ type: 'text', message: 'Location access was denied. Your city?' })).content`,
    );
    const city = expectStatus(await shed.resume(executionId, { action: 'denied' }), 'paused');
    expect(city.paused.message).toContain('Your city?');
    const { elicitationId } = city.paused;
    expect(await shed.resume(elicitationId, { approved: true, data: 'Berlin' })).toMatchObject({ value: 'Berlin' });
  });

  it('refuses what is not a place, and actions the kind does not have', async () => {
    await using shed = await openAskingShed(() => undefined);
    const { elicitationId } = await firstQuestion(shed, `return (await elicit({ type: 'location' })).action`);
    const answers = [
      { approved: true, data: { lat: 520, lng: 0 } },
      { approved: true, data: {} },
      { action: 'decline' },
      { action: 'other', data: 'at home' },
    ] as const;
    for (const answer of answers)
      await expect(shed.resume(elicitationId, answer)).rejects.toMatchObject({ code: 'answer/invalid' });
    expect(await shed.resume(elicitationId, { action: 'not_supported' })).toMatchObject({ value: 'not_supported' });
  });
});

describe('seed 003_1e9123abab46681a.txt, section 5: clipboard', () => {
  it('writes a confirmation code and reads what was copied', async () => {
    await using shed = await openAskingShed(async (context) => {
      const written = await clipboardWrite(context, { text: 'BOOKING-42' });
      const read = await clipboardRead(context, {});
      return [written, read].map((answer) => (answer.action === 'accept' ? answer.content : answer.action));
    });
    const { executionId, request } = await firstQuestion(shed);
    expect(request).toMatchObject({ name: 'clipboard-write', input: { text: 'BOOKING-42' } });
    const written = await shed.resume(executionId, { approved: true, data: { success: true } });
    const { elicitationId } = expectStatus(written, 'paused').paused;
    expect(await shed.resume(elicitationId, { approved: true, data: { text: 'pasted' } })).toMatchObject({
      value: [{ success: true }, { text: 'pasted' }],
    });
  });
});

describe('seed 003_1e9123abab46681a.txt, section 6: drawing a card', () => {
  it('lets the backend draw and the person acknowledge, with the shipped kind', async () => {
    const drawn = { suit: 'hearts', value: 'queen' };
    await using shed = await openAskingShed(async (context) => {
      const { action } = await reveal(context, { title: 'Your card', value: drawn });
      return { action, drawn };
    });
    const { elicitationId, request } = await firstQuestion(shed);
    expect(request).toMatchObject({ message: 'Your card', input: { value: drawn } });
    expect(await shed.resume(elicitationId, true)).toMatchObject({ value: { action: 'accept', drawn } });
  });

  it('never takes the card from the frontend, with a kind of the host’s own', async () => {
    const revealCard = createElicit({
      name: 'reveal-card',
      description: 'See the card you drew',
      input: z.object({ card: z.object({ suit: z.string(), value: z.string() }) }),
      output: z.strictObject({}),
      actions: ['accept'],
    });
    await using shed = await openAskingShed(() => undefined, { kinds: [revealCard] });
    const program = `const card = { suit: 'spades', value: 'ace' };
const shown = await elicit({ type: 'reveal-card', input: { card } });
return { action: shown.action, card }`;
    const { elicitationId, request } = await firstQuestion(shed, program);
    expect(request).toMatchObject({ name: 'reveal-card', input: { card: { suit: 'spades' } } });
    const forged = { card: { suit: 'hearts', value: 'ace' } };
    await expect(shed.resume(elicitationId, { approved: true, data: forged })).rejects.toMatchObject({
      code: 'answer/invalid',
    });
    await expect(shed.resume(elicitationId, false)).rejects.toMatchObject({ code: 'answer/invalid' });
    expect(await shed.resume(elicitationId, true)).toMatchObject({
      value: { action: 'accept', card: { suit: 'spades' } },
    });
  });
});

describe('seed 003_1e9123abab46681a.txt, section 7: a choice or something typed', () => {
  const input = {
    message: 'How would you like to pay?',
    choices: [
      { label: 'Credit Card', value: 'cc' },
      { label: 'PayPal', value: 'paypal' },
      { label: 'Bank Transfer', value: 'bank' },
    ],
  };
  const program = `return await elicit({ type: 'choice-or-input', input: ${JSON.stringify(input)} })`;

  it.each([
    [{ approved: true, data: { type: 'choice', value: 'paypal' } }, 'accept', { type: 'choice', value: 'paypal' }],
    [{ approved: true, data: { type: 'custom', text: 'in shells' } }, 'accept', { type: 'custom', text: 'in shells' }],
    [{ action: 'other', data: 'who are you?' }, 'other', 'who are you?'],
    [{ action: 'cancel' }, 'cancel', undefined],
    [{ action: 'decline' }, 'decline', undefined],
  ] as const)('captures %j as the page says', async (answer, action, content) => {
    await using shed = await openAskingShed((context) => choiceOrInput(context, input));
    for (const asking of [program, CALL]) {
      const { elicitationId, message } = await firstQuestion(shed, asking);
      expect(message).toBe(input.message);
      const { value } = expectStatus(await shed.resume(elicitationId, answer), 'completed');
      expect(value).toMatchObject({ action, ...(content === undefined ? {} : { content }) });
    }
  });

  it('refuses a choice that was not offered', async () => {
    await using shed = await openAskingShed(() => undefined);
    const { elicitationId } = await firstQuestion(shed, program);
    const answer = { approved: true, data: { type: 'choice', value: 'gold' } };
    await expect(shed.resume(elicitationId, answer)).rejects.toMatchObject({ code: 'answer/invalid' });
  });
});
