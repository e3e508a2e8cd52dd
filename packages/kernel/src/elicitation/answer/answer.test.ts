import { describe, expect, it } from 'vitest';
import { Action } from './action.js';
import { Answer, readContent, readOtherAnswer, refusalFor, takesAction, toResponse } from './answer.js';
import { ElicitationRequest } from '../request.js';

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

const named = {
  type: 'named',
  name: 'location',
  input: {},
  actions: ['accept', 'denied'],
  output: { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] },
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
    [{ type: 'multi_choice', options, min: 1, max: 1 }, ['red']],
    [{ type: 'secret', sensitive: true }, 'hunter2'],
    [{ type: 'url', url: 'https://a.example/' }, undefined],
    [named, { lat: 1 }],
    [form, { name: 'Ada', address: { zip: 1 } }],
    [{ type: 'in-doubt', attempt: 1 }, { do: 'retry' }],
    [
      { type: 'in-doubt', attempt: 1 },
      { do: 'result', value: { id: 7 } },
    ],
    [{ type: 'in-doubt', attempt: 1 }, { do: 'fail' }],
  ])('a question of %j takes %j', (facts, content) => {
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
    [{ type: 'multi_choice', options, min: 1 }, [], ''],
    [{ type: 'multi_choice', options, max: 1 }, ['red', 'blue'], ''],
    [{ type: 'secret', sensitive: true }, '', ''],
    [{ type: 'secret', sensitive: true }, 7, ''],
    [{ type: 'url', url: 'https://a.example/' }, { code: 'x' }, ''],
    [named, { lat: 'x' }, 'lat'],
    [named, undefined, 'lat'],
    [form, undefined, ''],
    [form, {}, 'name'],
    [form, { name: 'Ada', address: { zip: 'x' } }, 'address.zip'],
    [{ type: 'in-doubt', attempt: 1 }, undefined, ''],
    [{ type: 'in-doubt', attempt: 1 }, { do: 'shrug' }, 'do'],
    [{ type: 'in-doubt', attempt: 1 }, { do: 'result' }, 'value'],
  ])('a question of %j refuses %j and names the field', (facts, content, field) => {
    expect(readContent(request(facts), content)).toMatchObject({ kind: 'invalid', issues: [{ field }] });
  });

  it('quotes nothing of a secret it refuses', () => {
    const refused = readContent(request({ type: 'secret', sensitive: true }), 'canary-'.repeat(4_000));
    expect(refused.kind).toBe('invalid');
    expect(JSON.stringify(refused)).not.toContain('canary');
  });

  it('refuses what a form did not ask for', () => {
    expect(readContent(request(form), { name: 'Ada', role: 'admin' })).toMatchObject({
      issues: [{ field: 'role', message: 'was not asked for' }],
    });
  });
});

describe('an answer beside the asked shape', () => {
  it('is free text for other, and nothing for the rest', () => {
    expect(readOtherAnswer(request(form), 'other', 'ask Ada')).toEqual({ kind: 'valid', value: 'ask Ada' });
    for (const data of [undefined, '', 7, { text: 'x' }])
      expect(readOtherAnswer(request(form), 'other', data)).toMatchObject({ kind: 'invalid' });
    expect(readOtherAnswer(request(form), 'cancel', 'ignored')).toEqual({ kind: 'valid', value: undefined });
  });

  it('is one of the actions a named kind has', () => {
    expect(readOtherAnswer(request(named), 'decline', undefined)).toMatchObject({
      issues: [{ message: 'it cannot be answered with decline, only accept, denied' }],
    });
    expect(takesAction(request(named), 'not_supported')).toBe(true);
    expect(refusalFor(request(named))).toBe('denied');
    expect(refusalFor(request({ ...named, actions: ['accept'] }))).toBeUndefined();
    expect(refusalFor(request(form))).toBe('decline');
  });
});

describe('what is chosen twice', () => {
  it('is not two choices, in a question or in a form', () => {
    const options = [{ value: 'a' }, { value: 'b' }];
    const many: ElicitationRequest = { type: 'multi_choice', message: 'm', options, min: 2 };
    expect(readContent(many, ['a', 'a'])).toMatchObject({
      kind: 'invalid',
      issues: [{ message: '"a" appears twice' }],
    });
    expect(readContent(many, ['b', 'a'])).toMatchObject({ kind: 'valid' });
    const days = { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 2 };
    const form: ElicitationRequest = { type: 'form', message: 'm', schema: { type: 'object', properties: { days } } };
    expect(readContent(form, { days: ['a', 'a'] })).toMatchObject({ kind: 'invalid', issues: [{ field: 'days' }] });
    expect(readContent(form, { days: ['a', 'b'] })).toMatchObject({ kind: 'valid' });
  });
});

describe('toResponse', () => {
  const by = { principal: 'ada', kind: 'person', channel: 'terminal' } as const;

  it.each(Action.options)('says of %s whether it approves', (action) => {
    expect(
      toResponse(
        { executionId: 'exec_1', elicitationId: 'elic_1' },
        { action, by, content: { a: 1 }, reason: 'because' },
      ),
    ).toEqual({
      executionId: 'exec_1',
      elicitationId: 'elic_1',
      approved: action === 'accept',
      data: { a: 1 },
      content: { a: 1 },
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
