import { setTimeout as delay } from 'node:timers/promises';

const LONGEST_PAUSE_MS = 10_000;

/**
 * Work that is repeated on request, one run after another, so that an older run never ends last.
 * Threat: a server that keeps saying that its tools changed. Between runs there is a pause of four times as long as
 * the last one took, and all requests meanwhile share one run.
 */
export function createOneAtATime(work: () => Promise<void>, signal: AbortSignal): () => Promise<void> {
  let next: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const run = async (): Promise<void> => {
    await last;
    next = undefined;
    signal.throwIfAborted();
    const started = performance.now();
    const done = work();
    last = done
      .catch(() => undefined)
      .then(() => Math.min(4 * (performance.now() - started), LONGEST_PAUSE_MS))
      .then((ms) => delay(ms, undefined, { signal, ref: false }))
      .catch(() => undefined);
    await done;
  };

  return () => {
    next ??= run();
    return next;
  };
}
