// Turns at something that serves one at a time. Sessions take turns: one that asks for many waits for its own, and another
// waits for one of them at most. How many wait is bounded for each session, and for all.

export interface FairTurns {
  /** Runs the work in its turn; undefined if too many wait, of this session or of all. */
  take<T>(session: string, work: () => Promise<T>): Promise<T> | undefined;
  /** How many are at work or wait. */
  readonly waiting: number;
}

interface Bounds {
  readonly ofOne: number;
  readonly ofAll: number;
}

export function createFairTurns({ ofOne, ofAll }: Bounds): FairTurns {
  /** In the order of their next turns: a session that had one is moved to the end. */
  const queues = new Map<string, (() => Promise<void>)[]>();
  let waiting = 0;
  let isBusy = false;

  const next = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let [first] = queues; first !== undefined; [first] = queues) {
      const [session, queue] = first;
      const work = queue.shift();
      queues.delete(session);
      if (queue.length > 0) queues.set(session, queue);
      await work?.();
    }
    isBusy = false;
  };

  return {
    get waiting() {
      return waiting;
    },
    take<T>(session: string, work: () => Promise<T>) {
      const queue = queues.get(session) ?? [];
      if (queue.length >= ofOne || waiting >= ofAll) return undefined;
      waiting++;
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      queue.push(() =>
        work()
          .then(resolve, reject)
          .finally(() => waiting--),
      );
      queues.set(session, queue);
      void next();
      return promise;
    },
  };
}
