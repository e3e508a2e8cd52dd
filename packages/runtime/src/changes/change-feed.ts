// The one way to learn that something changed in the store, whichever process changed it. Everybody in this process
// who waits for executions, questions or events subscribes here; nobody else polls the journals.
//
// Fed by three sources: `publish`, which the host calls for every entry it appends or reads; the store's own `watch`, if
// it has one; and otherwise one timer that reads the store's last position.
//
// Invariants
//   N1. A change names executions and kinds of entries and carries no content, so it can be handed to code that serves any
//       session. A subscriber that needs the content reads it from the store, under its own access checks.
//   N2. Every entry appended after a subscription began is notified at least once. It may be notified again, and it may
//       be covered by `unknown`, which means that anything may have changed. So look after you subscribe, look again
//       after each change, and rely on what you read.
//   N3. What this process appends is notified at once. What another process appends is notified as soon as the store
//       says so, or with the next poll.
//   N4. However many subscribe, one timer polls; it polls less often while nothing changes, and not at all while nobody
//       subscribes.

// What still polls by itself, because no entry of a journal says what it waits for:
//   - `sources/mcp/shared-redirect.ts` and `login-codes.ts` of the server wait for shared records. Records are not
//     journaled, and a person who signs in does not notice half a second.
//   - `while-authorized.ts` of the server asks whether a credential is still valid. Tokens are files or records, and
//     the host's own `isValid` may ask anything.
//   - `wait` of the client runs where there is no store: it asks the server, over HTTP.
//   - `wake-scheduler.ts` finds what is due or has no owner: time that passes and a process that dies append nothing.
//   - The jobs of PostgreSQL are kept by pg-boss, which polls its own tables.

import {
  type ExecutionId,
  type JournalEntry,
  type JournalStore,
  StoreUnavailableError,
  type ToolLog,
} from '@toolshed/kernel';
import { LONGEST_TIMER_MS } from '@toolshed/kernel/runtime';

/** Something that was journaled, by this process or another. */
export type Change =
  | {
      readonly kind: 'appended';
      readonly executionId: ExecutionId;
      /** Its journal has at least so many entries. */
      readonly length: number;
      /** The kinds of the new entries; undefined if another process appended them. */
      readonly entries: readonly JournalEntry['kind'][] | undefined;
    }
  /** Anything may have changed. */
  | { readonly kind: 'unknown' };

/** Which changes a subscriber wants. Default: all. */
export interface ChangeFilter {
  /** Only changes of these executions. */
  readonly executions?: readonly ExecutionId[];
  /** Only entries of these kinds. Entries of another process always match: their kinds are not known here. */
  readonly kinds?: ReadonlySet<JournalEntry['kind']>;
}

/** For a loop that looks, waits for a change, and looks again. Begin the watch before the first look. */
export interface ChangeWatch extends Disposable {
  /**
   * Resolves with true once something has changed since the last call, or since the watch began; immediately if it already has.
   * Resolves with false if `signal` aborts, or the watch is disposed, first. Keeps the process alive meanwhile. Rejects
   * once the host is closed.
   */
  changed(signal?: AbortSignal): Promise<boolean>;
}

/** One way to learn that something changed: subscribe instead of polling. */
export interface Changes {
  /**
   * Calls back for every change, from now on; once for each, also if the listener subscribes again. Does not keep the
   * process alive.
   */
  subscribe(listener: (change: Change) => void, filter?: ChangeFilter): Disposable;
  /** For a loop that waits for changes. */
  watch(filter?: ChangeFilter): ChangeWatch;
}

export interface ChangeFeed extends Changes {
  /** Notifies of entries that this process appended or read. */
  publish(executionId: ExecutionId, entries: readonly JournalEntry[]): void;
  close(): void;
}

export interface ChangeFeedDeps {
  readonly store: Pick<JournalStore, 'lastPosition' | 'placesAfter' | 'watch'>;
  readonly log: Pick<ToolLog, 'warn'>;
}

interface Subscriber {
  readonly kinds: ChangeFilter['kinds'];
  readonly listener: (change: Change) => void;
  isOver: boolean;
}

type Waker = (hasChanged: boolean) => void;

/** How often the store is polled right after a change or a new subscription, and after some seconds without any. */
const FASTEST_POLL_MS = 50;
const SLOWEST_POLL_MS = 250;
/** The interval is this part of the time without a change: 50 ms for two seconds, 250 ms after ten. */
const SLOWDOWN = 1 / 40;
/** Notifications of a store that arrive within this time are answered by one read. */
const GATHER_MS = 10;
const PAGE = 1_000;
/** Changes beyond this many pages are covered by one `unknown`. */
const MAX_PAGES = 10;

