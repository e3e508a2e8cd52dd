import type { Clock } from '@toolshed/kernel';

export interface ManualClock extends Clock {
  pass(ms: number): void;
}

export const DAY_MS = 24 * 3_600_000;

export function createManualClock(): ManualClock {
  let now = Date.UTC(2030, 0, 1);
  return {
    now: () => now,
    pass(ms) {
      now += ms;
    },
  };
}
