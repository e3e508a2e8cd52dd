import { describe, expect, it } from 'vitest';
import { parseJsonBody } from './json-body.js';

describe('a body', () => {
  it.each([
    '{"approved":true,"approved":false}',
    '{"approved":true,"\\u0061pproved":false}',
    '{"a":[{"b":{"c":1,"d":"x","c":2}}]}',
    '{"a":{"b":1},"a":2}',
    '{"a\\"":1,"a\\"":1}',
    '{"__proto__":1,"__proto__":2}',
  ])('a body with a duplicate key is refused: %s', (text) => {
    expect(() => parseJsonBody(text)).toThrow(expect.objectContaining({ code: 'request/duplicate-key', status: 400 }));
  });

  it.each([
    '{"a":{"a":1},"b":{"a":2}}',
    '["a","a"]',
    '{"a":"b","b":"a","c":["b","b"]}',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"x":"\\\\","y":"\\\\\\"","z":","}',
    '"a"',
  ])('a body with every key once is read: %s', (text) => {
    expect(parseJsonBody(text)).toEqual(JSON.parse(text));
  });

  it('a body that is nested too deep is refused, whatever its strings contain', () => {
    const deep = '['.repeat(200) + ']'.repeat(200);
    for (const text of [deep, `["a\\"b\\\\",${deep}]`, `{"\\\\":${deep}}`])
      expect(() => parseJsonBody(text)).toThrow(expect.objectContaining({ code: 'request/too-deep' }));
    expect(parseJsonBody(JSON.stringify('['.repeat(200)))).toHaveLength(200);
  });

  it('is looked at once, also where a string is never closed', () => {
    const before = performance.now();
    expect(() => parseJsonBody(`"${'\\"'.repeat(500_000)}`)).toThrow(
      expect.objectContaining({ code: 'request/not-json' }),
    );
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
