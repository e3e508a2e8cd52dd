import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issuesText, readSchema } from './json-schema.js';

const said = (zod: z.ZodType, value: unknown): string => {
  const parsed = readSchema(zod).parse(value);
  return parsed.kind === 'valid' ? 'valid' : issuesText(parsed.issues);
};
const one = (zod: z.ZodType, value: unknown): string => said(z.object({ a: zod }), { a: value });

describe('what does not fit a zod schema', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['"a": is missing', z.string(), undefined],
    ['"a": must be a text', z.string(), 5],
    ['"a": must be a number', z.number(), null],
    ['"a": must be a whole number', z.int(), 1.5],
    ['"a": must be a list', z.array(z.string()), 'x'],
    ['"a": must be an object', z.record(z.string(), z.string()), []],
    ['"a": must be true or false', z.boolean(), 'yes'],
    ['"a": must be one of "open", "closed"', z.enum(['open', 'closed']), 'OPEN'],
    ['"a": must be "open"', z.literal('open'), 'closed'],
    ['"a": must have at least 1 character', z.string().min(1), ''],
    ['"a": must have at most 2 characters', z.string().max(2), 'abc'],
    ['"a": must have exactly 2 items', z.array(z.string()).length(2), ['x']],
    ['"a": must be at most 100', z.int().max(100), 1000],
    ['"a": must be more than 0', z.number().positive(), 0],
    ['"a": must be a multiple of 5', z.number().multipleOf(5), 7],
    ['"a": must be an email address, such as name@example.com', z.email(), 'ada'],
  ])('is said as a document says it: %s', (words, zod, value) => {
    expect(one(zod, value)).toBe(words);
  });

  it('is said of the value itself where that is wrong', () => {
    expect(said(z.object({}), undefined)).toBe('must be an object');
  });

  it('keeps the words of the schema’s author', () => {
    expect(one(z.string('give a name'), 5)).toBe('"a": give a name');
    expect(one(z.string().min(1, 'not empty, please'), '')).toBe('"a": not empty, please');
    expect(
      one(
        z.string().refine((text) => text !== 'x', 'no x'),
        'x',
      ),
    ).toBe('"a": no x');
  });

  it('says the same of required keys and sizes as a document does', () => {
    const document = readSchema({
      type: 'object',
      properties: { a: { type: 'string', minLength: 2 }, b: { type: 'integer', maximum: 5 }, c: { enum: ['x', 'y'] } },
      required: ['a', 'd'],
    });
    const schema = z.object({ a: z.string().min(2), b: z.int().max(5), c: z.enum(['x', 'y']), d: z.string() });
    const value = { a: 'x', b: 6, c: 'z' };
    const parsed = document.parse(value);
    const words = parsed.kind === 'valid' ? [] : parsed.issues.map(({ field, message }) => `${field} ${message}`);
    const ours = readSchema(schema).parse(value);
    expect(
      ours.kind === 'valid' ? [] : ours.issues.map(({ field, message }) => `${field} ${message}`).toSorted(),
    ).toEqual(words.toSorted());
  });
});
