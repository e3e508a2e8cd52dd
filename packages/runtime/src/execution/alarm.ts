import type { Clock } from '@toolshed/kernel';

/** One moment to be woken at; setting another replaces it. */
export interface Alarm {
  /** `awaited`: somebody waits for it here, so it keeps the process alive. One far away does not. */
  set(at: number | undefined, urgency?: 'awaited' | 'far'): void;
}

/** What a timer of the host can be asked for at once; longer waits are cut into pieces. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export function createAlarm(clock: Clock, ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined;
  let current: number | undefined;
  let isAwaited = false;

  const arm = (at: number): void => {
    const wait = Math.max(0, at - clock.now());
    timer = setTimeout(() => (clock.now() < at ? arm(at) : due()), Math.min(wait, MAX_TIMEOUT_MS));
    if (!isAwaited) timer.unref();
  };
  const due = (): void => {
    current = undefined;
    ring();
  };

  return {
    set(at, urgency = 'far') {
      isAwaited = urgency === 'awaited';
      if (at !== current) {
        clearTimeout(timer);
        current = at;
        if (at !== undefined) arm(at);
      }
      if (isAwaited) timer?.ref();
      else timer?.unref();
    },
  };
}
