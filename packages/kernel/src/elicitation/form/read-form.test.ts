import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problemOfForm, readForm } from './read-form.js';
import { schemaOfZod } from './zod-form.js';

const people = { type: 'integer', minimum: 1, default: 4 };
const schema = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 2 }, people, where: { type: 'object', properties: { people } } },
  required: ['name'],
};

describe('a form', () => {
  it('names every field that does not fit, and only those', () => {
    expect(readForm(schema).parse({ name: 'A', people: 0, where: { people: 'x' } })).toEqual({
      kind: 'invalid',
      issues: [
        { field: 'name', message: 'must have at least 2 characters' },
        { field: 'people', message: 'must be at least 1' },
        { field: 'where.people', message: 'must be a whole number' },
      ],
    });
  });

  it('fills in the defaults of what was left out, and nothing else', () => {
    expect(readForm(schema).parse({ name: 'Ada', where: {} })).toEqual({
      kind: 'valid',
      value: { name: 'Ada', people: 4, where: { people: 4 } },
    });
  });

  it('counts characters as people do', () => {
    expect(readForm({ type: 'string', maxLength: 1 }).parse('😀').kind).toBe('valid');
  });

  it('keeps a field called __proto__ a field', () => {
    const answer: unknown = JSON.parse('{"__proto__":{"admin":true}}');
    const read = readForm({ type: 'object' }).parse(answer);
    expect(JSON.stringify(read)).toContain('"__proto__":{"admin":true}');
  });

  it.each<[string, object, string]>([
    ['a keyword nobody checks', { type: 'object', properties: { a: { type: 'string', contentEncoding: 'x' } } }, 'a'],
    ['a reference', { $ref: '#' }, '$ref'],
    ['a pattern that looks around', { type: 'object', properties: { a: { pattern: '(?=a)' } } }, 'looks around'],
    ['patterns for names', { type: 'object', patternProperties: { '(a+)+$': {} } }, 'patternProperties'],
    ['a format nobody knows', { type: 'object', properties: { a: { format: 'regex' } } }, 'a.format'],
    ['a default nobody may give', { type: 'object', properties: { a: { type: 'integer', default: 'x' } } }, 'default'],
    ['a field that would vanish', JSON.parse('{"type":"object","properties":{"__proto__":{}}}'), '__proto__'],
  ])('is not asked with %s', (_what, document, problem) => {
    expect(problemOfForm(Object(document))).toContain(problem);
  });

  it('is bounded in what its patterns may cost', () => {
    const list = { type: 'array', items: { type: 'string', pattern: '^(a|b|ab)*$' } };
    const read = readForm(list).parse(Array.from({ length: 200 }, () => 'ab'.repeat(2_000)));
    expect(read).toMatchObject({ kind: 'invalid' });
    expect(JSON.stringify(read)).toContain('too long to be matched');
  });
});

describe('schemaOfZod', () => {
  it('writes what a form can ask', () => {
    const zod = z.object({
      email: z.email(),
      age: z.int().min(0),
      on: z.iso.date().optional(),
      role: z.enum(['dev', 'pm']).default('dev'),
      home: z.object({ zip: z.string().regex(/^\d{5}$/) }).optional(),
    });
    const document = schemaOfZod(zod);
    expect(problemOfForm(document)).toBeUndefined();
    expect(document['required']).toEqual(['email', 'age']);
    expect(readForm(document).parse({ email: 'a@b.co', age: 3, home: { zip: '12345' } })).toEqual({
      kind: 'valid',
      value: { email: 'a@b.co', age: 3, home: { zip: '12345' }, role: 'dev' },
    });
    expect(readForm(document).parse({ email: 'a', age: 3, home: { zip: '1' } })).toMatchObject({
      issues: [{ field: 'email' }, { field: 'home.zip' }],
    });
  });

  it('refuses what only code could check', () => {
    expect(() => schemaOfZod(z.object({ a: z.string().refine((text) => text === 'b') }))).toThrow('refinement');
  });
});
