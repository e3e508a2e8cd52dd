/** Hands each event to every listener, in order, each at its own pace. */
export interface EventHub<T> {
  emit(event: T): void;
  readonly hasListeners: boolean;
  /** Ends when the hub is closed, at once if it is, or by `return()`, which leaving a loop calls. */
  listen(): AsyncIterableIterator<T>;
  close(): void;
}

/** A listener that falls further behind than this is ended rather than letting memory grow. */
const MAX_BACKLOG = 100_000;

/** As many as the backlog may have, so dropping what a listener took costs no more than keeping it did. */
const RUN = MAX_BACKLOG;

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

interface Listener<T> {
  push(event: T): void;
  end(): void;
}

export function createEventHub<T>(): EventHub<T> {
  const listeners = new Set<Listener<T>>();
  let isClosed = false;

  /**
   * Registered before the first event is asked for, so that nothing in between is missed. Not a generator: one that was
   * never begun, or that waits for an event, cannot be ended from outside, and would stay in memory for ever.
   */
  const listen = (): AsyncIterableIterator<T> => {
    let backlog: T[] = [];
    /** Taken from the front in runs: shifting a long list for each event takes longer the longer it is. */
    let taken = 0;
    let isOver = isClosed;
    const waiting: ((result: IteratorResult<T>) => void)[] = [];
    const stop = (): void => {
      isOver = true;
      listeners.delete(listener);
      for (const resolve of waiting.splice(0)) resolve(DONE);
    };
    const listener: Listener<T> = {
      push(event) {
        const resolve = waiting.shift();
        if (resolve) resolve({ done: false, value: event });
        else backlog.push(event);
        if (backlog.length - taken > MAX_BACKLOG) stop();
      },
      end: stop,
    };
    const next = async (): Promise<IteratorResult<T>> => {
      if (taken < backlog.length) {
        const value = backlog[taken++] as T;
        if (taken === backlog.length || taken === RUN) [backlog, taken] = [backlog.slice(taken), 0];
        return { done: false, value };
      }
      if (isOver) return DONE;
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    };
    if (!isOver) listeners.add(listener);
    return {
      next,
      async return() {
        backlog = [];
        taken = 0;
        stop();
        return DONE;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  };

  return {
    emit: (event) => {
      for (const listener of [...listeners]) listener.push(event);
    },
    get hasListeners() {
      return listeners.size > 0;
    },
    listen,
    close: () => {
      isClosed = true;
      for (const listener of [...listeners]) listener.end();
    },
  };
}
