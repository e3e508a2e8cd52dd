import { describe, expect, it } from 'vitest';
import { createMutex } from './mutex.js';

describe('a mutex', () => {
  it('is acquired without waiting while it is free', () => {
    expect(createMutex().acquire()).toBeUndefined();
  });

  it('has one holder at a time, in the order they acquired it', async () => {
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

  it('is not given to a newcomer between its release and its next holder', async () => {
    const mutex = createMutex();
    mutex.acquire();
    const next = mutex.acquire();
    mutex.release();
    const newcomer = mutex.acquire();
    expect(newcomer).toBeInstanceOf(Promise);
    await next;
    mutex.release();
    await newcomer;
  });
});
