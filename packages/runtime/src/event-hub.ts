/** Hands each event to every listener, in order, each at its own pace. */
export interface EventHub<T> {
  emit(event: T): void;
  /** Whether there is anybody to emit to. */
  readonly isHeard: boolean;
  listen(): AsyncIterable<T>;
  close(): void;
}

/** A listener that falls further behind than this is ended rather than letting memory grow. */
const MAX_BACKLOG = 100_000;

interface Listener<T> {
  push(event: T): void;
  end(): void;
}

export function createEventHub<T>(): EventHub<T> {
  const listeners = new Set<Listener<T>>();

  /** Registered before the first event is asked for, so that nothing in between is missed. */
  const listen = (): AsyncIterable<T> => {
    let backlog: T[] = [];
    let isOver = false;
    let wake = (): void => undefined;
    const listener: Listener<T> = {
      push(event) {
        backlog.push(event);
        if (backlog.length > MAX_BACKLOG) isOver = true;
        wake();
      },
      end() {
        isOver = true;
        wake();
      },
    };
    listeners.add(listener);
    return (async function* () {
      try {
        while (!isOver || backlog.length > 0) {
          const events = backlog;
          backlog = [];
          yield* events;
          if (backlog.length > 0 || isOver) continue;
          await new Promise<void>((resolve) => {
            wake = () => resolve();
          });
        }
      } finally {
        listeners.delete(listener);
      }
    })();
  };

  return {
    emit: (event) => {
      for (const listener of listeners) listener.push(event);
    },
    get isHeard() {
      return listeners.size > 0;
    },
    listen,
    close: () => {
      for (const listener of listeners) listener.end();
    },
  };
}
