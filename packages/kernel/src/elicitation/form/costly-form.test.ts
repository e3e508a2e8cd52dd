import { describe, expect, it } from 'vitest';
import { readForm, problemOfForm } from './read-form.js';
import type { JsonSchema } from '../../tool/schema/json-schema.js';

const many = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const oneField = (field: object): JsonSchema => ({ type: 'object', properties: { a: field } });
const list = (items: object, value: readonly unknown[]): JsonSchema =>
  oneField({ type: 'array', items, default: value });

/** Each as large as a program may send, and costly only by what it makes us compare. */
const COSTLY: Readonly<Record<string, JsonSchema>> = {
  'a long list of choices not among many': list(
    { enum: many(30_000, (n) => `v${n}`) },
    many(30_000, (n) => `w${n}`),
  ),
  'a long list against many alternatives': list(
    { anyOf: many(9_000, (n) => ({ const: `v${n}` })) },
    many(30_000, () => 'x'),
  ),
  'a long list of things that lack much': list(
    { required: many(30_000, (n) => `r${n}`) },
    many(30_000, () => ({})),
  ),
  'a long text against many alternatives': oneField({
    anyOf: many(9_000, () => ({ minLength: 600_000 })),
    default: 'x'.repeat(500_000),
  }),
  'a large thing against many like it': oneField({
    anyOf: many(9_000, () => ({ uniqueItems: true })),
    default: many(50_000, (n) => n % 49_999),
  }),
  'a long list of texts against a large constant': list(
    { const: many(30_000, (n) => n) },
    many(30_000, () => [1]),
  ),
  'patterns on end': {
    type: 'object',
    properties: Object.fromEntries(many(2_000, (n) => [`f${n}`, { pattern: `${'(a{5}b?){9}'.repeat(20)}${n}` }])),
  },
  'defaults that are costly together': {
    type: 'object',
    properties: Object.fromEntries(
      many(90, (n) => [`f${n}`, { type: 'string', pattern: `^(a?){120}${n}?$`, default: 'a'.repeat(4_000) }]),
    ),
  },
};

describe('a form that costs more to check than to write', () => {
  it.each(Object.entries(COSTLY))('is refused in short words and little time: %s', (_name, schema) => {
    const before = Date.now();
    const problem = problemOfForm(schema);
    expect(problem).toBeDefined();
    expect(problem?.length).toBeLessThan(2_000);
    expect(Date.now() - before).toBeLessThan(10_000);
  });

  it('is not a large one that a person can fill in', () => {
    const values = many(2_000, (n) => `value ${n}`);
    const form = readForm(oneField({ type: 'array', items: { oneOf: values.map((one) => ({ const: one })) } }));
    expect(form.parse({ a: values.slice(0, 300) }).kind).toBe('valid');
    expect(form.parse({ a: ['none'] })).toMatchObject({ issues: [{ message: expect.stringMatching(/2000 in all/) }] });
    const text = readForm(oneField({ type: 'string', maxLength: 1_000_000 }));
    expect(text.parse({ a: 'x'.repeat(1_000_000) }).kind).toBe('valid');
  });
});
