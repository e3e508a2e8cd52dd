// The one way to learn that something changed in the store, whichever process changed it. Everybody in this process
// who waits for executions, questions or events subscribes here; nobody else polls the journals.
//
// This file keeps the subscriptions and delivers to them. It is fed by `publish`, which the host calls for every entry it
// appends or reads, and by `store-poll.ts`, which learns from the store what other processes append.
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
//   - `sources/mcp/sign-in/shared-redirect.ts` and `login-codes.ts` of the server wait for shared records. Records are not
//     journaled, and a person who signs in does not notice half a second.
//   - `credential-checks.ts` of the server asks whether the credentials of requests and streams are still valid. Tokens are
//     files or records, and the host's own `isValid` may ask anything.
//   - `execution-access.ts` asks whether the owner of an execution it waits for is alive, and whether there is a place by
//     now: a process that dies appends nothing.
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
import type { Change, ChangeFilter, Changes } from './changes.js';
import { createStorePoll } from './store-poll.js';

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

export function createChangeFeed({ store, log }: ChangeFeedDeps): ChangeFeed {
  const toAll = new Set<Subscriber>();
  const toSome = new Map<ExecutionId, Set<Subscriber>>();
  /** Rejects each pending `changed`. */
  const waiting = new Set<() => void>();
  let subscribers = 0;
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

  const poll = createStorePoll({ store, log, deliver, isWanted: () => subscribers > 0 });

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
    poll.soon();
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
      poll[Symbol.dispose]();
      for (const fail of [...waiting]) fail();
    },
  };
}
