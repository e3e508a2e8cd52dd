// A choice or something typed: the sample of the page, and each line of its table.

import { choiceOrInput, type ToolContext } from '@toolshed/kernel';
import type { ResumeAnswer, Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { CALL, firstQuestion, openAskingShed } from '../../../support/asking-shed.ts';
import { expectStatus } from '../../../support/expect-status.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';

const input = {
  message: 'How would you like to pay?',
  choices: [
    { label: 'Credit Card', value: 'cc' },
    { label: 'PayPal', value: 'paypal' },
    { label: 'Bank Transfer', value: 'bank' },
  ],
};

/** The usage of the page. */
async function pay(ctx: ToolContext): Promise<unknown> {
  const result = await choiceOrInput(ctx, input);

  if (result.action === 'accept') {
    if (result.content.type === 'choice') {
      return { ...result, paidBy: result.content.value };
    } else {
      return { ...result, paidBy: result.content.text };
    }
  }
  return result;
}

describe('a choice or something typed', () => {
  let shed: Toolshed;
  beforeAll(async () => {
    shed = await openAskingShed(pay);
  });
  afterAll(() => shed[Symbol.asyncDispose]());

  const answered = async (answer: ResumeAnswer): Promise<unknown> => {
    const { elicitationId } = await firstQuestion(shed);
    return expectStatus(await shed.resume(elicitationId, answer), 'completed').value;
  };

  verifies('elicit/actions', 'is captured as each line of the table says', async () => {
    const picked = await answered({ approved: true, data: { type: 'choice', value: 'paypal' } });
    shows('choice/picked', picked).toMatchObject({ action: 'accept', content: { type: 'choice', value: 'paypal' } });
    const typed = await answered({ approved: true, data: { type: 'custom', text: 'in shells' } });
    shows('choice/typed', typed).toMatchObject({ action: 'accept', content: { type: 'custom', text: 'in shells' } });
    shows('choice/narrows', [picked, typed]).toMatchObject([{ paidBy: 'paypal' }, { paidBy: 'in shells' }]);
    const ignored = await answered({ action: 'other', data: 'who are you?' });
    shows('choice/ignored', ignored).toMatchObject({ action: 'other', content: 'who are you?' });
    const dismissed = await answered({ action: 'cancel' });
    shows('choice/dismissed', dismissed).toMatchObject({ action: 'cancel' });
    const declined = await answered({ action: 'decline' });
    shows('choice/declined', declined).toMatchObject({ action: 'decline' });
    const outcomes = [{ action: 'other' }, { action: 'cancel' }, { action: 'decline' }];
    shows('themes/actions', [ignored, dismissed, declined]).toMatchObject(outcomes);
  });

  verifies('elicit/named', 'is one question, with the schema of both, from a handler and from a program', async () => {
    for (const program of [CALL, `return await elicit({ type: 'choice-or-input', input: ${JSON.stringify(input)} })`]) {
      const { pending } = expectStatus(await shed.execute(program), 'paused');
      shows('choice/one-question', pending).toHaveLength(1);
      const [question] = pending;
      shows('choice/name', question?.request).toMatchObject({ name: 'choice-or-input' });
      shows('choice/input-message', question?.message).toBe('How would you like to pay?');
      shows('choice/input-choices', question?.request).toMatchObject({ input: { choices: input.choices } });
      shows('choice/actions', question?.request).toMatchObject({ actions: ['accept', 'decline', 'cancel', 'other'] });
      const gold = { approved: true, data: { type: 'choice', value: 'gold' } };
      const forged = shed.resume(question?.elicitationId ?? '', gold);
      await shows('themes/authoritative', forged).rejects.toMatchObject({ code: 'answer/invalid' });
    }
    expect(await shed.pending()).toHaveLength(2);
  });
});
