import { describe, expect, it } from 'vitest';
import { fieldsOf } from './fields-of.ts';

const controls = (properties: object): readonly string[] =>
  fieldsOf({ type: 'object', properties: { ...properties } }).map(({ control }) => control);

describe('fieldsOf', () => {
  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'boolean' }, 'check'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'string', enum: ['a', 'b'] }, 'choice'],
    [{ oneOf: [{ const: 'a', title: 'A' }] }, 'choice'],
    [{ type: 'array', items: { enum: ['a'] } }, 'choices'],
    [{ type: 'array', items: { anyOf: [{ const: 'a' }] } }, 'choices'],
    [{ type: 'array', items: { type: 'object' } }, 'json'],
    [{ type: 'object' }, 'json'],
    [{ oneOf: [{ type: 'string' }, { const: 'a' }] }, 'json'],
    [{}, 'json'],
    [true, 'json'],
  ])('edits %j with %s', (schema, control) => {
    expect(controls({ field: schema })).toEqual([control]);
  });

  it('names options by their titles', () => {
    const [legacy] = fieldsOf({ properties: { r: { enum: ['dev', 'pm'], enumNames: ['Developer'] } } });
    expect(legacy).toMatchObject({ options: [{ title: 'Developer' }, { title: 'pm' }] });
  });

  it('starts with what there is, then with the default', () => {
    const schema = {
      properties: { a: { type: 'string', default: 'x' }, b: { type: 'string', default: 'y' } },
      required: ['b'],
    };
    expect(fieldsOf(schema, { a: 'given' })).toMatchObject([
      { initial: 'given', isRequired: false },
      { initial: 'y', isRequired: true },
    ]);
  });

  it('takes nothing from a prototype', () => {
    const [field] = fieldsOf({ properties: JSON.parse('{"toString":{"type":"string"}}') }, {});
    expect(field?.initial).toBeUndefined();
  });
});
