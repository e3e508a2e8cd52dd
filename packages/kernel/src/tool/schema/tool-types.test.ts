import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import type { JsonSchema, SchemaSource } from './json-schema.js';
import {
  argumentsSignatureOf,
  commentedSignatureOf,
  declarationOf,
  signatureOf,
  signatureWithin,
} from './tool-types.js';

const toolWith = (
  input: SchemaSource<unknown>,
  output?: SchemaSource<unknown>,
  path = 'notes.add',
  description = 'Add',
) =>
  defineTool<unknown, unknown>({
    path,
    description,
    input,
    ...(output === undefined ? {} : { output }),
    handler: () => undefined,
  });

const parameter = (input: SchemaSource<unknown>): string =>
  /^notes\.add\((.*)\): Promise<unknown>$/.exec(signatureOf(toolWith(input)))?.[1] ?? '';

describe('signatureOf', () => {
  it('says less of what lies deep rather than grow long, and of the result first', () => {
    const wide = (depth: number): JsonSchema =>
      depth === 0
        ? { type: 'string' }
        : { type: 'object', properties: Object.fromEntries([...'abcdefgh'].map((key) => [key, wide(depth - 1)])) };
    const signature = signatureOf(toolWith({ type: 'object', properties: { one: { type: 'string' } } }, wide(4)));
    expect(signature.length).toBeLessThanOrEqual(1_200);
    expect(signature).toContain('notes.add(args?: { one?: string }): Promise<{ a?: { a?: { … }; b?: { … };');
    expect(signatureOf(toolWith(wide(4), wide(4)))).toMatch(/: Promise<\{ a\?: \{ … \}; .*; … 4 more \}>$/);
  });

  it('keeps what takes no room, and says how much it leaves out', () => {
    const members = Array.from({ length: 60 }, (_, index) => [`member_${index}`, { type: 'string' }] as const);
    const properties = { self_url: { type: 'string' }, ...Object.fromEntries(members), id: { type: 'integer' } };
    const output = { type: 'object', properties, required: ['id'] };
    const short = signatureWithin(toolWith({ type: 'object' }, { type: 'array', items: output }), 300);
    expect(short).toMatch(
      /^notes\.add\(args\?: .*\): Promise<\{ member_0\?: string; .*; id: number; … \d+ more \}\[\]>$/,
    );
    expect(short).not.toContain('self_url');
    const values = Array.from({ length: 40 }, (_, index) => `value ${index}`);
    expect(signatureWithin(toolWith({ type: 'object', properties: { a: { enum: values } } }), 300)).toContain(
      '"value 9" | … 30 more',
    );
  });

  it('shows no character that hides or reorders what stands beside it', () => {
    const values = ['a\u202eb', 'c\u001bd', 'e\u{e0041}f'];
    expect(signatureOf(toolWith({ type: 'object', properties: { a: { enum: values } } }))).toContain(
      String.raw`"a\u202eb" | "c\u001bd" | "e\udb40\udc41f"`,
    );
  });

  it('has all of the arguments rather than anything of the result, where they are asked for', () => {
    const deep = { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'string' } } } } };
    const input = { type: 'object', properties: Object.fromEntries([...'pqrstuvw'].map((name) => [name, deep])) };
    const tool = toolWith(input, { type: 'object', properties: Object.fromEntries([...'xyz'].map((n) => [n, deep])) });
    expect(signatureWithin(tool, 270)).toContain('{ … }');
    expect(argumentsSignatureOf(tool, 270)).toContain('w?: { a?: { b?: string } } }): Promise<');
  });

  it('is code that runs, whatever the segments of the path are', () => {
    expect(signatureOf(toolWith({ type: 'object' }, undefined, 'github.list-issues.now'))).toMatch(
      /^github\["list-issues"\]\.now\(/,
    );
  });

  it('names the shape that all results of an API have', () => {
    const output = z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.array(z.string()) });
    expect(signatureOf(toolWith({ type: 'object' }, output))).toContain('): Promise<ApiResponse<string[]>>');
    expect(declarationOf([toolWith({ type: 'object' }, output)])).toContain('type ApiResponse<T> = {');
  });

  it('names it for lists in pages as well, and knows what all pages are a list of', () => {
    const properties = {
      status: { type: 'integer' },
      headers: { type: 'object' },
      body: { type: 'array', items: { type: 'string' } },
      page: { type: 'object' },
    };
    const tool = { ...toolWith({ type: 'object' }, { type: 'object', properties }), pages: () => true };
    expect(signatureOf(tool)).toContain('): Promise<ApiResponse<string[]>>');
    expect(declarationOf([tool])).toContain('options?: { limit?: number }): Promise<(string)[]>;');
  });

  it('has what its schema says of each argument as comments, which cannot end before they do', () => {
    const described = (description: string) =>
      commentedSignatureOf(toolWith({ type: 'object', properties: { to: { type: 'string', description } } }));
    expect(described('Who gets it. Not more than one.')).toContain('{ /** Who gets it. */ to?: string }');
    expect(described('a */ } & { "b" | <b>c</b>\u2028d\u202e')).toContain(
      `{ /** a * / ' & ' 'b' | c d */ to?: string }`,
    );
    expect(described('x'.repeat(300))).toContain(`{ /** ${'x'.repeat(100)}… */ to?: string }`);
    expect(described('')).toContain('{ to?: string }');
  });

  it('leaves out comments before it leaves out arguments', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`member${index}`, { type: 'string', description: 'x'.repeat(90) }]),
    );
    const signature = commentedSignatureOf(toolWith({ type: 'object', properties }));
    expect(signature).toBe(signatureOf(toolWith({ type: 'object', properties })));
    expect(signature).toContain('member29?: string');
  });

  it('reads as a call', () => {
    const tool = toolWith(z.object({ title: z.string() }), z.object({ number: z.int() }));
    expect(signatureOf(tool)).toBe('notes.add(args: { title: string }): Promise<{ number: number }>');
  });

  it.each<[string, SchemaSource<unknown>, string]>([
    ['nested objects', z.object({ a: z.object({ b: z.boolean() }) }), '{ a: { b: boolean } }'],
    ['arrays', z.object({ a: z.array(z.string()) }), '{ a: string[] }'],
    ['arrays of unions', z.object({ a: z.array(z.union([z.string(), z.number()])) }), '{ a: (string | number)[] }'],
    ['tuples', z.object({ a: z.tuple([z.string(), z.number()]) }), '{ a: [string, number] }'],
    ['open tuples', z.object({ a: z.tuple([z.string()]).rest(z.number()) }), '{ a: [string, ...number[]] }'],
    ['enums', z.object({ a: z.enum(['x', 'y']) }), '{ a: "x" | "y" }'],
    ['literals', z.object({ a: z.literal('x'), b: z.null() }), '{ a: "x"; b: null }'],
    ['nullable members', z.object({ a: z.string().nullable() }), '{ a: string | null }'],
    ['optional members', z.object({ a: z.string(), b: z.int().optional() }), '{ a: string; b?: number }'],
    ['records', z.object({ a: z.record(z.string(), z.number()) }), '{ a: { [key: string]: number } }'],
    ['anything', z.object({ a: z.unknown(), b: z.string() }), '{ a: unknown; b: string }'],
    ['odd keys', z.object({ 'a-b': z.string(), "it's": z.string() }), `{ "a-b": string; "it's": string }`],
    [
      'other members beside named ones',
      z.object({ a: z.looseObject({ b: z.string().optional() }).catchall(z.string()) }),
      '{ a: { b?: string; [key: string]: string | undefined } }',
    ],
    [
      'other members of another type',
      z.object({ a: z.object({ b: z.string() }).catchall(z.number()) }),
      '{ a: { b: string; [key: string]: unknown } }',
    ],
    ['an empty enum', { type: 'object', properties: { a: { enum: [] } }, required: ['a'] }, '{ a: never }'],
    [
      'a union inside an intersection',
      {
        type: 'object',
        properties: { a: { allOf: [{ type: ['string', 'null'] }, { type: 'string' }] } },
        required: ['a'],
      },
      '{ a: (string | null) & string }',
    ],
  ])('writes %s', (_what, input, type) => {
    expect(parameter(input)).toBe(`args: ${type}`);
  });

  it('makes the arguments optional when nothing in them is required', () => {
    expect(parameter(z.object({ limit: z.int().optional() }))).toBe('args?: { limit?: number }');
    expect(parameter(z.object({}))).toBe('args?: Record<string, unknown>');
    expect(parameter(z.strictObject({}))).toBe('args?: {}');
  });

  it('stops at a depth instead of following a schema that contains itself', () => {
    expect(parameter({ type: 'object', properties: { next: { $ref: '#' } } })).toBe('args?: { next?: unknown }');
    const deep = Array.from({ length: 40 }).reduce<JsonSchema>((items) => ({ type: 'array', items }), {
      type: 'string',
    });
    expect(parameter(deep)).toContain('unknown[]');
  });

  it('writes what a reference leads to, but not without end', () => {
    const $defs = { name: { type: 'string' }, both: { properties: { a: { $ref: '#/$defs/name' } }, type: 'object' } };
    expect(parameter({ $ref: '#/$defs/both', $defs })).toBe('args: { a?: string }');
    const members = Array.from(
      { length: 100 },
      (_, index) => [`p${index}`, { $ref: `#/$defs/d${index % 7}` }] as const,
    );
    const wide = Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [
        `d${index}`,
        { type: 'object', properties: Object.fromEntries(members) },
      ]),
    );
    expect(parameter({ $ref: '#/$defs/d0', $defs: wide }).length).toBeLessThan(20_000);
  });

  it('writes members beside alternatives that only say which are required', () => {
    const properties = { a: { type: 'string' }, b: { type: 'string' } };
    const oneOf = [{ required: ['a'] }, { required: ['b'] }];
    expect(parameter({ type: 'object', properties, oneOf })).toBe('args?: { a?: string; b?: string }');
  });

  it('stays on one line whatever a schema calls its members', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (key, value) => {
        const properties = Object.fromEntries([[`${key}\n`, { const: `${value}\n` }]]);
        expect(parameter({ type: 'object', properties })).not.toMatch(/[\n\r]/);
      }),
    );
  });
});

