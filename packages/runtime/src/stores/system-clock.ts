// The clock of a host whose store has none of its own.

import type { Clock } from '@toolshed/kernel';

/**
 * The time of day, except that it keeps its pace if the machine's clock is set back: what is due in a minute
 * happens in a minute. The next process has the machine's time again.
 */
export function createSystemClock(timeOfDay: () => number, elapsed: () => number): Clock {
  let lead = Number.NEGATIVE_INFINITY;
  return {
    now() {
      // In this order: a process that is stopped between the two must not mistake the stop for a clock that was set forward.
      const time = timeOfDay();
      const since = elapsed();
      lead = Math.max(lead, time - since);
      return Math.floor(since + lead);
    },
  };
}

export const systemClock: Clock = createSystemClock(
  () => Date.now(),
  () => performance.now(),
);
