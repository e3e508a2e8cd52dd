import { describe, expect, it } from 'vitest';
import { pageIn, toPage, UnknownCursorError } from './page.js';

const letters = ['a', 'b', 'c', 'd', 'e'];
const itself = (letter: string): string => letter;

describe('a page', () => {
  it('is an array that also knows the total and where the next page starts', () => {
    const page = toPage(['a', 'b'], { total: 5, next: 'b' });
    expect(page).toEqual(['a', 'b']);
    expect(Array.isArray(page)).toBe(true);
    expect(JSON.stringify(page)).toBe('["a","b"]');
    expect([page.total, page.next]).toEqual([5, 'b']);
  });

  it('leaves its total to itself when something else is made of it', () => {
    const kept = toPage(['a', 'b'], { total: 5, next: 'b' }).filter((letter) => letter === 'a');
    expect(kept).toEqual(['a']);
    expect(kept).not.toHaveProperty('total');
  });

  it('walks a list that is in memory, to its end and not further', () => {
    const first = pageIn(letters, { limit: 2 }, itself);
    const second = pageIn(letters, { limit: 2, after: first.next }, itself);
    const third = pageIn(letters, { limit: 2, after: second.next }, itself);
    expect([...first, ...second, ...third]).toEqual(letters);
    expect([first, second, third].map(({ next }) => next)).toEqual(['b', 'd', undefined]);
    expect(third.total).toBe(5);
  });

  it('has everything without a limit, and no next page after exactly the last item', () => {
    expect(pageIn(letters, {}, itself)).toMatchObject({ length: 5, next: undefined });
    expect(pageIn(letters, { limit: 5 }, itself).next).toBeUndefined();
  });

  it('counts without showing anything', () => {
    expect(pageIn(letters, { limit: 0 }, itself)).toMatchObject({ length: 0, total: 5, next: undefined });
  });

  it('refuses a place that is not in the list', () => {
    expect(() => pageIn(letters, { after: 'z' }, itself)).toThrow(UnknownCursorError);
  });
});
