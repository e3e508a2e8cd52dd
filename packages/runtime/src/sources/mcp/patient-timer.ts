/** A time limit that waiting for people does not use up: it pauses while somebody is asked, and restarts at each sign of life. */
export interface PatientTimer extends Disposable {
  /** Aborts when the time is up. */
  readonly signal: AbortSignal;
  restart(): void;
  /** Stands still until the work is done. */
  pauseFor<T>(work: () => Promise<T>): Promise<T>;
}

export function createPatientTimer(ms: number): PatientTimer {
  const controller = new AbortController();
  let waits = 0;
  let timer: NodeJS.Timeout | undefined;
  const restart = (): void => {
    clearTimeout(timer);
    if (waits === 0) timer = setTimeout(() => controller.abort(new Error(`it took longer than ${ms} ms`)), ms);
  };
  restart();
  return {
    signal: controller.signal,
    restart,
    async pauseFor(work) {
      waits++;
      clearTimeout(timer);
      try {
        return await work();
      } finally {
        waits--;
        restart();
      }
    },
    [Symbol.dispose]() {
      waits = Number.POSITIVE_INFINITY;
      clearTimeout(timer);
    },
  };
}
