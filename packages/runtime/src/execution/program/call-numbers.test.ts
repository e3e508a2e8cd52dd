import { describe, expect, it } from 'vitest';
import { CallNumbers } from './call-numbers.js';

describe('the numbers of calls', () => {
  it('are the same in the program and in the journal while no other program makes calls', () => {
    const numbers = new CallNumbers();
    numbers.add(3, 1);
    expect([numbers.count, numbers.inJournal(2), numbers.own(3)]).toEqual([3, 2, 3]);
    expect(numbers.own(4)).toBeUndefined();
  });

  it('part once another program has made one, and those before stay', () => {
    const numbers = new CallNumbers();
    numbers.add(2, 1);
    numbers.add(2, 6);
    numbers.add(1, 9);
    expect([1, 2, 3, 4, 5].map((own) => numbers.inJournal(own))).toEqual([1, 2, 6, 7, 9]);
    expect([1, 2, 6, 7, 9].map((journaled) => numbers.own(journaled))).toEqual([1, 2, 3, 4, 5]);
    expect([3, 5, 8, 10].map((journaled) => numbers.own(journaled))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
