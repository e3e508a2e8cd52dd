// One run for all dispatches of one call that are in flight at once on a connection: the person sees one dialog, and
// each dispatch gets the same reply.

export interface InFlightCalls<T> {
  /** Runs the call, or waits for the run with that name. `signal` aborts when the sender no longer waits. */
  join(name: string, signal: AbortSignal, run: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/**
 * For one connection. Dispatches of one name have one sender and one request id, so a sender that cancels that id no
 * longer waits for any of them.
 */
export function createInFlightCalls<T>(): InFlightCalls<T> {
  const runs = new Map<string, Run<T>>();

  const forget = (name: string, { taken }: Pick<Run<T>, 'taken'>): void => {
    if (runs.get(name)?.taken === taken) runs.delete(name);
  };

  const begin = (name: string, run: (signal: AbortSignal) => Promise<T>): Run<T> => {
    const taken = new AbortController();
    const started = { taken, reply: run(taken.signal).finally(() => forget(name, { taken })) };
    runs.set(name, started);
    return started;
  };

  return {
    async join(name, signal, run) {
      const joined = runs.get(name) ?? begin(name, run);
      const { taken, reply } = joined;
      const take = (): void => {
        forget(name, joined);
        taken.abort(signal.reason);
      };
      if (signal.aborted) take();
      signal.addEventListener('abort', take, { once: true });
      try {
        return await reply;
      } finally {
        signal.removeEventListener('abort', take);
      }
    },
  };
}

interface Run<T> {
  /** Aborted when nobody waits for the run any more. */
  readonly taken: AbortController;
  readonly reply: Promise<T>;
}
