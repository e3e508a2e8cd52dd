import { describe, expect, it } from 'vitest';
import { createMutex } from './mutex.js';

describe('turns', () => {
  it('let whoever comes first go in at once', () => {
    expect(createMutex().acquire()).toBeUndefined();
  });

  it('are taken one at a time, in the order they were asked for', async () => {
    const mutex = createMutex();
    const did: string[] = [];
    const work = async (name: string): Promise<void> => {
      const turn = mutex.acquire();
      if (turn) await turn;
      did.push(`${name} begins`);
      await Promise.resolve();
      did.push(`${name} ends`);
      mutex.release();
    };
    await Promise.all(['a', 'b', 'c'].map(work));
    expect(did).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(mutex.acquire()).toBeUndefined();
  });

  it('are not taken by a newcomer while somebody was told to go in', async () => {
    const mutex = createMutex();
    mutex.acquire();
    const told = mutex.acquire();
    mutex.release();
    const newcomer = mutex.acquire();
    expect(newcomer).toBeInstanceOf(Promise);
    await told;
    mutex.release();
    await newcomer;
  });
});
