import { describe, expect, it } from 'vitest';
import { createRateLimit } from './rate-limit.js';

describe('createRateLimit', () => {
  it('lets a burst through, then as many as come back', () => {
    let now = 0;
    const limit = createRateLimit({ burst: 3, perSecond: 2, now: () => now });
    const taken = (count: number): number =>
      Array.from({ length: count }, () => limit.take('a')).filter(Boolean).length;
    expect(taken(5)).toBe(3);
    now += 1_000;
    expect(taken(5)).toBe(2);
    now += 60_000;
    expect(taken(5)).toBe(3);
  });

  it('counts each name on its own', () => {
    const limit = createRateLimit({ burst: 1, perSecond: 1, now: () => 0 });
    expect([limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([true, false, true]);
  });
});
