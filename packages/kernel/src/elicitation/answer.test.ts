import { describe, expect, it } from 'vitest';
import { Action, Answer, readContent, toResponse } from './answer.js';
import { ElicitationRequest } from './request.js';

const options = [{ value: 'red' }, { value: 'blue' }];
const request = (facts: object): ElicitationRequest => ElicitationRequest.parse({ message: 'm', ...facts });
const form = {
  type: 'form',
  schema: {
    type: 'object',
    properties: { name: { type: 'string' }, address: { type: 'object', properties: { zip: { type: 'integer' } } } },
    required: ['name'],
    additionalProperties: false,
  },
};

describe('readContent', () => {
  it.each<[object, unknown]>([
    [{ type: 'approval' }, undefined],
    [{ type: 'approval' }, { note: 'be quick' }],
    [{ type: 'confirmation' }, undefined],
    [{ type: 'text' }, ''],
    [{ type: 'secret', sensitive: true }, 'hunter2'],
    [{ type: 'choice', options }, 'red'],
    [{ type: 'multi_choice', options }, []],
    [{ type: 'multi_choice', options }, ['red', 'blue']],
    [form, { name: 'Ada', address: { zip: 1 } }],
    [{ type: 'in-doubt', attempt: 1 }, { do: 'retry' }],
    [
      { type: 'in-doubt', attempt: 1 },
      { do: 'result', value: { id: 7 } },
    ],
    [{ type: 'in-doubt', attempt: 1 }, { do: 'fail' }],
  ])('of %j takes %j', (facts, content) => {
    expect(readContent(request(facts), content)).toEqual({ kind: 'valid', value: content });
  });

  it.each<[object, unknown, string]>([
    [{ type: 'approval' }, { when: new Date(0) }, 'when'],
    [{ type: 'confirmation' }, [Number.NaN], '0'],
    [{ type: 'text' }, undefined, ''],
    [{ type: 'text' }, 7, ''],
    [{ type: 'secret', sensitive: true }, '', ''],
    [{ type: 'secret', sensitive: true }, { key: 'x' }, ''],
    [{ type: 'choice', options }, 'green', ''],
    [{ type: 'choice', options }, ['red'], ''],
    [{ type: 'multi_choice', options }, ['red', 'green'], '1'],
    [{ type: 'multi_choice', options }, 'red', ''],
    [form, undefined, ''],
    [form, {}, 'name'],
    [form, { name: 'Ada', address: { zip: 'x' } }, 'address.zip'],
    [{ type: 'in-doubt', attempt: 1 }, undefined, ''],
    [{ type: 'in-doubt', attempt: 1 }, { do: 'shrug' }, 'do'],
    [{ type: 'in-doubt', attempt: 1 }, { do: 'result' }, 'value'],
  ])('of %j refuses %j and names the field', (facts, content, field) => {
    expect(readContent(request(facts), content)).toMatchObject({ kind: 'invalid', issues: [{ field }] });
  });

  it('quotes nothing of a secret it refuses', () => {
    const refused = readContent(request({ type: 'secret', sensitive: true }), 'canary-'.repeat(4_000));
    expect(refused.kind).toBe('invalid');
    expect(JSON.stringify(refused)).not.toContain('canary');
  });

  it('refuses what a form did not ask for', () => {
    expect(readContent(request(form), { name: 'Ada', role: 'admin' })).toMatchObject({
      issues: [{ message: expect.stringContaining('"role"') }],
    });
  });
});

describe('toResponse', () => {
  const by = { principal: 'ada', kind: 'person', channel: 'terminal' } as const;

  it.each(Action.options)('says of %s whether it approves', (action) => {
    expect(toResponse('exec_1', { action, by, content: { a: 1 }, reason: 'because' })).toEqual({
      executionId: 'exec_1',
      approved: action === 'accept',
      data: { a: 1 },
      action,
      reason: 'because',
    });
  });
});

describe('Answer', () => {
  it('always says who gave it, and nothing it was not asked', () => {
    expect(Answer.safeParse({ action: 'accept' }).success).toBe(false);
    const by = { principal: 'ada', kind: 'person', channel: 'terminal' };
    expect(Answer.safeParse({ action: 'accept', by }).success).toBe(true);
    expect(Answer.safeParse({ action: 'accept', by, args: {} }).success).toBe(false);
    expect(Answer.safeParse({ action: 'accept', by: { ...by, kind: 'program' } }).success).toBe(false);
  });
});
