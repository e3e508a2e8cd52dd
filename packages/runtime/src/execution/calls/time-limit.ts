/** A time limit that can stand still. Does not keep the process alive. */
export interface TimeLimit {
  pause(): void;
  goOn(): void;
  stop(): void;
}

/** Starts at once; `work` is done when the time is up. */
export function createTimeLimit(ms: number, work: () => void): TimeLimit {
  let left = ms;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let hasStopped = false;

  const goOn = (): void => {
    if (hasStopped || timer !== undefined) return;
    since = performance.now();
    timer = setTimeout(work, left).unref();
  };
  const pause = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left = Math.max(0, left - (performance.now() - since));
  };
  goOn();
  return {
    pause,
    goOn,
    stop() {
      hasStopped = true;
      clearTimeout(timer);
    },
  };
}
