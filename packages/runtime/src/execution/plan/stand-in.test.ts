import { defineTool } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { STAND_IN_MARK, standInForAnswer, standInForResult } from './stand-in.js';

const toolWith = (output: z.ZodType | Record<string, unknown> | undefined) =>
  defineTool({
    path: 'shop.order',
    description: 'Order',
    input: z.object({}),
    ...(output === undefined ? {} : { output }),
    handler: () => undefined,
  });

const valueFor = (output: z.ZodType | Record<string, unknown>): unknown => {
  const made = standInForResult(toolWith(output));
  return made.kind === 'value' ? made.value : made.missing;
};

describe('a stand-in for a result', () => {
  it('fits the schema, and its texts say what they are', () => {
    const schema = z.object({
      order: z.string(),
      count: z.int().min(3),
      kind: z.enum(['b', 'a']),
      when: z.iso.datetime(),
      to: z.email(),
      lines: z.array(z.object({ item: z.string().nullable() })),
      note: z.string().optional(),
    });
    const value = schema.parse(valueFor(schema));
    expect(value).toMatchObject({ count: 3, kind: 'b', lines: [{ item: expect.stringContaining(STAND_IN_MARK) }] });
    expect(value.order).toBe(`${STAND_IN_MARK}result of shop.order)`);
  });

  it('is made from documents with references, alternatives and parts', () => {
    const document = {
      $defs: { id: { type: 'integer' } },
      allOf: [
        { type: 'object', properties: { id: { $ref: '#/$defs/id' } }, required: ['id'] },
        { type: 'object', properties: { state: { anyOf: [{ type: 'null' }, { const: 'open' }] } } },
      ],
    };
    expect(valueFor(document)).toEqual({ id: 1, state: 'open' });
  });

  it.each([
    ['nothing is promised', undefined, 'does not say what its result looks like'],
    ['anything may come', z.unknown(), 'may be anything'],
    ['a text has to match a pattern', z.string().regex(/^[a-z]{3}$/), 'no value could be generated'],
    ['a list has to be long', { type: 'array', minItems: 1_000_000 }, 'no value could be generated'],
    ['a schema contains itself', { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] }, 'no value'],
  ])('is not made where %s', (_, output, why) => {
    expect(standInForResult(toolWith(output))).toMatchObject({ kind: 'none', missing: expect.stringContaining(why) });
  });
});

describe('a stand-in for an answer', () => {
  it('is the default that the question offers', () => {
    const form = { type: 'object', properties: { a: { type: 'string', default: 'x' }, b: { type: 'string' } } };
    const standIn = (request: Parameters<typeof standInForAnswer>[0]) => standInForAnswer(request);
    expect(standIn({ type: 'text', message: '?', default: 'Ada' })).toEqual({ kind: 'value', value: 'Ada' });
    expect(standIn({ type: 'confirmation', message: '?', default: false })).toEqual({ kind: 'value', value: false });
    expect(standIn({ type: 'form', message: '?', schema: form })).toEqual({ kind: 'value', value: { a: 'x' } });
    expect(standIn({ type: 'form', message: '?', schema: { ...form, required: ['b'] } }).kind).toBe('none');
    expect(standIn({ type: 'text', message: '?' }).kind).toBe('none');
    expect(standIn({ type: 'secret', message: '?', sensitive: true }).kind).toBe('none');
  });
});
