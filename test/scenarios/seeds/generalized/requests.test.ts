// Requests and responses: each type, each field, and where the answer is.

import { ElicitationRequest } from '@toolshed/kernel';
import { readElicitRequest } from '@toolshed/kernel/runtime';
import type { ResumeAnswer, Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { firstQuestion, openAskingShed } from '../../../support/asking-shed.ts';
import { expectStatus } from '../../../support/expect-status.ts';
import { newCanary } from '../../../support/secret-shed.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';

const OPTIONS = ['FastAPI', 'Django', 'Flask'];
const FIELDS = [{ name: 'age', prompt: 'How old?', type: 'integer' }];

describe('a request of each type', () => {
  let shed: Toolshed;
  beforeAll(async () => {
    shed = await openAskingShed(() => undefined);
  });
  afterAll(() => shed[Symbol.asyncDispose]());

  const program = (spec: object): string => `return await elicit(${JSON.stringify(spec)})`;
  const requestOf = async (spec: object) => (await firstQuestion(shed, program(spec))).request;
  const answered = async (spec: object, answer: ResumeAnswer): Promise<unknown> => {
    const { elicitationId } = await firstQuestion(shed, program(spec));
    return expectStatus(await shed.resume(elicitationId, answer), 'completed').value;
  };

  verifies(
    ['elicit/kinds', 'elicit/actions', 'elicit/secret-kept-out'],
    'asks a person, and the answer is in one place',
    async () => {
      const text = await answered({ type: 'text', prompt: 'Name?' }, { approved: true, data: 'Ada' });
      shows('request/text', text).toMatchObject({ approved: true, action: 'accept' });
      shows('response/value-text', text).toMatchObject({ data: 'Ada', content: 'Ada' });
      shows('response/not-cancelled', text).not.toMatchObject({ action: 'cancel' });
      shows('response/not-sensitive', text).not.toMatchObject({ sensitive: true });
      const choice = { type: 'choice', prompt: 'Which framework should we use?', options: OPTIONS };
      shows('request/choice', await answered(choice, { approved: true, data: 'Flask' })).toMatchObject({
        data: 'Flask',
      });
      const several = { ...choice, type: 'multi_choice' };
      const chosen = await answered(several, { approved: true, data: ['Django', 'Flask'] });
      shows('request/multi-choice', chosen).toMatchObject({ approved: true });
      shows('response/values', chosen).toMatchObject({ data: ['Django', 'Flask'] });
      const yes = await answered({ type: 'confirmation', prompt: 'Sure?' }, { approved: true });
      const no = await answered({ type: 'confirmation', prompt: 'Sure?' }, { approved: false });
      shows('request/confirmation', [yes, no]).toMatchObject([{ action: 'accept' }, { action: 'decline' }]);
      shows('response/value-confirmation', [yes, no]).toMatchObject([{ approved: true }, { approved: false }]);
      const form = await answered(
        { type: 'form', prompt: 'Who?', fields: FIELDS },
        { approved: true, data: { age: 36 } },
      );
      shows('request/form', form).toMatchObject({ approved: true });
      shows('response/value-form', form).toMatchObject({ data: { age: 36 } });
      const key = newCanary();
      const secret = await answered({ type: 'secret', prompt: 'Key?' }, { approved: true, data: key });
      shows('request/secret', secret).toMatchObject({ approved: true });
      shows('response/value-secret', secret).toMatchObject({ data: expect.stringMatching(/^secret:/) });
      shows('response/sensitive', secret).toMatchObject({ sensitive: true });
      expect(JSON.stringify(secret)).not.toContain(key);
      const hidden = await answered({ type: 'text', prompt: 'PIN?', sensitive: true }, { approved: true, data: key });
      shows('versus/may-be-hidden', hidden).toMatchObject({ sensitive: true, data: expect.stringMatching(/^secret:/) });
      const cancelled = await answered({ type: 'text', prompt: 'Name?' }, { action: 'cancel' });
      shows('response/cancelled', cancelled).toMatchObject({ action: 'cancel', approved: false });
      shows('parts/response', Object.keys(Object(text))).toEqual(
        expect.arrayContaining(['action', 'approved', 'data', 'executionId']),
      );
    },
  );

  verifies('elicit/kinds', 'has the fields of the page', async () => {
    const description = 'For the greeting';
    const text = await requestOf({ type: 'text', prompt: 'Name?', default: 'Ada', description });
    shows('request/prompt', text).toMatchObject({ message: 'Name?' });
    const defaults = [
      text,
      await requestOf({ type: 'choice', prompt: 'Which?', options: OPTIONS, default: 'Flask' }),
      await requestOf({ type: 'multi_choice', prompt: 'Which?', options: OPTIONS, default: 'Flask' }),
      await requestOf({ type: 'confirmation', prompt: 'Sure?', default: 'yes' }),
    ];
    shows('request/default', defaults).toMatchObject([
      { default: 'Ada' },
      { default: 'Flask' },
      { default: ['Flask'] },
      { default: true },
    ]);
    shows('request/description', text).toMatchObject({ description });
    shows('request/sensitive', text.sensitive ?? false).toBe(false);
    shows('request/secret-is-sensitive', await requestOf({ type: 'secret', prompt: 'Key?' })).toMatchObject({
      sensitive: true,
    });
    const options = OPTIONS.map((value) => ({ value }));
    const choice = await requestOf({ type: 'choice', prompt: 'Which?', options: OPTIONS });
    shows('request/options', choice).toMatchObject({ options });
    const several = await requestOf({ type: 'multi_choice', prompt: 'Which?', options: OPTIONS });
    shows('request/options-multi', several).toMatchObject({ options });
    const form = await requestOf({ type: 'form', prompt: 'Who?', fields: FIELDS });
    shows('request/fields', form).toMatchObject({ schema: { properties: { age: { type: 'integer' } } } });
    shows('parts/structured', form.type).toBe('form');
    shows('parts/request', ElicitationRequest.safeParse(form).success).toBe(true);
  });

  verifies('elicit/actions', 'has null where there is nothing', async () => {
    const unset = { options: null, fields: null, default: null, sensitive: false, description: null };
    const text = await requestOf({ type: 'text', prompt: 'Name?', ...unset });
    shows('request/options-null', text).not.toHaveProperty('options');
    shows('request/fields-null', text).not.toHaveProperty('fields');
    shows('request/default-null', text).not.toHaveProperty('default');
    shows('request/description-null', text).not.toHaveProperty('description');
  });

  verifies('elicit/kinds', 'is refused with the name of the field that is wrong', async () => {
    const spec = { type: 'choice', prompt: 'Which?', options: [] };
    const failed = expectStatus(await shed.execute(program(spec)), 'failed');
    shows('code/parse-spec', failed.error).toMatchObject({
      code: 'elicitation/invalid',
      message: expect.stringContaining('options'),
    });
    expect(() => readElicitRequest({ type: 'ballot', prompt: 'Which?' })).toThrow(/type/);
  });
});
