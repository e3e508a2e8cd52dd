import { describe, expect, it } from 'vitest';
import { type AskedField, asksNothing, readAskedForm } from './asked-form.js';

const fieldOf = (schema: unknown): AskedField | undefined => {
  const form = readAskedForm({ type: 'object', properties: { x: schema } });
  return form.kind === 'fields' ? form.fields[0] : undefined;
};
const options = (...values: readonly unknown[]) => values.map((value) => ({ value, title: undefined }));

describe('readAskedForm', () => {
  it.each<[unknown, object]>([
    [
      { type: 'string', minLength: 1, maxLength: 2, pattern: 'a', format: 'uuid' },
      { kind: 'text', minLength: 1, maxLength: 2, pattern: 'a', format: 'uuid' },
    ],
    [{ type: ['string'] }, { kind: 'text' }],
    [
      { type: 'number', minimum: 1, exclusiveMaximum: 3, multipleOf: 2 },
      { kind: 'number', minimum: 1, exclusiveMaximum: 3, multipleOf: 2 },
    ],
    [
      { type: 'integer', maximum: 3, exclusiveMinimum: 0 },
      { kind: 'integer', maximum: 3, exclusiveMinimum: 0 },
    ],
    [{ type: 'boolean' }, { kind: 'boolean' }],
    [{ const: 1 }, { kind: 'choice', options: options(1) }],
    [
      { type: 'string', enum: ['a', 1] },
      { kind: 'choice', options: options('a') },
    ],
    [{ enum: ['a', null] }, { kind: 'choice', options: options('a', null) }],
    [
      { enum: ['a', 'b'], enumNames: ['A'] },
      { kind: 'choice', options: [{ title: 'A' }, { title: undefined }] },
    ],
    [
      { anyOf: [{ const: 'a', type: 'string', title: 'A', description: 'the first' }] },
      { kind: 'choice', options: [{ value: 'a', title: 'A' }] },
    ],
    [
      { type: 'array', items: { oneOf: [{ const: 'a' }] }, minItems: 1, maxItems: 2, uniqueItems: true },
      { kind: 'choices', options: options('a'), minItems: 1, maxItems: 2 },
    ],
    [{ type: 'object' }, { kind: 'json', type: 'object' }],
    [{ type: 'array' }, { kind: 'json', type: 'array' }],
    [{}, { kind: 'json', type: undefined }],
    [true, { kind: 'json', type: undefined }],
  ])('reads %j, with nothing left over', (schema, facts) => {
    expect(fieldOf(schema)).toMatchObject({ ...facts, rest: undefined });
  });

  it.each<[unknown, string, object]>([
    [{ type: 'string', not: { const: 'a' } }, 'text', { not: { const: 'a' } }],
    [{ type: 'string', anyOf: [{ minLength: 1 }] }, 'text', { anyOf: [{ minLength: 1 }] }],
    [{ type: 'string', minLength: 'x' }, 'text', { minLength: 'x' }],
    [{ type: 'integer', exclusiveMinimum: true }, 'integer', { exclusiveMinimum: true }],
    [{ type: 'string', enum: ['a', 'bc'], minLength: 2 }, 'choice', { minLength: 2 }],
    [{ enum: ['a'], const: 'a' }, 'choice', { enum: ['a'] }],
    [
      { type: 'array', items: { enum: ['a', 'b'], minLength: 2 } },
      'choices',
      { items: { enum: ['a', 'b'], minLength: 2 } },
    ],
    [{ type: 'array', items: { enum: ['a'] }, contains: { const: 'a' } }, 'choices', { contains: { const: 'a' } }],
    [{ type: 'array', items: { type: 'object' } }, 'json', { items: { type: 'object' } }],
    [{ type: ['string', 'null'], minLength: 1 }, 'json', { type: ['string', 'null'], minLength: 1 }],
    [{ oneOf: [{ const: 'a', pattern: 'b' }] }, 'json', { oneOf: [{ const: 'a', pattern: 'b' }] }],
    [{ type: 'boolean', unheardOf: 1 }, 'boolean', { unheardOf: 1 }],
    [false, 'json', { not: {} }],
  ])('reads %j as %s, and keeps what it has no word for', (schema, kind, rest) => {
    expect(fieldOf(schema)).toMatchObject({ kind, rest });
    expect(fieldOf(schema)?.rest).toEqual(rest);
  });

  it('ignores keywords that say nothing about the value, or that are for another type', () => {
    const says = { $comment: 'c', examples: [1], deprecated: true, 'x-order': 1, contentEncoding: 'base64' };
    expect(fieldOf({ type: 'string', ...says, minimum: 1, required: ['a'] })?.rest).toBeUndefined();
  });

  it('names fields, and says which are needed', () => {
    const properties = { a: { type: 'string', title: 'A', description: 'D', default: 'x' }, b: {} };
    expect(readAskedForm({ properties, required: ['b'], additionalProperties: false })).toMatchObject({
      kind: 'fields',
      rest: undefined,
      fields: [
        { name: 'a', label: 'A', title: 'A', description: 'D', default: 'x', isRequired: false },
        { name: 'b', label: 'b', title: undefined, isRequired: true },
      ],
    });
  });

  it('keeps what a form says beside its fields', () => {
    const properties = { a: {} };
    expect(readAskedForm({ type: 'object', properties, minProperties: 1 })).toMatchObject({
      rest: { minProperties: 1 },
    });
    expect(readAskedForm({ type: 'object', properties, required: ['a', 'b'] })).toMatchObject({
      rest: { required: ['b'] },
    });
  });

  it.each([
    { type: 'string' },
    {},
    { type: 'object', anyOf: [{ required: ['a'] }] },
    { type: 'object', additionalProperties: { type: 'string' } },
    { oneOf: [{ type: 'object' }, { type: 'array' }] },
  ])('leaves %j to JSON', (schema) => {
    expect(readAskedForm(schema)).toMatchObject({ kind: 'json', schema });
  });

  it('asks for nothing where there is nothing to say', () => {
    expect(asksNothing(readAskedForm({ type: 'object', properties: {} }))).toBe(true);
    expect(asksNothing(readAskedForm({ type: 'object', required: ['a'] }))).toBe(false);
  });
});
