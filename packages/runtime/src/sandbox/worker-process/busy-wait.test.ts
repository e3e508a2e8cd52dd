import { describe, expect, it } from 'vitest';
import { createBusyWait } from './busy-wait.js';

const SPIN_MS = 1;

/** How many of so many waits looked at all. */
const looksIn = (waits: number, busyWait: ReturnType<typeof createBusyWait>): number => {
  let looked = 0;
  for (let wait = 0; wait < waits; wait++) {
    let isFirst = true;
    busyWait.wait(() => {
      looked += isFirst ? 1 : 0;
      isFirst = false;
      return false;
    });
  }
  return looked;
};

describe('busyWait', () => {
  it('looks until there is something', () => {
    let looks = 0;
    expect(createBusyWait(1_000).wait(() => ++looks === 5)).toBe(true);
    expect(looks).toBe(5);
  });

  it('ends after a moment', () => {
    const before = performance.now();
    expect(createBusyWait(SPIN_MS).wait(() => false)).toBe(false);
    expect(performance.now() - before).toBeGreaterThanOrEqual(SPIN_MS);
  });

  it('is tried less and less often while it times out', () => {
    // One wait, then 1, 2, 4 and 8 left out between the next.
    expect(looksIn(1 + 1 + 1 + 2 + 1 + 4 + 1 + 8, createBusyWait(SPIN_MS))).toBe(4);
  });

  it('is tried again at once after it was worth it', () => {
    const busyWait = createBusyWait(SPIN_MS);
    looksIn(1 + 1 + 1 + 2, busyWait);
    expect(busyWait.wait(() => true)).toBe(true);
    expect(busyWait.wait(() => true)).toBe(true);
    expect(looksIn(3, busyWait)).toBe(2);
  });
});
