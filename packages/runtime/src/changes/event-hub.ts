/** Hands each event to every listener, in order, each at its own pace. */
export interface EventHub<T> {
  emit(event: T): void;
  readonly hasListeners: boolean;
  /** Ends when the hub is closed, or by `return()`, which leaving a loop calls. */
  listen(): AsyncIterableIterator<T>;
  close(): void;
}

/** A listener that falls further behind than this is ended rather than letting memory grow. */
const MAX_BACKLOG = 100_000;

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

interface Listener<T> {
  push(event: T): void;
  end(): void;
}

export function createEventHub<T>(): EventHub<T> {
  const listeners = new Set<Listener<T>>();

  /**
   * Registered before the first event is asked for, so that nothing in between is missed. Not a generator: one that was
   * never begun, or that waits for an event, cannot be ended from outside, and would be kept for ever.
   */
  const listen = (): AsyncIterableIterator<T> => {
    let backlog: T[] = [];
    let isOver = false;
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
        if (backlog.length > MAX_BACKLOG) stop();
      },
      end: stop,
    };
    /** Taken from the front in runs: shifting a long list for each event takes longer the longer it is. */
    let taken = 0;
    const next = async (): Promise<IteratorResult<T>> => {
      if (taken < backlog.length) {
        const value = backlog[taken++] as T;
        if (taken === backlog.length) [backlog, taken] = [[], 0];
        return { done: false, value };
      }
      if (isOver) return DONE;
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    };
    listeners.add(listener);
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
      for (const listener of listeners) listener.push(event);
    },
    get hasListeners() {
      return listeners.size > 0;
    },
    listen,
    close: () => {
      for (const listener of [...listeners]) listener.end();
    },
  };
}
