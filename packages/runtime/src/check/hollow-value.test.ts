import { describe, expect, it } from 'vitest';
import { isHollow } from './hollow-value.js';

describe('a value that says little', () => {
  it.each([0, '', [], {}, { count: 0 }, [null, null], { a: { b: [] } }, 'From undefined: x', ['1: [object Object]']])(
    'is told from its program’s types: %j',
    (value) => {
      expect(isHollow(value)).toBe(true);
    },
  );

  it.each([undefined, null, 1, false, true, 'a', ['a', ''], { count: 0, ok: true }, [1]])('is not %j', (value) => {
    expect(isHollow(value)).toBe(false);
  });
});
