/** Something to be done once nothing has put it off for a while. */
export interface Delay {
  /** Puts it off, from now on. Cheap enough for every call of a program, which moving a timer each time is not. */
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
