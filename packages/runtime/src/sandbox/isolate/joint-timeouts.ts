// Timeouts that run out together. isolated-vm keeps each until its time is up, however soon its step ended, and wakes a
// thread for it then: a program that calls a tool every 50 µs would have that thread wake every 50 µs, five seconds
// later, and take the processor from whatever runs. It starts another thread for a timeout that runs out before all it
// knows of.
//
// So a timeout is made a little longer, to run out with others: all those of one span of time, within a millisecond.

/** How long a step may run, in whole milliseconds, to be over after `until`; at most a grain and three milliseconds later. */
export type TimeoutUntil = (until: number) => number;

export const GRAIN_MS = 20;
/** The engine reads the clock after we did; what we take for later must be later for it, too. */
const LATER_MS = 0.25;

export function createJointTimeouts(now: () => number = () => performance.now()): TimeoutUntil {
  let span = 0;
  let first = 0;
  return (until) => {
    const moment = now();
    const wanted = Math.floor(until / GRAIN_MS) + 1;
    const isSame = wanted === span;
    const timeout = Math.max(1, Math.ceil((isSame ? first + LATER_MS : wanted * GRAIN_MS) - moment));
    if (!isSame) first = moment + timeout;
    span = wanted;
    return timeout;
  };
}
