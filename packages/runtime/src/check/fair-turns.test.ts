import { describe, expect, it } from 'vitest';
import { createFairTurns } from './fair-turns.js';

describe('turns', () => {
  it('go round between sessions, one at a time', async () => {
    const turns = createFairTurns({ ofOne: 10, ofAll: 100 });
    const done: string[] = [];
    let atWork = 0;
    const work = (name: string) => async () => {
      expect(++atWork).toBe(1);
      await Promise.resolve();
      atWork--;
      done.push(name);
    };
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => turns.take(name.slice(0, 1), work(name)));
    await Promise.all(all);
    expect(done.indexOf('b1')).toBeLessThan(3);
    expect(done.indexOf('c1')).toBeLessThan(4);
    expect(done.indexOf('a4')).toBe(6);
    expect(turns.waiting).toBe(0);
  });

  it('are refused to a session that waits for many, and not to another', async () => {
    const turns = createFairTurns({ ofOne: 2, ofAll: 100 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const taken = Array.from({ length: 5 }, () => turns.take('a', () => promise));
    expect(taken.map((one) => one !== undefined)).toEqual([true, true, true, false, false]);
    expect(turns.take('b', () => promise)).toBeDefined();
    resolve();
    await Promise.all(taken);
  });

  it('go on after one that failed', async () => {
    const turns = createFairTurns({ ofOne: 2, ofAll: 100 });
    await expect(turns.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.take('a', async () => 1)).toBe(1);
  });
});
