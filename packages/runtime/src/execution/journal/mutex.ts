// Lets the writers of one journal in, one at a time and in order. `execution-journal.ts` has one for each execution.

/** One holder at a time, first come, first served. A free mutex is acquired without waiting. */
export interface Mutex {
  /** Undefined if the mutex was free. Either way `release` must follow. */
  acquire(): Promise<void> | undefined;
  release(): void;
}

export function createMutex(): Mutex {
  const line: (() => void)[] = [];
  let isTaken = false;
  return {
    acquire() {
      if (isTaken) return new Promise((resolve) => line.push(resolve));
      isTaken = true;
      return undefined;
    },
    release() {
      const next = line.shift();
      if (next) next();
      else isTaken = false;
    },
  };
}
