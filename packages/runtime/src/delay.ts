/** A task that runs once it has not been postponed for a while. */
export interface Delay {
  /** Postpones it, from now. Cheap enough for every call of a program; resetting a timer each time is not. */
  start(ms: number, now?: number): void;
  stop(): void;
}

/** Does not keep the process alive. */
export function createDelay(work: () => void): Delay {
  let due = 0;
  let rings = 0;
  let timer: NodeJS.Timeout | undefined;

  const wait = (ms: number): void => {
    clearTimeout(timer);
    rings = due;
    timer = setTimeout(ring, ms).unref();
  };
  const ring = (): void => {
    timer = undefined;
    const left = due - performance.now();
    if (left > 0) wait(left);
    else work();
  };

  return {
    start(ms, now = performance.now()) {
      due = now + ms;
      if (timer === undefined || due < rings) wait(ms);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
