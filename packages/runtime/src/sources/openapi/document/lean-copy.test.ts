import { describe, expect, it } from 'vitest';
import { leanCopy } from './lean-copy.js';

describe('leanCopy', () => {
  it('leaves out examples and extensions', () => {
    expect(leanCopy({ info: { title: 'x', 'x-logo': 1 }, 'x-webhooks': {}, externalDocs: {} })).toEqual({
      info: { title: 'x' },
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
