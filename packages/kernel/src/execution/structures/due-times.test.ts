import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Due, type DueTimes, soonest, withDue, withoutSoonest } from './due-times.js';

describe('due times', () => {
  it('come soonest first, and of one moment in the order they were asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), (moments) => {
        let times: DueTimes;
        for (const [index, at] of moments.entries())
          times = withDue(times, { at, call: index + 1, elicitation: undefined });
        const told: Due[] = [];
        for (let due = soonest(times); due; due = soonest(times)) {
          told.push(due);
          times = withoutSoonest(times);
        }
        const sorted = moments
          .map((at, index) => ({ at, call: index + 1, elicitation: undefined }))
          .sort((a, b) => a.at - b.at || a.call - b.call);
        expect(told).toEqual(sorted);
      }),
    );
  });
});
