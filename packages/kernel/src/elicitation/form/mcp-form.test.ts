import { describe, expect, it } from 'vitest';
import { choiceOrInput } from '../kinds/choice-or-input.js';
import { location } from '../kinds/location.js';
import { readElicitRequest } from '../read-elicit-request.js';
import { schemaOfFields } from './form-fields.js';
import { fallbackFormOf, mcpFormOf } from './mcp-form.js';

const schema = schemaOfFields([
  { name: 'name', type: 'string', required: true, title: 'Your name', pattern: '^[a-z]+$', maxLength: 9 },
  { name: 'email', type: 'string', format: 'email' },
  {
    name: 'role',
    type: 'enum',
    enum: [
      ['dev', 'Developer'],
      ['pm', 'Product Manager'],
    ],
  },
  { name: 'days', type: 'enum', enum: ['mon', 'tue'], multi: true, min: 1 },
  { name: 'team', type: 'multi_choice', options: [{ value: 'a', label: 'A' }] },
  { name: 'age', type: 'integer', minimum: 0 },
  { name: 'ok', type: 'boolean', default: true },
]);

describe('mcpFormOf', () => {
  it('asks for every kind of field the protocol has, and never sends a pattern', () => {
    const { requestedSchema, notes, missing } = mcpFormOf(schema);
    expect(requestedSchema).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Your name', maxLength: 9 },
        email: { type: 'string', format: 'email' },
        role: {
          type: 'string',
          oneOf: [
            { const: 'dev', title: 'Developer' },
            { const: 'pm', title: 'Product Manager' },
          ],
        },
        days: { type: 'array', minItems: 1, items: { type: 'string', enum: ['mon', 'tue'] } },
        team: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
        age: { type: 'integer', minimum: 0 },
        ok: { type: 'boolean', default: true },
      },
      required: ['name'],
    });
    expect(notes).toEqual(['"name" must match ^[a-z]+$']);
    expect(missing).toEqual([]);
  });

  it('says what it left out, and which of it is required', () => {
    const nested = { type: 'object', properties: { zip: { type: 'string' } } };
    const form = mcpFormOf({ type: 'object', properties: { home: nested, note: nested }, required: ['home'] });
    expect(form.requestedSchema.properties).toEqual({});
    expect(form.notes).toEqual(['"home" cannot be asked for here', '"note" cannot be asked for here']);
    expect(form.missing).toEqual(['home']);
  });
});

describe('fallbackFormOf', () => {
  const asked = (request: unknown) => {
    const read = readElicitRequest(request).request;
    return read.type === 'named' ? fallbackFormOf(read) : undefined;
  };

  it('makes a form of a kind whose answer is flat', () => {
    expect(asked(location.requestFor({}))).toMatchObject({
      type: 'form',
      schema: { required: ['lat', 'lng'] },
    });
  });

  it('makes none of a kind whose answer is not', () => {
    const choices = [{ label: 'A', value: 'a' }];
    expect(asked(choiceOrInput.requestFor({ message: 'm', choices }))).toBeUndefined();
  });
});
