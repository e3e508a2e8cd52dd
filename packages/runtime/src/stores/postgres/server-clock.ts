// The clock of the database, as a node knows it between two measurements. All nodes of a store use it, so that a node
// whose own clock is wrong neither wakes, expires nor honours anything too early or too late.
//
// Invariants
//   K1. It is never ahead of the server: a measurement counts as made when it arrived, later than the server read its clock.
//   K2. Between measurements it counts with the monotonic clock: setting the time of this machine changes nothing. While a
//       machine sleeps that clock may stand still; its lease has ended by then, and renewing it is a measurement.
//   K3. Of the last few measurements, the fastest counts. Older ones are dropped, so that a clock
//       that runs too fast, or a server that was replaced by one with another time, is followed within some renewals.

import type { Clock } from '@toolshed/kernel';

export interface ServerClock extends Clock {
  /** Called as soon as a time arrives that the server read from its clock. */
  measured(serverTime: number): void;
  /** How far the clock of this machine is ahead of the server's; less than 0: behind. */
  readonly skewMs: number;
}

const KEPT = 8;

export function createServerClock(timeOfDay: () => number, elapsed: () => number): ServerClock {
  let leads: readonly number[] = [];
  // K2 and K3.
  const now = (): number => Math.floor(elapsed() + Math.max(...leads));
  return {
    now,
    measured(serverTime) {
      // K1: counted from its arrival, so the lead is never too large.
      leads = [...leads.slice(1 - KEPT), serverTime - elapsed()];
    },
    get skewMs() {
      return timeOfDay() - now();
    },
  };
}
