import { readAskedForm } from '@toolshed/kernel/runtime';
import { describe, expect, it } from 'vitest';
import { flatFields } from './flat-fields.js';

const fieldsOf = (properties: object) => flatFields(readAskedForm({ type: 'object', properties }))?.properties;

describe('the fields of a form', () => {
  it('keep what MCP has a word for and lose the rest', () => {
    expect(fieldsOf({ id: { type: 'string', pattern: '^a', minLength: 2, format: 'email', examples: ['a'] } })).toEqual(
      {
        id: { type: 'string', minLength: 2, format: 'email' },
      },
    );
  });

  it('keep choices with and without titles, one or several', () => {
    const titled = [{ const: 'a', title: 'A' }];
    const fields = {
      one: { type: 'string', enum: ['a'] },
      named: { type: 'string', oneOf: titled },
      namedAsBefore: { type: 'string', enum: ['a'], enumNames: ['A'] },
      many: { type: 'array', items: { type: 'string', enum: ['a'] }, maxItems: 1 },
      manyNamed: { type: 'array', items: { anyOf: titled } },
    };
    expect(fieldsOf(fields)).toEqual(fields);
  });

  it('show what a program wrote with nothing hidden in it', () => {
    expect(fieldsOf({ a: { type: 'string', title: 'x\u202ey' } })).toEqual({
      a: { type: 'string', title: 'x‹U+202E›y' },
    });
  });

  it.each([
    ['an object', { type: 'object' }],
    ['a list of objects', { type: 'array', items: { type: 'object' } }],
    ['no type', {}],
    ['several types', { type: ['string', 'null'] }],
    ['choices that are no texts', { enum: [1, 2] }],
    ['alternatives', { type: 'string', anyOf: [{ minLength: 1 }] }],
    ['what a client cannot express', { type: 'string', not: { const: 'a' } }],
  ])('are not flat with %s', (_, field) => {
    expect(fieldsOf({ field })).toBeUndefined();
  });
});
