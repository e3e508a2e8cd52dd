import type { Clock } from '@toolshed/kernel';

/** One moment to be woken at; setting another replaces it. It does not keep the process alive. */
export interface Alarm {
  set(at: number | undefined): void;
}

/** What a timer of the host can be asked for at once; longer waits are cut into pieces. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export function createAlarm(clock: Clock, ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined;
  let current: number | undefined;

  const arm = (at: number): void => {
    const wait = Math.max(0, at - clock.now());
    timer = setTimeout(() => (clock.now() < at ? arm(at) : due()), Math.min(wait, MAX_TIMEOUT_MS));
    timer.unref();
  };
  const due = (): void => {
    current = undefined;
    ring();
  };

  return {
    set(at) {
      if (at === current) return;
      clearTimeout(timer);
      current = at;
      if (at !== undefined) arm(at);
    },
  };
}
