import { describe, expect, it } from 'vitest';
import { fitValue } from './fit-value.js';
import { costOfValue } from './token-cost.js';

const BUDGET = 4 * 500;
const fitted = (value: unknown) => fitValue(value, { budget: BUDGET, path: ['value'] });

describe('a value cut to a budget', () => {
  it('is the value itself where it fits', () => {
    const value = { a: [1, 2, { b: null }] };
    expect(fitted(value)).toEqual({ value, cuts: [] });
  });

  it('keeps the first items of a list and says how many there are more', () => {
    const list = Array.from({ length: 1_000 }, (_, id) => ({ id, name: `item ${id}` }));
    const { value, cuts } = fitted(list);
    const shown = Object(value);
    expect(shown[0]).toEqual(list[0]);
    const count = shown.length - 1;
    expect(count).toBeGreaterThan(20);
    expect(shown.at(-1)).toBe(`… ${1_000 - count} more items`);
    expect(cuts).toEqual([{ path: ['value'], kind: 'items', shown: count, of: 1_000 }]);
  });

  it.each(['\u0001', '"', '\\', '\n', '\ud800'])('counts %j as it is written in JSON', (character) => {
    const { value } = fitted(character.repeat(50_000));
    expect(JSON.stringify(value).length).toBeLessThan(BUDGET);
  });

  it('keeps the start and the end of a text, with its length between them', () => {
    const { value, cuts } = fitted(`start${'x'.repeat(100_000)}end`);
    expect(value).toMatch(/^startx+… \(100008 characters\) …x+end$/);
    expect(cuts).toMatchObject([{ kind: 'characters', of: 100_008 }]);
  });

  it('keeps what is small whole beside what is large', () => {
    const { value } = fitted({ total: 3, text: 'y'.repeat(50_000), items: Array(5_000).fill('z'), last: true });
    expect(value).toMatchObject({ total: 3, last: true, text: expect.stringContaining('50000 characters') });
    expect(Object(value).items.at(-1)).toMatch(/^… \d+ more items$/);
  });

  it('never cuts a character in half', () => {
    const { value } = fitted('😀'.repeat(5_000));
    expect(String(value).isWellFormed()).toBe(true);
  });

  const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  it.each([
    ['deep', nested(5_000)],
    ['wide', Array(500_000).fill({})],
    ['of many small keys', Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n]))],
    ['of huge keys', Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}${'k'.repeat(50_000)}`, n]))],
    ['of lists of lists', Array(300).fill(Array(300).fill('word word word'))],
    ['one text', 'w'.repeat(1_000_000)],
    ['of keys that name a prototype', JSON.parse(`{"__proto__":"${'p'.repeat(9_000)}","toString":1}`)],
  ])('stays JSON within its budget for a value that is %s', (_name, value) => {
    const { value: shown } = fitted(value);
    expect(costOfValue(JSON.parse(JSON.stringify(shown)))).toBeLessThanOrEqual(BUDGET * 1.1);
    expect(JSON.stringify(shown).length).toBeGreaterThan(0);
  });

  it('looks at no more of a value than its budget could show', () => {
    let looked = 0;
    const watched = (size: number): unknown =>
      new Proxy(Array(size).fill('some words of an item'), {
        get(list, key, self) {
          looked += typeof key === 'string' && /^\d+$/.test(key) ? 1 : 0;
          return Reflect.get(list, key, self);
        },
      });
    const reads = [1_000, 100_000].map((size) => {
      looked = 0;
      fitted(watched(size));
      return looked;
    });
    expect(reads[0]).toBe(reads[1]);
  });
});
