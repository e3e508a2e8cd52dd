import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { type JsonSchema, readSchema, type SchemaSource } from './json-schema.js';

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
    expect(schema.parse({ repo: 'x', approved: true })).toMatchObject({
      issues: [{ message: expect.stringContaining('"approved"') }],
    });
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
    ['an unknown type', { type: 'banana' }],
    ['a reference elsewhere', { $ref: 'https://example.org/schema.json' }],
    ['a negation', { not: { type: 'string' } }],
    ['a function', { type: 'object', check: () => true }],
  ])('refuses %s rather than check less than the document says', (_what, document) => {
    expect(() => readSchema(document)).toThrow();
  });

  it("refuses another library's schema, which as a document would let anything through", () => {
    const foreign = mini.object({ repo: mini.string() });
    expect(() => Reflect.apply(readSchema, undefined, [foreign])).toThrow('Cannot write');
  });
});
