// Learns from the store what was appended, for the change feed: when the store says so (`watch`), or by reading its last
// position again and again. N2 and N4 of `change-feed.ts`.

import type { JournalStore, ToolLog } from '@toolshed/kernel';
import type { Change } from './changes.js';

export interface StorePoll extends Disposable {
  /** Somebody subscribed: the store is followed from now on, closely at first. */
  soon(): void;
}

export interface StorePollDeps {
  readonly store: Pick<JournalStore, 'lastPosition' | 'placesAfter' | 'watch'>;
  readonly log: Pick<ToolLog, 'warn'>;
  readonly deliver: (change: Change) => void;
  /** Whether anybody subscribes. */
  readonly isWanted: () => boolean;
}

/** How often the store is polled right after a change or a new subscription, and after some seconds without any. */
const FASTEST_POLL_MS = 50;
const SLOWEST_POLL_MS = 250;
/** The interval is this part of the time without a change: 50 ms for two seconds, 250 ms after ten. */
const SLOWDOWN = 1 / 40;
/** Notifications of a store that arrive within this time are answered by one read. */
const GATHER_MS = 10;
const PAGE = 1_000;
/** What more pages than these say is covered by one `unknown`. */
const MAX_PAGES = 10;

export function createStorePoll({ store, log, deliver, isWanted }: StorePollDeps): StorePoll {
  /** Undefined while nobody subscribes: then nothing is followed. */
  let cursor: number | undefined;
  let changedAt = 0;
  let timer: { readonly handle: NodeJS.Timeout; readonly at: number } | undefined;
  let isReading = false;
  let isClosed = false;

  /** Reads once, then or sooner if that is planned already. */
  const readAfter = (ms: number): void => {
    const at = performance.now() + ms;
    if (isClosed || (timer && timer.at <= at)) return;
    clearTimeout(timer?.handle);
    timer = { at, handle: setTimeout(read, ms).unref() };
  };

  /** N4. */
  const pollAgain = (): void => {
    if (store.watch || !isWanted()) return;
    const quietMs = performance.now() - changedAt;
    readAfter(Math.min(SLOWEST_POLL_MS, Math.max(FASTEST_POLL_MS, quietMs * SLOWDOWN)));
  };

  const read = async (): Promise<void> => {
    timer = undefined;
    if (isReading) return readAfter(GATHER_MS);
    isReading = true;
    try {
      if (isWanted()) await follow();
      else cursor = undefined;
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, 'polling the store for changes failed; polling again');
      if (store.watch) readAfter(SLOWEST_POLL_MS);
    } finally {
      isReading = false;
    }
    pollAgain();
  };

  /** N2. Notifies of everything from the cursor to the last position. */
  const follow = async (): Promise<void> => {
    const last = await store.lastPosition();
    if (last === cursor) return;
    changedAt = performance.now();
    // A cursor beyond the last position is of a store that was replaced.
    for (let pages = 0; cursor !== undefined && cursor < last && pages < MAX_PAGES; pages += 1) {
      const { places, through } = await store.placesAfter(cursor, PAGE);
      const lengths = new Map(places.map(({ executionId, seq }) => [executionId, seq + 1]));
      for (const [executionId, length] of lengths)
        deliver({ kind: 'appended', executionId, length, entries: undefined });
      const isWhole = through >= last || through === cursor;
      cursor = through;
      if (isWhole) return;
    }
    cursor = last;
    deliver({ kind: 'unknown' });
  };

  /** The first of a burst is read at once, the others together. */
  const watched = store.watch?.(() => {
    if (isWanted()) readAfter(timer === undefined && !isReading ? 0 : GATHER_MS);
    else cursor = undefined;
  });

  return {
    soon() {
      changedAt = performance.now();
      pollAgain();
    },
    [Symbol.dispose]() {
      isClosed = true;
      clearTimeout(timer?.handle);
      watched?.[Symbol.dispose]();
    },
  };
}
