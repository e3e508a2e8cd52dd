// Whether to wait awake. Being woken from sleep takes longer than most of what host and worker wait for of each other,
// but whoever is awake keeps a processor from others.
//
// So each time it was in vain it is left out twice as often as before, until it is worth it again.

import { readSync } from 'node:fs';

export interface Patience {
  /**
   * Calls `look` until it finds something, for a moment; true if it did. Does nothing while waiting awake was in vain
   * lately.
   */
  wait(look: () => boolean): boolean;
}

const MAX_SLEEPS = 64;

export function createPatience(patienceMs: number): Patience {
  let sleeps = 0;
  let sleepsAfterVain = 1;
  return {
    wait(look) {
      if (sleeps > 0) {
        sleeps--;
        return false;
      }
      const until = performance.now() + patienceMs;
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
