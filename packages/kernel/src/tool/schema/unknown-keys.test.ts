// A call's arguments lose no key: what a schema does not know is refused, or passed on to the handler.

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issuesText, readArgumentSchema, type SchemaSource } from './json-schema.js';

const said = (source: SchemaSource<unknown>, value: unknown): string => {
  const parsed = readArgumentSchema(source).parse(value);
  return parsed.kind === 'valid' ? 'valid' : issuesText(parsed.issues);
};

const Step = z.object({ run: z.string() });
const Node = z.object({
  name: z.string(),
  get children() {
    return z.array(Node).optional();
  },
});

describe('a key that a schema does not know', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    [
      'of an object',
      z.object({ title: z.string() }),
      { title: 'a', titles: 'b' },
      '"titles": is not known; did you mean "title"?',
    ],
    ['far from all others', z.object({ title: z.string() }), { title: 'a', x: 1 }, '"x": is not known; it takes title'],
    ['of an object without keys', z.object({}), { x: 1 }, '"x": is not known'],
    ['called __proto__', z.object({}), JSON.parse('{"__proto__":{}}'), '"__proto__": is not known'],
    [
      'in an object below',
      z.object({ a: z.object({ dryRun: z.boolean().default(false) }).optional() }),
      { a: { dry_run: true } },
      '"a.dry_run": is not known; did you mean "dryRun"?',
    ],
    [
      'in a list',
      z.object({ steps: z.array(Step).readonly() }),
      { steps: [{ run: 'a' }, { run: 'b', when: 'c' }] },
      '"steps.1.when": is not known; it takes run',
    ],
    [
      'in a record',
      z.record(z.string(), Step.nullable()),
      { a: null, b: { run: 'a', if: 'b' } },
      '"b.if": is not known; it takes run',
    ],
    [
      'in a tuple',
      z.tuple([z.string(), Step], z.string()),
      ['a', { run: 'b', x: 1 }, 'c'],
      '"1.x": is not known; it takes run',
    ],
    [
      'in both sides of an intersection',
      z.object({ a: z.string() }).and(z.object({ b: z.string() })),
      { a: '', b: '', count: 1 },
      '"count": is not known; it takes b, a',
    ],
    [
      'of the other part of a union',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), x: z.int() }),
        z.object({ kind: z.literal('b'), y: z.int() }),
      ]),
      { kind: 'a', x: 1, y: 2 },
      '"y": is not known',
    ],
    [
      'below a schema that refers to itself',
      Node,
      { name: 'a', children: [{ name: 'b', childs: [] }] },
      '"children.0.childs": is not known; it takes name, children',
    ],
    [
      'in two objects piped',
      z.object({ a: z.string() }).pipe(z.object({ a: z.string() })),
      { a: '', other: '' },
      '"other": is not known; it takes a',
    ],
  ])('is refused by name: %s', (_name, schema, value, words) => {
    expect(said(schema, value)).toContain(words);
  });

  it('is named beside what is missing', () => {
    expect(said(z.object({ title: z.string(), note: z.string().optional() }), { titles: 'a' })).toMatch(
      /^"titles": is not known; did you mean "title"\?; "title": is missing/,
    );
  });

  it.each<[string, SchemaSource<unknown>, unknown]>([
    ['a loose object', z.looseObject({ a: z.string() }), { a: '', b: '' }],
    ['an object with a catchall', z.object({ a: z.string() }).catchall(z.string()), { a: '', b: '' }],
    ['a record', z.record(z.string(), z.unknown()), { a: { b: 1 } }],
    ['anything', z.unknown(), { a: { b: 1 } }],
    [
      'a JSON Schema document that is open',
      { type: 'object', properties: { a: { type: 'string' } } },
      { a: '', b: '' },
    ],
  ])('is passed on by %s', (_name, source, value) => {
    expect(readArgumentSchema(source).parse(value)).toEqual({ kind: 'valid', value });
  });

  it.each<[string, z.ZodType, unknown, unknown]>([
    ['what is undefined', z.object({ a: z.string() }), { a: '', b: undefined }, { a: '' }],
    ['what is optional', z.object({ a: z.string().optional() }), {}, {}],
    [
      'both parts of an intersection',
      z.object({ a: z.string() }).and(z.object({ b: z.string() })),
      { a: '', b: '' },
      { a: '', b: '' },
    ],
    [
      'what code of the author makes',
      z.preprocess((value) => ({ a: String(value) }), z.object({ a: z.string() })),
      { x: 1 },
      { a: '[object Object]' },
    ],
    [
      'what the author replaces',
      z.object({ a: z.object({ b: z.string() }).catch({ b: '' }) }),
      { a: { c: 1 } },
      { a: { b: '' } },
    ],
  ])('is not %s', (_name, schema, given, value) => {
    expect(readArgumentSchema(schema).parse(given)).toEqual({ kind: 'valid', value });
  });

  it('is found in a time that grows with the value', () => {
    const schema = readArgumentSchema(z.object({ rows: z.array(z.object({ id: z.int() })) }));
    const rows = Array.from({ length: 50_000 }, (_, id) => ({ id, other: id }));
    const started = Date.now();
    const parsed = schema.parse({ rows });
    expect(parsed.kind === 'invalid' && parsed.issues.length).toBe(10);
    expect(Date.now() - started).toBeLessThan(2_000);
  });
});
