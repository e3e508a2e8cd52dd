import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureJson } from './measure-json.js';

const arbText = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ']', 'a', '\n', '9'), maxLength: 12 });

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const containersIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce((sum: number, one) => sum + containersIn(one), 1);

describe('measureJson', () => {
  it('finds how deep a text nests and how much it holds, whatever its strings hold', () => {
    const { value: arbValue } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        arbText,
        fc.integer(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(arbText, tie('value'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(arbValue, (value) => {
        const measured = measureJson(JSON.stringify(value));
        expect(measured).toEqual({ depth: depthOf(value), containers: containersIn(value), mayOverflow: false });
      }),
    );
  });

  it('notices a number that may be too large, and no digits in a string', () => {
    expect(measureJson('[1e9]').mayOverflow).toBe(true);
    expect(measureJson(`[${'9'.repeat(309)}]`).mayOverflow).toBe(true);
    expect(measureJson(`["${'9'.repeat(309)}1e9"]`).mayOverflow).toBe(false);
  });

  it('takes a string without an end for the rest of the text', () => {
    for (const text of ['["', '["a\\', '["\\"', '"[['])
      expect(measureJson(text).containers).toBe(text[0] === '[' ? 1 : 0);
  });
});
