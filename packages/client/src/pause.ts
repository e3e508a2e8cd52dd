/** Waits; rejects with the signal's reason when it aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

const LONGEST_PAUSE_MS = 30_000;

/** How long to wait before try number `tries`: twice as long each time, less a random part, so that clients spread. */
export const backoffMs = (tries: number, firstMs: number): number =>
  Math.min(LONGEST_PAUSE_MS, firstMs * 2 ** Math.min(tries, 20)) * (0.5 + Math.random() / 2);
