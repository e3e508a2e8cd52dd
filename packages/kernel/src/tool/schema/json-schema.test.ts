import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { issuesText, type JsonSchema, readSchema, type SchemaSource } from './json-schema.js';

const SOURCES: readonly (readonly [string, SchemaSource<unknown>])[] = [
  ['zod', z.strictObject({ repo: z.string(), labels: z.array(z.string()).optional() })],
  [
    'JSON Schema',
    {
      type: 'object',
      properties: { repo: { type: 'string' }, labels: { type: 'array', items: { type: 'string' } } },
      required: ['repo'],
      additionalProperties: false,
    },
  ],
];

describe.each(SOURCES)('a schema given as %s', (_name, source) => {
  const schema = readSchema(source);

  it('lets through what fits', () => {
    const value = { repo: 'toolshed', labels: ['bug'] };
    expect(schema.parse(value)).toEqual({ kind: 'valid', value });
  });

  it('names the field that does not fit, however deep', () => {
    expect(schema.parse({ repo: 1 })).toMatchObject({ kind: 'invalid', issues: [{ field: 'repo' }] });
    expect(schema.parse({ repo: 'x', labels: ['a', 2] })).toMatchObject({ issues: [{ field: 'labels.1' }] });
    expect(schema.parse({})).toMatchObject({ issues: [{ field: 'repo' }] });
  });

  it('names no field when the value itself is wrong', () => {
    expect(schema.parse('toolshed')).toMatchObject({ kind: 'invalid', issues: [{ field: '' }] });
  });

  it('says which key it does not know', () => {
    const parsed = schema.parse({ repo: 'x', approved: true });
    expect(parsed.kind === 'invalid' && issuesText(parsed.issues)).toContain('"approved"');
  });

  it('is readable as JSON Schema', () => {
    expect(schema.json).toMatchObject({ type: 'object', required: ['repo'] });
    expect(schema.json).not.toHaveProperty('$schema');
  });
});

describe('readSchema', () => {
  it('describes what a caller writes, not what defaults make of it', () => {
    const schema = readSchema(z.object({ limit: z.int().default(10) }));
    expect(schema.json).not.toHaveProperty('required');
    expect(schema.parse({})).toEqual({ kind: 'valid', value: { limit: 10 } });
  });

  it('refuses integers that a number cannot hold exactly', () => {
    expect(readSchema({ type: 'integer' }).parse(2 ** 53).kind).toBe('invalid');
    expect(readSchema(z.int()).parse(2 ** 53).kind).toBe('invalid');
  });

  it('follows references within the document', () => {
    const schema = readSchema({ $ref: '#/$defs/Name', $defs: { Name: { type: 'string' } } });
    expect(schema.parse('ada').kind).toBe('valid');
    expect(schema.parse(1).kind).toBe('invalid');
  });

  it.each<[string, JsonSchema]>([
    ['"type"', { type: 'banana' }],
    ['"type" at "/properties/a"', { properties: { a: { type: ['string', 'text'] } } }],
    ['"$ref"', { $ref: 'https://example.org/schema.json' }],
    ['"$ref"', { $ref: '#/$defs/Missing' }],
    ['"$schema"', { $schema: 'https://example.org/dialect' }],
    ['"$recursiveRef"', { items: { $recursiveRef: '#' } }],
    ['"required"', { required: 'name' }],
    ['"minimum"', { minimum: '1' }],
    ['"maxLength"', { maxLength: -1 }],
    ['"properties"', { properties: { a: 'string' } }],
    ['"multipleOf"', { multipleOf: 0 }],
    ['"pattern"', { pattern: '(' }],
    ['"check"', { type: 'object', check: () => true }],
  ])('refuses %s rather than check less than the document says', (named, document) => {
    expect(() => readSchema(document)).toThrow(named);
  });

  it('refuses what strangers may not write, by name, and lets the host write it', () => {
    const document = { type: 'object', properties: { id: { type: 'string', pattern: '^(?!x)' } } };
    expect(() => readSchema(document, 'stranger')).toThrow(
      '"pattern" at "/properties/id" cannot be used: it looks around',
    );
    expect(readSchema(document).parse({ id: 'xa' }).kind).toBe('invalid');
  });

  it.each<[string, JsonSchema, unknown, unknown]>([
    ['no type', { properties: { n: { minimum: 1 } }, required: ['n'] }, { n: 1 }, { n: 0 }],
    ['a name that is not declared', { type: 'object', required: ['b'] }, { b: 1 }, {}],
    ['allOf without a type', { allOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: 1, b: 1 }, { a: 1 }],
    ['sizes without items', { type: 'array', minItems: 1, maxItems: 2 }, [1], [1, 2, 3]],
    ['keywords beside a reference', { $ref: '#/$defs/a', minimum: 2, $defs: { a: { type: 'number' } } }, 2, 1],
    ['one of several names', { oneOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: 1 }, { a: 1, b: 1 }],
    ['a constant that is an object', { const: { a: [1], b: null } }, { b: null, a: [1] }, { a: [1] }],
    ['choices that are objects', { enum: [{ a: 1 }, [2]] }, [2], { a: 2 }],
    ['items as older drafts write them', { items: [{ type: 'string' }], additionalItems: false }, ['a'], ['a', 1]],
    ['names that need others, as older drafts write them', { dependencies: { a: ['b'] } }, { a: 1, b: 1 }, { a: 1 }],
    ['a bound as OpenAPI 3.0 writes it', { minimum: 1, exclusiveMinimum: true }, 1.5, 1],
    [
      'names of an object’s prototype',
      { patternProperties: { '^x': {} }, additionalProperties: false },
      {},
      JSON.parse('{"constructor":1}'),
    ],
    ['a member called __proto__', { additionalProperties: { type: 'string' } }, {}, JSON.parse('{"__proto__":{}}')],
  ])('checks %s', (_what, document, right, wrong) => {
    const schema = readSchema(document, 'stranger');
    expect([schema.parse(right).kind, schema.parse(wrong).kind]).toEqual(['valid', 'invalid']);
  });

  it('checks what an object makes of itself when it is written, and hands that on', () => {
    const at = { toJSON: () => '2026-11-06' };
    expect(readSchema({ type: 'string' }).parse(at)).toEqual({ kind: 'valid', value: '2026-11-06' });
    expect(readSchema({ type: 'object' }).parse(at).kind).toBe('invalid');
    expect(readSchema({}).parse(() => 1).kind).toBe('invalid');
  });

  it("refuses another library's schema, which as a document would let anything through", () => {
    const foreign = mini.object({ repo: mini.string() });
    expect(() => Reflect.apply(readSchema, undefined, [foreign])).toThrow('Cannot write');
  });
});
