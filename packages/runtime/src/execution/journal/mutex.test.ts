import { describe, expect, it } from 'vitest';
import { createTurns } from './mutex.js';

describe('turns', () => {
  it('let whoever comes first go in at once', () => {
    expect(createTurns().enter()).toBeUndefined();
  });

  it('are taken one at a time, in the order they were asked for', async () => {
    const turns = createTurns();
    const did: string[] = [];
    const work = async (name: string): Promise<void> => {
      const turn = turns.enter();
      if (turn) await turn;
      did.push(`${name} begins`);
      await Promise.resolve();
      did.push(`${name} ends`);
      turns.leave();
    };
    await Promise.all(['a', 'b', 'c'].map(work));
    expect(did).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(turns.enter()).toBeUndefined();
  });

  it('are not taken by a newcomer while somebody was told to go in', async () => {
    const turns = createTurns();
    turns.enter();
    const told = turns.enter();
    turns.leave();
    const newcomer = turns.enter();
    expect(newcomer).toBeInstanceOf(Promise);
    await told;
    turns.leave();
    await newcomer;
  });
});
