import { signal } from '@preact/signals';

/** Whether the event stream is connected. Only then is what the page shows current, and only then does it send anything. */
export const connection = signal<'connecting' | 'live' | 'lost' | 'signed-out'>('connecting');

/** Whether it ever was: then the page may hold what somebody typed. */
export const wasLive = signal(false);

export const isLive = (): boolean => connection.value === 'live';

/** Resolves once the page is live again. */
export const untilLive = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = connection.subscribe((now) => {
      if (now !== 'live') return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
