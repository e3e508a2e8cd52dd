import { describe, expect, it } from 'vitest';
import { schemaOfFields } from './form-fields.js';
import { readForm } from './read-form.js';

const one = (field: object): unknown => Object(schemaOfFields([{ name: 'x', ...field }])['properties']).x;

describe('schemaOfFields', () => {
  it.each<[object, object]>([
    [
      { type: 'string', title: 'T', description: 'D', minLength: 1, maxLength: 9, pattern: '^a', format: 'email' },
      { type: 'string', title: 'T', description: 'D', minLength: 1, maxLength: 9, pattern: '^a', format: 'email' },
    ],
    [
      { type: 'string', pattern: /^\d+$/, format: 'date_time' },
      { type: 'string', pattern: '^\\d+$', format: 'date-time' },
    ],
    [
      { type: 'text', prompt: 'Who?' },
      { type: 'string', title: 'Who?' },
    ],
    [
      { type: 'boolean', default: true },
      { type: 'boolean', default: true },
    ],
    [
      { type: 'integer', minimum: 1, maximum: 5, default: 2 },
      { type: 'integer', minimum: 1, maximum: 5, default: 2 },
    ],
    [
      { type: 'enum', enum: ['a', 'b'], default: 'a' },
      { type: 'string', enum: ['a', 'b'], default: 'a' },
    ],
    [
      { type: 'enum', enum: [['a', 'The a'], 'b'] },
      {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'The a' },
          { const: 'b', title: 'b' },
        ],
      },
    ],
    [
      { type: 'enum', enum: ['a', 'b'], multi: true, min: 1, max: 2, default: ['a'] },
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, maxItems: 2, default: ['a'] },
    ],
    [
      { type: 'multi_choice', options: [{ value: 'a', title: 'The a' }] },
      { type: 'array', items: { anyOf: [{ const: 'a', title: 'The a' }] } },
    ],
    [
      { type: 'choice', options: [{ value: 'a', label: 'The a' }] },
      { type: 'string', oneOf: [{ const: 'a', title: 'The a' }] },
    ],
  ])('reads %j', (field, schema) => {
    expect(one(field)).toEqual(schema);
    expect(() => readForm(schemaOfFields([{ name: 'x', ...field }]))).not.toThrow();
  });

  it('requires what says so, and what is put as a question', () => {
    const fields = [
      { name: 'a', type: 'string' },
      { name: 'b', type: 'string', required: true },
      { name: 'c', type: 'string', prompt: 'C?' },
      { name: 'd', type: 'string', prompt: 'D?', required: false },
    ];
    expect(schemaOfFields(fields)['required']).toEqual(['b', 'c']);
  });

  it.each([
    ['an unknown type', { name: 'x', type: 'file' }, 'type'],
    ['an option of another type', { name: 'x', type: 'boolean', minLength: 1 }, 'minLength'],
    ['no name', { type: 'string' }, 'name'],
    ['nothing to choose from', { name: 'x', type: 'enum', enum: [] }, 'enum'],
  ])('refuses %s', (_what, field, named) => {
    expect(() => schemaOfFields([field])).toThrow(named);
  });

  it('refuses a name that appears twice', () => {
    const field = { name: 'x', type: 'string' };
    expect(() => schemaOfFields([field, field])).toThrow('appears twice');
  });
});
