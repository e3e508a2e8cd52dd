import { describe, expect, it } from 'vitest';
import { leanCopy } from './lean-copy.js';

describe('leanCopy', () => {
  it('leaves out examples and extensions', () => {
    expect(leanCopy({ info: { title: 'x', 'x-logo': 1 }, 'x-webhooks': {}, externalDocs: {} })).toEqual({
      info: { title: 'x' },
    });
  });

  it('keeps the examples of what is sent, and not those of its schemas', () => {
    const schema = { properties: { a: { type: 'string', example: 'x' } }, example: { a: 'x' } };
    const json = { schema, examples: { first: { value: { 'x-a': 1, links: 2 } } } };
    const get = {
      parameters: [{ name: 'n', example: 3, schema: { example: 4 } }],
      requestBody: { content: { 'application/json': json } },
      responses: { 200: { content: { 'application/json': json } } },
    };
    const lean = { properties: { a: { type: 'string' } } };
    expect(leanCopy({ paths: { '/': { get } } })).toEqual({
      paths: {
        '/': {
          get: {
            parameters: [{ name: 'n', example: 3, schema: {} }],
            requestBody: { content: { 'application/json': { ...json, schema: lean } } },
            responses: { 200: { content: { 'application/json': { schema: lean } } } },
          },
        },
      },
    });
  });

  it('keeps what only is called so', () => {
    const document = {
      components: {
        schemas: {
          example: { properties: { example: { type: 'string', example: 'a' }, 'x-y': { default: { example: 1 } } } },
        },
      },
      paths: { '/x-path': { get: { responses: { 200: { headers: { 'x-total': { schema: {} } } } } } } },
    };
    expect(leanCopy(document)).toEqual({
      components: {
        schemas: { example: { properties: { example: { type: 'string' }, 'x-y': { default: { example: 1 } } } } },
      },
      paths: { '/x-path': { get: { responses: { 200: { headers: { 'x-total': { schema: {} } } } } } } },
    });
  });

  it('lets no member become a prototype', () => {
    const copy = leanCopy(JSON.parse('{"paths":{"__proto__":{"polluted":true}}}'));
    expect(Reflect.get(Object(copy['paths']), 'polluted')).toBeUndefined();
  });
});
