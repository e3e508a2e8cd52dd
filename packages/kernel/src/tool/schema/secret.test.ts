import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidOptionsError } from '../../options/read-options.js';
import { defineTool } from '../define-tool.js';
import { type JsonSchema, readSchema } from './json-schema.js';
import { marksSecrets, secret, secretsIn } from './secret.js';
import { declarationOf, signatureOf } from './tool-types.js';

const jsonOf = (zod: z.ZodType): JsonSchema => readSchema(zod).json;
const found = (schema: JsonSchema, value: unknown): readonly string[] =>
  secretsIn(schema, value).map(({ at, text }) => `${at.join('.')}=${text}`);

describe('secret', () => {
  it('survives in the JSON Schema as a format, through description, default and null', () => {
    expect(jsonOf(secret())).toEqual({ type: 'string', format: 'secret' });
    const wrapped = z.object({ a: secret().describe('the key').optional(), b: secret().nullable() });
    expect(found(jsonOf(wrapped), { a: 'x', b: 'y' })).toEqual(['a=x', 'b=y']);
    expect(found(jsonOf(wrapped), { b: null })).toEqual([]);
  });

  it('is found in objects, arrays, records, tuples and alternatives, and nowhere else', () => {
    const schema = jsonOf(
      z.object({
        plain: z.string(),
        list: z.array(z.object({ key: secret(), id: z.string() })),
        headers: z.record(z.string(), secret()),
        pair: z.tuple([z.string(), secret()]),
        either: z.union([z.number(), secret()]),
      }),
    );
    const value = {
      plain: 'secret:plain',
      list: [
        { key: 'k0', id: 'secret:id' },
        { key: 'k1', id: 'b' },
      ],
      headers: { authorization: 'h' },
      pair: ['secret:p', 'q'],
      either: 3,
    };
    expect(found(schema, value)).toEqual(['list.0.key=k0', 'list.1.key=k1', 'headers.authorization=h', 'pair.1=q']);
    expect(found(schema, { ...value, list: [], headers: {}, either: 'e' })).toEqual(['pair.1=q', 'either=e']);
  });

  it('is found where a schema refers to itself', () => {
    const Node = z.object({
      key: secret(),
      get children() {
        return z.array(Node);
      },
    });
    const value = { key: 'a', children: [{ key: 'b', children: [] }] };
    expect(found(jsonOf(Node), value)).toEqual(['key=a', 'children.0.key=b']);
  });

  it('ends on a schema that refers to itself without end', () => {
    expect(found({ $ref: '#' }, 'x')).toEqual([]);
  });

  it('is found in a property called like a keyword', () => {
    const schema = jsonOf(z.object({ default: secret(), title: secret(), format: z.string() }));
    expect(marksSecrets(schema)).toBe(true);
    expect(found(schema, { default: 'd', title: 't', format: 'secret' })).toEqual(['default=d', 'title=t']);
  });

  it('marks a text that only one of the alternatives marks', () => {
    expect(found(jsonOf(z.union([z.string(), secret()])), 'x')).toEqual(['=x']);
  });

  it('is not seen in data', () => {
    const schema = {
      type: 'object',
      default: { format: 'secret' },
      properties: { a: { const: { format: 'secret' } } },
    };
    expect(marksSecrets(schema)).toBe(false);
    expect(() => toolWith(schema)).not.toThrow();
  });

  it('is refused, when the tool is defined, where it would not be found', () => {
    const schema = { type: 'object', patternProperties: { '^k': { type: 'string', format: 'secret' } } };
    expect(() => toolWith(schema)).toThrow(InvalidOptionsError);
    expect(() => toolWith(schema)).toThrow('"input" marks a secret below "patternProperties"');
  });

  it('reads as Secret in signatures, which say what that is', () => {
    const tool = defineTool({ path: 'a.b', description: 'x', input: z.object({ key: secret() }), handler: () => null });
    expect(signatureOf(tool)).toBe('a.b(args: { key: Secret }): Promise<unknown>');
    expect(declarationOf([tool])).toMatch(/^\/\*\* A handle[^\n]*\ntype Secret = string;\ndeclare const tools/);
    expect(declarationOf([toolWith({ type: 'object' })])).toMatch(/^declare const tools/);
  });
});

const toolWith = (input: JsonSchema) => defineTool({ path: 'a.b', description: 'x', input, handler: () => null });

describe('secretsIn a schema that leads to itself in many ways', () => {
  const mark = { type: 'string', format: 'secret' };

  it.each([
    [
      'alternatives',
      { $defs: { a: { anyOf: [{}, { $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }, mark] } }, $ref: '#/$defs/a' },
    ],
    [
      'members',
      {
        allOf: [{ properties: { x: { $ref: '#' } } }, { properties: { x: { $ref: '#' } } }],
        properties: { key: mark },
      },
    ],
  ])('a schema that leads to itself by its %s is visited once at each place', (_, schema) => {
    const value = Array.from({ length: 60 }).reduce<object>((x) => ({ x }), { key: 'k' });
    expect(secretsIn(schema, value)).toHaveLength('allOf' in schema ? 1 : 0);
    expect(secretsIn(schema, 'text')).toHaveLength('allOf' in schema ? 0 : 1);
  });

  it('a reference that is not a valid pointer leads nowhere', () => {
    expect(secretsIn({ $ref: '#/%' }, 'text')).toEqual([]);
  });
});
