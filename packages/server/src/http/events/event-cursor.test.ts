import { describe, expect, it } from 'vitest';
import { cursorAt, positionIn } from './event-cursor.js';

describe('an event cursor', () => {
  it.each([0, 1, 35, 36, 2 ** 40, Number.MAX_SAFE_INTEGER])('leads back to position %d', (position) => {
    expect(positionIn(cursorAt(position))).toBe(position);
  });

  it('is no number that a client could compare', () => {
    expect(Number(cursorAt(17))).toBeNaN();
  });

  it('may be the plain position that clients of earlier versions kept', () => {
    expect(positionIn('0')).toBe(0);
    expect(positionIn('184467')).toBe(184_467);
  });

  it.each(['', 'e', '-1', '1.5', 'e-1', 'E1', 'f1', 'e1 ', ' 1', '1e3', 'e1\n', 'ezzzzzzzzzzz', '9999999999999999'])(
    'is not %j',
    (text) => {
      expect(positionIn(text)).toBeUndefined();
    },
  );
});
