import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readElicitRequest } from './read-elicit-request.js';
import { ElicitationRequest } from './request.js';

const read = (raw: unknown) => readElicitRequest(raw).request;

const fieldsRefused = (raw: unknown): readonly string[] => {
  try {
    readElicitRequest(raw);
    return [];
  } catch (error) {
    const issues: unknown = Reflect.get(Object(error), 'issues');
    return Array.isArray(issues) ? issues.map(({ path }) => path.join('.')) : [String(error)];
  }
};

describe('readElicitRequest', () => {
  it('takes the shortest question for an approval', () => {
    expect(read({ message: 'Go on?' })).toEqual({ type: 'approval', message: 'Go on?' });
  });

  it.each([
    { type: 'approval', message: 'm', toolPath: 'mail.send', args: { to: 'ada' }, description: 'd' },
    { type: 'confirmation', message: 'm', default: true },
    { type: 'text', message: 'm', default: 'x' },
    { type: 'choice', message: 'm', options: [{ value: 'a', label: 'A' }], default: 'a' },
    { type: 'multi_choice', message: 'm', options: [{ value: 'a' }], default: ['a'] },
    { type: 'secret', message: 'm', sensitive: true, name: 'openai' },
    { type: 'form', message: 'm', schema: { type: 'object', properties: { name: { type: 'string' } } } },
    { type: 'secret', message: 'm', sensitive: true, name: 'OPENAI_API_KEY' },
    { type: 'url', message: 'm', url: 'https://a.example/' },
  ])('reads a $type', (request) => {
    expect(read(request)).toEqual(request);
  });

  const choice = { type: 'choice', message: 'm', options: ['a', 'b'] };
  const many = { ...choice, type: 'multi_choice' };
  const form = (field: object) => ({ type: 'form', message: 'm', fields: [{ name: 'f', ...field }] });
  const schema = (property: object) => ({
    type: 'form',
    message: 'm',
    schema: { type: 'object', properties: { f: property } },
  });
  it.each([
    ['default', { ...choice, default: 'c' }],
    ['default', { ...many, default: ['a', 'c'] }],
    ['default', { ...many, default: ['a', 'a'] }],
    ['default', { ...many, default: ['a'], min: 2 }],
    ['options', { ...choice, options: ['a', 'b', 'a'] }],
    ['options', { ...many, options: ['a', { value: 'a', label: 'A' }] }],
    ['options', { ...choice, options: [] }],
    ['min', { ...many, min: 2, max: 1 }],
    ['min', { ...many, min: 3 }],
    ['min', { ...many, min: 3, max: 5 }],
    ['schema', form({ type: 'string', minLength: 3, maxLength: 2 })],
    ['schema', form({ type: 'number', minimum: 3, maximum: 2 })],
    ['schema', form({ type: 'integer', minimum: 1.2, maximum: 1.8 })],
    ['schema', form({ type: 'string', default: 'x', minLength: 2 })],
    ['schema', form({ type: 'string', default: 'x', format: 'email' })],
    ['schema', form({ type: 'string', default: 'x', pattern: '^y' })],
    ['schema', form({ type: 'integer', default: 1.5 })],
    ['schema', form({ type: 'choice', options: ['a'], default: 'b' })],
    ['schema', form({ type: 'multi_choice', options: ['a', 'b'], min: 3 })],
    ['schema', form({ type: 'multi_choice', options: ['a', 'b'], min: 2, max: 1 })],
    ['schema', form({ type: 'multi_choice', options: ['a', 'b'], default: ['a', 'a'] })],
    ['schema', form({ type: 'enum', enum: ['a', 'b'], multi: true, min: 3 })],
    ['fields.0.options', form({ type: 'choice', options: ['a', 'a'] })],
    ['fields.0.options', form({ type: 'choice', options: [] })],
    ['fields.0.enum', form({ type: 'enum', enum: ['a', ['a', 'A']] })],
    ['fields.0.minimum', form({ type: 'number', minimum: Number.NaN })],
    ['fields.0.maximum', form({ type: 'number', maximum: Number.POSITIVE_INFINITY })],
    ['fields.0.pattern', form({ type: 'string', pattern: /a/i })],
    ['fields.0.pattern', form({ type: 'string', pattern: /^a$/m })],
    ['fields.0.pattern', form({ type: 'string', pattern: /a.b/s })],
    ['fields.0.pattern', form({ type: 'string', pattern: /a/y })],
    ['schema', { type: 'form', message: 'm', schema: z.object({ f: z.string().regex(/a/i) }) }],
    ['schema', { type: 'form', message: 'm', schema: z.object({ f: z.array(z.string().regex(/a/i)).optional() }) }],
    ['schema', { type: 'form', message: 'm', schema: { type: 'object', required: ['f'] } }],
    ['schema', { type: 'form', message: 'm', schema: { type: 'object', properties: { a: {} }, required: ['b'] } }],
    ['schema', schema({ type: 'number', exclusiveMinimum: 1, maximum: 1 })],
    ['schema', schema({ type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 })],
    ['schema', schema({ type: 'string', enum: [1, 2] })],
    ['schema', schema({ enum: ['a', 'a'] })],
    ['schema', schema({ oneOf: [{ const: 'a' }, { const: 'a', title: 'A' }] })],
    ['schema', schema({ type: 'array', items: { anyOf: [{ const: 'a' }] }, minItems: 2 })],
    ['schema', schema({ type: 'object', properties: { g: { type: 'string', minLength: 2, maxLength: 1 } } })],
  ])('refuses %s that nobody could answer by: %j', (field, request) => {
    const [refused] = fieldsRefused(request);
    expect(refused).toBe(field);
  });

  it.each([
    form({ type: 'string', pattern: /^a$/u }),
    form({ type: 'string', pattern: /a/dg, minLength: 2, maxLength: 2 }),
    form({ type: 'integer', minimum: 1, maximum: 1 }),
    form({ type: 'multi_choice', options: ['a', 'b'], min: 2, max: 2, default: ['b', 'a'] }),
    schema({ type: 'integer', exclusiveMinimum: 1, maximum: 2 }),
    schema({ enum: ['1', 1] }),
    { ...many, min: 0, max: 5 },
  ])('takes bounds that leave one answer: %j', (request) => {
    expect(fieldsRefused(request)).toEqual([]);
  });

  it('reads options given as plain text', () => {
    expect(read({ type: 'choice', message: 'm', options: ['a', { value: 'b' }] })).toMatchObject({
      options: [{ value: 'a' }, { value: 'b' }],
    });
  });

  it('knows a secret for one whether or not it says so', () => {
    expect(read({ type: 'secret', message: 'm' })).toEqual({ type: 'secret', message: 'm', sensitive: true });
    expect(read({ type: 'secret', message: 'm', sensitive: false })).toMatchObject({ sensitive: true });
  });

  it('refuses a prompt beside a message that says something else', () => {
    expect(read({ type: 'text', prompt: 'Who?', message: 'Who?' })).toMatchObject({ message: 'Who?' });
    expect(() => read({ type: 'text', prompt: 'Who?', message: 'Where?' })).toThrow('give one of them');
  });

  it('takes a prompt for the message, and a list of fields for a form’s schema', () => {
    expect(read({ type: 'form', prompt: 'Who?', fields: [{ name: 'name', type: 'text', prompt: 'Name?' }] })).toEqual({
      type: 'form',
      message: 'Who?',
      schema: {
        type: 'object',
        properties: { name: { type: 'string', title: 'Name?' } },
        required: ['name'],
        additionalProperties: false,
      },
    });
  });

  it('takes what is null for unset, in the request, its fields and its options', () => {
    const unset = { options: null, fields: null, default: null, sensitive: null, description: null, args: null };
    expect(read({ type: 'text', prompt: 'Who?', ...unset, expiresInMs: null })).toEqual({
      type: 'text',
      message: 'Who?',
    });
    expect(read({ ...unset, type: null, message: 'Go on?' })).toEqual({ type: 'approval', message: 'Go on?' });
    expect(read({ ...unset, type: 'choice', message: 'm', options: [{ value: 'a', label: null }] })).toEqual({
      type: 'choice',
      message: 'm',
      options: [{ value: 'a' }],
    });
    const field = { name: 'n', prompt: 'N?', type: 'choice', options: [{ value: 'a', label: null }], default: null };
    expect(read({ ...unset, message: 'm', fields: [{ ...field, title: null }] })).toMatchObject({
      schema: { properties: { n: { type: 'string', title: 'N?', enum: ['a'] } } },
    });
  });

  it('keeps null where it is a value', () => {
    const schema = { type: 'object', properties: { a: { enum: [null, 'a'] } } };
    expect(read({ message: 'm', schema })).toMatchObject({ schema });
    expect(read({ message: 'm', args: { a: null } })).toMatchObject({ args: { a: null } });
  });

  it('knows a form by its fields or its schema', () => {
    expect(read({ message: 'm', fields: [{ name: 'n', type: 'text' }] })).toMatchObject({ type: 'form' });
    expect(read({ message: 'm', schema: { type: 'object' } })).toMatchObject({ type: 'form' });
    expect(fieldsRefused({ type: 'text', message: 'm', fields: [] })).not.toEqual([]);
  });

  it('takes a text for the default of any kind that has one', () => {
    expect(read({ type: 'confirmation', message: 'm', default: 'Yes' })).toMatchObject({ default: true });
    expect(read({ type: 'confirmation', message: 'm', default: 'false' })).toMatchObject({ default: false });
    expect(read({ type: 'multi_choice', message: 'm', options: ['a'], default: 'a' })).toMatchObject({
      default: ['a'],
    });
    expect(fieldsRefused({ type: 'confirmation', message: 'm', default: 'perhaps' })).toEqual(['default']);
  });

  it('names the place of a field it does not know', () => {
    expect(fieldsRefused({ message: 'm', fields: [{ name: 'n', type: 'text', colour: 'red' }] })).toEqual(['fields.0']);
  });

  it('takes any object for a form that gives no schema', () => {
    expect(read({ type: 'form', message: 'm' })).toMatchObject({ schema: { type: 'object' } });
  });

  it('takes every secret for sensitive, whatever its asker says', () => {
    expect(read({ type: 'secret', message: 'm', sensitive: false })).toEqual({
      type: 'secret',
      message: 'm',
      sensitive: true,
    });
  });

  it('hands the time limit back beside the request', () => {
    expect(readElicitRequest({ message: 'm', expiresInMs: 50 })).toEqual({
      request: { type: 'approval', message: 'm' },
      expiresInMs: 50,
    });
  });

  it.each<[string, unknown, string]>([
    ['no message', {}, 'message'],
    ['a type nobody knows', { message: 'm', type: 'mind-reading' }, 'type'],
    ['a choice without options', { message: 'm', type: 'choice', options: [] }, 'options'],
    ['an option without a value', { message: 'm', type: 'choice', options: [{ label: 'A' }] }, 'options.0.value'],
    ['a time limit of nothing', { message: 'm', expiresInMs: 0 }, 'expiresInMs'],
    ['arguments that are not JSON', { message: 'm', args: { when: new Date(0) } }, 'args.when'],
    ['a preview of its own', { message: 'm', preview: { kind: 'text', text: 'harmless' } }, 'preview'],
    ['fields beside a schema', { message: 'm', type: 'form', fields: [], schema: {} }, 'fields'],
    ['a form of something else', { message: 'm', type: 'form', schema: { type: 'string' } }, 'schema'],
    ['a flow that no page has', { message: 'm', elicitationId: 'f'.repeat(16) }, ''],
    ['a form schema nothing can be checked with', { message: 'm', type: 'form', schema: { type: 'banana' } }, 'schema'],
  ])('refuses %s and names the field', (_what, raw, field) => {
    expect(fieldsRefused(raw)).toEqual([field]);
  });

  it('refuses a field it does not know', () => {
    expect(() => readElicitRequest({ message: 'm', approved: true })).toThrow('approved');
  });

  it('says which types there are, and where what a kind takes belongs', () => {
    expect(() => readElicitRequest({ type: 'confirm', message: 'm' })).toThrow(
      /there are approval, confirmation, .*, url, location, .*, choice-or-input/,
    );
    expect(() => readElicitRequest({ type: 'location', accuracy: 'high' })).toThrow(
      /what .*location.* goes in .*input/,
    );
    expect(fieldsRefused({ type: 'location', actions: ['accept'] })).toEqual(['actions']);
    const waiting = { timeoutMs: 5, whenNobody: 'not_supported' } as const;
    const asked = read({ type: 'location', message: 'Where?', default: undefined, ...waiting });
    expect(asked).toMatchObject({ message: 'Where?', ...waiting });
  });

  it('leaves the in-doubt question to the runtime', () => {
    const request = { type: 'in-doubt', message: 'm', attempt: 1 };
    expect(() => readElicitRequest(request)).toThrow('only the runtime asks this');
    expect(ElicitationRequest.parse(request)).toEqual(request);
  });

  it('copies the arguments, so that changing them later changes nothing shown', () => {
    const args = { title: 'safe', list: ['safe'] };
    const request = read({ message: 'm', args });
    args.title = 'evil';
    args.list.push('evil');
    expect(request.args).toEqual({ title: 'safe', list: ['safe'] });
  });

  it('shows every argument, even one called __proto__', () => {
    const args: unknown = JSON.parse('{"a":1,"__proto__":{"admin":true}}');
    expect(JSON.stringify(read({ message: 'm', args }).args)).toBe('{"__proto__":{"admin":true},"a":1}');
  });

  it('leaves out arguments that are undefined', () => {
    expect(read({ message: 'm', args: { a: 1, b: undefined } }).args).toEqual({ a: 1 });
  });
});
