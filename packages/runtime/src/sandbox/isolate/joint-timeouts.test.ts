import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJointTimeouts, GRAIN_MS } from './joint-timeouts.js';

interface Made {
  readonly until: number;
  readonly end: number;
}

/** What becomes of steps that begin one after the other, each with so much time. */
function makeAll(steps: readonly { readonly pauseMs: number; readonly budgetMs: number }[]): readonly Made[] {
  let now = 1_000;
  const timeoutUntil = createJointTimeouts(() => now);
  return steps.map(({ pauseMs, budgetMs }) => {
    now += pauseMs;
    const until = now + budgetMs;
    return { until, end: now + timeoutUntil(until) };
  });
}

const pauseMs = fc.double({ min: 0.01, max: 3, noNaN: true });

describe('timeouts that run out together', () => {
  it('give a step all its time, and little more', () => {
    const arbSteps = fc.array(fc.record({ pauseMs, budgetMs: fc.double({ min: 0, max: 5_000, noNaN: true }) }));
    fc.assert(
      fc.property(arbSteps, (steps) => {
        for (const { until, end } of makeAll(steps)) {
          expect(end).toBeGreaterThanOrEqual(until);
          expect(end).toBeLessThan(until + GRAIN_MS + 3);
        }
      }),
    );
  });

  it('timeouts of one span end within two milliseconds, the first one first', () => {
    const arbPauses = fc.array(pauseMs, { minLength: 2, maxLength: 200 });
    fc.assert(
      fc.property(arbPauses, (pauses) => {
        const spans = Map.groupBy(makeAll(pauses.map((one) => ({ pauseMs: one, budgetMs: 5_000 }))), ({ until }) =>
          Math.floor(until / GRAIN_MS),
        );
        for (const [first, ...others] of spans.values())
          for (const { end } of others) {
            expect(end).toBeGreaterThan(first?.end ?? 0);
            expect(end).toBeLessThan((first?.end ?? 0) + 2);
          }
      }),
    );
  });

  it('leave at least a millisecond', () => {
    expect(createJointTimeouts(() => 1_000)(10)).toBe(1);
  });
});
