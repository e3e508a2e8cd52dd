// When to busy-wait. Waking up from sleep takes longer than most waits of host and worker for each other, but a process
// that busy-waits keeps a processor from others.
//
// So each busy-wait that times out doubles the number of waits that sleep at once, until one succeeds again.

import { readSync } from 'node:fs';

export interface BusyWait {
  /**
   * Calls `look` until it finds something or the time is up; true if it did. Does nothing while busy-waiting timed out
   * lately.
   */
  wait(look: () => boolean): boolean;
}

const MAX_SLEEPS = 64;

export function createBusyWait(spinMs: number): BusyWait {
  let sleeps = 0;
  let sleepsAfterVain = 1;
  return {
    wait(look) {
      if (sleeps > 0) {
        sleeps--;
        return false;
      }
      const until = performance.now() + spinMs;
      do {
        if (!look()) continue;
        sleepsAfterVain = 1;
        return true;
      } while (performance.now() < until);
      sleeps = sleepsAfterVain;
      sleepsAfterVain = Math.min(MAX_SLEEPS, sleepsAfterVain * 2);
      return false;
    },
  };
}

/** Reads from a descriptor that does not block: how many bytes, zero at its end, undefined if there is nothing yet. */
export function readNow(fd: number, buffer: Buffer, at = 0): number | undefined {
  try {
    return readSync(fd, buffer, at, buffer.length - at, null);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}
