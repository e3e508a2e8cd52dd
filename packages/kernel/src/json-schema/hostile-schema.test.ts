// Schemas and values that cost more to compare than to write.

import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../tool/schema/json-schema.js';
import { compileSchema, newWork } from './compile-schema.js';

const RULES = { author: 'stranger', formats: 'described', integers: 'exact' } as const;
const chain = (length: number, link: (next: object) => object): JsonSchema => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length }, (_, n) => [
      `d${n}`,
      n + 1 === length ? { type: 'string' } : link({ $ref: `#/$defs/d${n + 1}` }),
    ]),
  ),
});

describe('a schema that costs more to check than to write', () => {
  it.each<[string, JsonSchema, unknown]>([
    ['fans out', chain(60, (next) => ({ allOf: [next, next] })), 'x'],
    ['fans out into alternatives', chain(60, (next) => ({ oneOf: [{ not: next }, next] })), 'x'],
    [
      'fans out where it is unsaid',
      { ...chain(60, (next) => ({ anyOf: [next, next] })), unevaluatedItems: false },
      'x',
    ],
    ['refers to itself', { $ref: '#' }, 1],
    ['refers to itself by not', { not: { $ref: '#' } }, 1],
    ['refers to itself by alternatives', { anyOf: [{ $ref: '#' }, { type: 'null' }] }, 1],
    ['refers to itself by a dynamic anchor', { $dynamicAnchor: 'a', allOf: [{ $dynamicRef: '#a' }] }, 1],
    ['is longer than the stack', chain(5_000, (next) => next), 'x'],
    [
      'compares everything',
      { items: { not: { enum: [['x'.repeat(5_000)]] } } },
      Array.from({ length: 900 }, () => ['y'.repeat(50_000)]),
    ],
  ])('is refused as too large in little time, never taken for fitting, when it %s', (_what, document, value) => {
    const before = Date.now();
    const issues = compileSchema(document, RULES).issues(value as never, newWork());
    expect(issues).toEqual([{ field: '', message: 'is too large to be checked' }]);
    expect(Date.now() - before).toBeLessThan(10_000);
  });

  it.each(['^(a+)+$', '(a|aa)+$', '(.*.*.*.*.*.*.*.*)x'])(
    'matches the names of members in linear time: %s',
    (pattern) => {
      const schema = compileSchema({ patternProperties: { [pattern]: false }, additionalProperties: false }, RULES);
      expect(schema.issues({ [`${'a'.repeat(2_000)}!`]: 1 }, newWork())).toHaveLength(1);
    },
  );

  it('tells the first few of many faults, and how many there are', () => {
    const issues = compileSchema({ items: { type: 'string' } }, RULES).issues(
      Array.from({ length: 5_000 }, (_, n) => n),
      newWork(),
    );
    expect(issues).toHaveLength(11);
    expect(issues.at(-1)).toEqual({ field: '', message: 'and 4990 more' });
  });

  it('is not one as deep as arguments may be', () => {
    const tree = {
      $ref: '#/$defs/t',
      $defs: { t: { anyOf: [{ type: 'null' }, { type: 'object', properties: { t: { $ref: '#/$defs/t' } } }] } },
    };
    let value: object | null = null;
    for (let depth = 0; depth < 200; depth++) value = { t: value };
    expect(compileSchema(tree, RULES).issues(value as never, newWork())).toEqual([]);
  });
});
