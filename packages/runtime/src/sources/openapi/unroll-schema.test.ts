import { describe, expect, it } from 'vitest';
import { unrollSchema } from './unroll-schema.js';

describe('unrollSchema', () => {
  it('ends where a schema comes back to itself', () => {
    const node: Record<string, unknown> = { type: 'object' };
    node['properties'] = { next: node, name: { type: 'string' } };
    expect(unrollSchema(node, 'input')).toEqual({
      type: 'object',
      properties: { next: {}, name: { type: 'string' } },
    });
  });

  it('asks for nothing that only the server writes, and shows nothing that only we write', () => {
    const schema = {
      type: 'object',
      properties: { id: { type: 'integer', readOnly: true }, password: { type: 'string', writeOnly: true } },
      required: ['id', 'password'],
    };
    expect(unrollSchema(schema, 'input')).toEqual({
      type: 'object',
      properties: { password: { type: 'string' } },
      required: ['password'],
    });
    expect(unrollSchema(schema, 'output')).toEqual({
      type: 'object',
      properties: { id: { type: 'integer' } },
      required: ['id'],
    });
  });

  it('stays readable, however large the schema is', () => {
    const wide = (depth: number): object =>
      depth === 0
        ? { type: 'string' }
        : {
            type: 'object',
            properties: Object.fromEntries('abcdefghij'.split('').map((key) => [key, wide(depth - 1)])),
          };
    expect(JSON.stringify(unrollSchema(wide(5), 'output')).length).toBeLessThan(20_000);
  });

  it('takes bytes as text or as base64', () => {
    expect(unrollSchema({ type: 'string', format: 'binary' }, 'input')).toHaveProperty('anyOf');
    expect(unrollSchema({ type: 'string', format: 'binary' }, 'output')).toEqual({ type: 'string' });
  });
});
