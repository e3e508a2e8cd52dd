import { describe, expect, it } from 'vitest';
import { inputsOf, wholeLimits } from './field-inputs.ts';

const controls = (properties: object): readonly string[] =>
  inputsOf({ type: 'object', properties: { ...properties } }).map(({ control }) => control);

describe('inputsOf', () => {
  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'boolean' }, 'check'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'string', format: 'date-time' }, 'datetime-local'],
    [{ enum: [1, null] }, 'choice'],
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
    const [legacy] = inputsOf({ properties: { r: { enum: ['dev', 'pm'], enumNames: ['Developer'] } } });
    expect(legacy?.field).toMatchObject({ options: [{ title: 'Developer' }, { value: 'pm' }] });
  });

  it('starts with what there is, then with the default', () => {
    const schema = {
      properties: { a: { type: 'string', default: 'x' }, b: { type: 'string', default: 'y' } },
      required: ['b'],
    };
    expect(inputsOf(schema, { a: 'given' })).toMatchObject([
      { initial: 'given', field: { isRequired: false } },
      { initial: 'y', field: { isRequired: true } },
    ]);
  });

  it('takes nothing from a prototype', () => {
    const [field] = inputsOf({ properties: JSON.parse('{"toString":{"type":"string"}}') }, {});
    expect(field?.initial).toBeUndefined();
  });

  it('edits an answer without fields as one text of JSON, and says what a form wants beside its fields', () => {
    expect(inputsOf({ type: 'string' })).toMatchObject([{ control: 'json', field: { rest: { type: 'string' } } }]);
    const schema = { type: 'object', properties: { a: {} }, minProperties: 1 };
    expect(wholeLimits(schema)).toEqual({ minProperties: 1 });
  });
});
