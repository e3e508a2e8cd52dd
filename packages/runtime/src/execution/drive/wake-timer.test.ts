import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createWakeTimer } from './wake-timer.js';

describe('the timer of a live execution', () => {
  it('does not ring early if its process was stopped while the timer was set', async () => {
    let stopMs = 60;
    const now = (): number => {
      const until = Date.now() + stopMs;
      stopMs = 0;
      while (Date.now() < until);
      return Date.now();
    };
    const due = Date.now() + 150;
    const rang = Promise.withResolvers<number>();
    createWakeTimer({ now }, () => rang.resolve(Date.now())).set(due, 'awaited');
    expect(await rang.promise).toBeGreaterThanOrEqual(due);
  });

  it('rings by its own pace if the clock is set back meanwhile', async () => {
    let setBackMs = 0;
    const due = Date.now() + 50;
    const rang = Promise.withResolvers<number>();
    createWakeTimer({ now: () => Date.now() - setBackMs }, rang.resolve).set(due, 'awaited');
    setBackMs = 3_600_000;
    expect(await Promise.race([rang.promise, pause(1_500, 'late', { ref: false })])).toBe(due);
  });
});