describe('declarationOf', () => {
  it('writes the whole tools object', () => {
    const tools = [
      toolWith(z.object({ title: z.string() }), undefined, 'notes.add', 'Add a note'),
      toolWith(z.object({}), z.array(z.string()), 'notes.list-all', 'List them'),
    ];
    expect(declarationOf(tools)).toBe(
      [
        'declare const tools: {',
        '  notes: {',
        '    /** Add a note */',
        '    add(args: { title: string }): Promise<unknown>;',
        '    /** List them */',
        '    "list-all"(args?: Record<string, unknown>): Promise<string[]>;',
        '  };',
        '};',
        '',
      ].join('\n'),
    );
  });

  it('writes a tool that is also a branch as an object that can be called', () => {
    const tools = [
      toolWith(z.object({}), undefined, 'notes', 'Open the notes'),
      toolWith(z.object({}), undefined, 'notes.add', 'Add a note'),
    ];
    expect(declarationOf(tools)).toBe(
      [
        'declare const tools: {',
        '  notes: {',
        '    /** Open the notes */',
        '    (args?: Record<string, unknown>): Promise<unknown>;',
        '    /** Add a note */',
        '    add(args?: Record<string, unknown>): Promise<unknown>;',
        '  };',
        '};',
        '',
      ].join('\n'),
    );
  });

  it('the declaration of no tools is still a declaration', () => {
    expect(declarationOf([])).toBe('declare const tools: {\n};\n');
  });

  it('lets no description out of its comment', () => {
    const arbDescription = fc.array(fc.constantFrom('*', '/', '*/', ' ', '\n', '\r\n', '\u2028', 'x'), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(arbDescription, (parts) => {
        const lines = declarationOf([toolWith(z.object({}), undefined, 'notes.add', parts.join(''))]).split('\n');
        expect(lines).toHaveLength(7);
        expect(lines[2]?.trim()).toMatch(/^\/\*\* .*\*\/$/);
        expect(lines[2]?.indexOf('*/')).toBe((lines[2]?.length ?? 0) - 2);
      }),
    );
  });
});
