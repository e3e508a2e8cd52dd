import { describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { CALL, firstQuestion, openAskingShed } from '../support/asking-shed.ts';
import { verifies } from '../support/verifies.ts';

const IMPOSSIBLE = [
  { type: 'choice', options: ['a', 'b'], default: 'c' },
  { type: 'choice', options: ['a', 'a'] },
  { type: 'multi_choice', options: ['a', 'b'], min: 3 },
  { type: 'form', fields: [{ name: 'f', type: 'number', minimum: 2, maximum: 1 }] },
  { type: 'form', fields: [{ name: 'f', type: 'string', minLength: 2, maxLength: 1 }] },
  { type: 'form', schema: { type: 'object', required: ['f'] } },
];

const CANCELS = [
  { value: 'rm', label: 'Cancel' },
  { value: 'keep', label: 'Cancel' },
];
const SAME_LABELS = [
  { type: 'choice', message: 'm', options: CANCELS },
  { type: 'multi_choice', message: 'm', options: ['rm', { value: 'keep', label: 'rm' }] },
  { type: 'form', message: 'm', fields: [{ name: 'f', type: 'choice', options: CANCELS }] },
  { type: 'form', message: 'm', fields: [{ name: 'f', type: 'enum', multi: true, enum: [['rm', 'keep'], 'keep'] }] },
  { type: 'form', message: 'm', schema: formOf({ enum: ['rm', 'keep'], enumNames: ['Cancel', 'Cancel'] }) },
  { type: 'form', message: 'm', schema: formOf({ oneOf: [{ const: 'rm', title: 'keep' }, { const: 'keep' }] }) },
  { type: 'choice-or-input', input: { message: 'm', choices: CANCELS } },
];

function formOf(field: object): object {
  return { type: 'object', properties: { f: { type: 'string', ...field } } };
}

describe('options that are shown the same', () => {
  verifies('elicit/one-label', 'are refused where they are asked', async () => {
    await using shed = await openAskingShed((context) => context.elicit({ message: 'm' }));
    const asked = await shed.execute(`
      const problems = [];
      for (const request of ${JSON.stringify(SAME_LABELS)})
        await elicit(request).catch(({ code, message }) => problems.push(code + ' ' + message));
      return problems`);
    const { value } = expectStatus(asked, 'completed');
    expect(value).toEqual(
      SAME_LABELS.map(() => expect.stringMatching(/^elicitation\/invalid .*two are shown as "(Cancel|keep|rm)"/)),
    );
  });
});

describe('a question nobody could answer', () => {
  verifies('elicit/answerable', 'is refused where it is asked, with the field and the reason', async () => {
    await using shed = await openAskingShed((context) =>
      context.elicit({ type: 'form', message: 'm', fields: [{ name: 'f', type: 'string', pattern: /a/i }] }).then(
        () => 'asked',
        (error) => JSON.stringify(error.issues),
      ),
    );
    const asked = await shed.execute(`
      const problems = [];
      for (const request of ${JSON.stringify(IMPOSSIBLE)})
        await elicit({ message: 'm', ...request }).catch(({ code, message }) => problems.push(code + ' ' + message));
      problems.push(${CALL.replace('return ', '')});
      return problems`);
    const { value } = expectStatus(asked, 'completed');
    expect(value).toEqual([
      'elicitation/invalid Cannot ask: "default": cannot be chosen: must be one of "a", "b"',
      'elicitation/invalid Cannot ask: "options": "a" appears twice',
      'elicitation/invalid Cannot ask: "min": is more than the 2 options',
      'elicitation/invalid Cannot ask: "schema": "f": minimum is more than maximum',
      'elicitation/invalid Cannot ask: "schema": "f": minLength is more than maxLength',
      'elicitation/invalid Cannot ask: "schema": required names "f", which is not one of its fields',
      expect.stringContaining('has the flag \\"i\\"'),
    ]);
  });

  verifies('elicit/answerable', 'counts what is chosen twice once', async () => {
    await using shed = await openAskingShed((context) =>
      context.elicit({ type: 'multi_choice', message: 'm', options: ['a', 'b'], min: 2 }),
    );
    const { elicitationId } = await firstQuestion(shed);
    const twice = shed.resume(elicitationId, { approved: true, data: ['a', 'a'] });
    await expect(twice).rejects.toMatchObject({
      code: 'answer/invalid',
      issues: [{ message: '"a" appears twice' }],
    });
    const both = await shed.resume(elicitationId, { approved: true, data: ['a', 'b'] });
    expect(both).toMatchObject({ value: { content: ['a', 'b'] } });
  });
});