export function createChangeFeed({ store, log }: ChangeFeedDeps): ChangeFeed {
  const toAll = new Set<Subscriber>();
  const toSome = new Map<ExecutionId, Set<Subscriber>>();
  /** Rejects each pending `changed`. */
  const waiting = new Set<() => void>();
  let subscribers = 0;
  /** Undefined while nobody subscribes: then the feed does not follow the store. */
  let cursor: number | undefined;
  let changedAt = 0;
  let timer: { readonly handle: NodeJS.Timeout; readonly at: number } | undefined;
  let isReading = false;
  let isClosed = false;
  /** A timer that does nothing but keep the process alive while somebody waits. */
  let keepAlive: NodeJS.Timeout | undefined;

  const subscribedTo = (change: Change): readonly Subscriber[] =>
    change.kind === 'appended'
      ? [...toAll, ...(toSome.get(change.executionId) ?? [])]
      : [...new Set([toAll, ...toSome.values()].flatMap((among) => [...among]))];

  /** Each subscriber is called once. One that subscribes meanwhile, from a listener, is notified of the next change. */
  const deliver = (change: Change): void => {
    const known = change.kind === 'appended' ? change.entries : undefined;
    for (const subscriber of subscribedTo(change)) {
      const { kinds, listener } = subscriber;
      if (subscriber.isOver || (kinds && known && !known.some((kind) => kinds.has(kind)))) continue;
      try {
        listener(change);
      } catch (error) {
        log.warn({ err: error }, 'a change listener failed; the others are still called');
      }
    }
  };

  /** Schedules one read, unless an earlier one is scheduled. */
  const readAfter = (ms: number): void => {
    const at = performance.now() + ms;
    if (isClosed || (timer && timer.at <= at)) return;
    clearTimeout(timer?.handle);
    timer = { at, handle: setTimeout(read, ms).unref() };
  };

  /** N4. */
  const pollAgain = (): void => {
    if (store.watch || subscribers === 0) return;
    const quietMs = performance.now() - changedAt;
    readAfter(Math.min(SLOWEST_POLL_MS, Math.max(FASTEST_POLL_MS, quietMs * SLOWDOWN)));
  };

  const read = async (): Promise<void> => {
    timer = undefined;
    if (isReading) return readAfter(GATHER_MS);
    isReading = true;
    try {
      if (subscribers === 0) cursor = undefined;
      else await follow();
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
    // A cursor beyond the last position means that the store was replaced.
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
    if (subscribers === 0) cursor = undefined;
    else readAfter(timer === undefined && !isReading ? 0 : GATHER_MS);
  });

  const placesOf = ({ executions }: ChangeFilter): readonly Set<Subscriber>[] =>
    executions?.map((id) => {
      const among = toSome.get(id) ?? new Set();
      toSome.set(id, among);
      return among;
    }) ?? [toAll];

  const subscribe: Changes['subscribe'] = (listener, filter = {}) => {
    const subscriber: Subscriber = { listener, kinds: filter.kinds, isOver: false };
    for (const among of placesOf(filter)) among.add(subscriber);
    subscribers += 1;
    changedAt = performance.now();
    pollAgain();
    return {
      [Symbol.dispose]() {
        if (subscriber.isOver) return;
        subscriber.isOver = true;
        subscribers -= 1;
        toAll.delete(subscriber);
        for (const id of filter.executions ?? []) {
          const among = toSome.get(id);
          among?.delete(subscriber);
          if (among?.size === 0) toSome.delete(id);
        }
      },
    };
  };

  const closed = (): Error => new StoreUnavailableError('Cannot wait for changes: the store was closed');

  /** Adds itself to `wakers` until it is called, with whether something changed, or the signal aborts. */
  const whenWoken = (wakers: Set<Waker>, signal: AbortSignal | undefined): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        wakers.delete(woken);
        waiting.delete(fail);
        signal?.removeEventListener('abort', stop);
        if (waiting.size === 0) clearInterval(keepAlive);
      };
      const woken: Waker = (hasChanged) => {
        end();
        resolve(hasChanged);
      };
      const stop = (): void => woken(false);
      const fail = (): void => {
        end();
        reject(closed());
      };
      if (waiting.size === 0) keepAlive = setInterval(() => undefined, LONGEST_TIMER_MS);
      wakers.add(woken);
      waiting.add(fail);
      signal?.addEventListener('abort', stop);
    });

  return {
    subscribe,
    watch(filter) {
      /** A change that nobody waited for. */
      let hasChanged = false;
      let isOver = false;
      const wakers = new Set<Waker>();
      const subscription = subscribe(() => {
        hasChanged = wakers.size === 0;
        for (const wake of [...wakers]) wake(true);
      }, filter);
      return {
        async changed(signal) {
          if (isClosed) throw closed();
          if (!hasChanged) return isOver || signal?.aborted ? false : await whenWoken(wakers, signal);
          hasChanged = false;
          return true;
        },
        [Symbol.dispose]() {
          isOver = true;
          hasChanged = false;
          subscription[Symbol.dispose]();
          for (const wake of [...wakers]) wake(false);
        },
      };
    },
    // N1 and N3.
    publish(executionId, entries) {
      const last = entries.at(-1);
      if (subscribers === 0 || last === undefined) return;
      deliver({ kind: 'appended', executionId, length: last.seq + 1, entries: entries.map(({ kind }) => kind) });
    },
    close() {
      isClosed = true;
      clearTimeout(timer?.handle);
      watched?.[Symbol.dispose]();
      for (const fail of [...waiting]) fail();
    },
  };
}
