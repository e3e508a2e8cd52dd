// The executions this process holds in memory: those that run, and for a while those that rest, because a person who
// answers quickly should not wait for a replay. Everything here can be dropped at any moment of rest.
//
// Invariants
//   L1. One execution is live at most once in a process.
//   L2. A resting execution is evicted after `hibernateAfterMs`, or when more than `maxWarm` rest; never while a handler
//       of it is here. Its sandbox may be taken away earlier. When the host closes, handlers that have only asked are
//       ended first, so that another process can go on at once.
//       One that cannot be evicted is not tried again at once: what keeps it may need this very thread to end.
//   L3. What another process appended to an execution that runs, or whose handler waits, is read as soon as the change
//       feed says so.
//   L4. What another process drives is not driven here.

import type { EntryOf, ExecutionId, JournalEntry, JournalStore } from '@toolshed/kernel';
import { type ExecutionState, isTerminal } from '@toolshed/kernel/runtime';
import type { Change, Changes } from '../../changes/change-feed.js';
import { type LiveExecution, driveExecution } from '../drive/drive-execution.js';
import { UnknownExecutionError } from '../execution-errors.js';
import { createExecutionJournal, OwnershipLostError, type Past, pastOf } from '../journal/execution-journal.js';
import type { LiveDeps } from '../execution-deps.js';
import type { Owners } from './owners.js';
import { createLiveQuota } from './live-quota.js';
import type { Quotas } from '../questions/quotas.js';

export interface LiveExecutionsDeps {
  readonly live: LiveDeps;
  readonly store: JournalStore;
  readonly owners: Owners;
  readonly changes: Pick<Changes, 'subscribe'>;
  readonly hibernateAfterMs: number;
  readonly maxWarm: number;
  /** Told of one that cannot go on here; another process may go on with it. */
  readonly onAbandoned: (id: ExecutionId, error: unknown) => void;
  readonly quotas: Quotas;
  readonly onEntries: (id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]) => void;
}

export interface LiveExecutions {
  find(id: ExecutionId): LiveExecution | undefined;
  /** Starts to drive a new execution whose journal so far is `started`; throws QuotaError if there are too many. */
  begin(id: ExecutionId, started: EntryOf<'started'>): LiveExecution;
  /**
   * Brings an execution back from its journal, if it is not here; rejects with OwnershipLostError if it is driven
   * elsewhere. `past` saves reading it, if it is still all there is.
   */
  load(id: ExecutionId, past?: Past): Promise<LiveExecution>;
  /** Resolves when it rests; drops it if it has ended. */
  whenIdle(live: LiveExecution): Promise<void>;
  drop(live: LiveExecution): void;
  /** Lets go of one that another process drives; whoever waits for it here is told. */
  lose(live: LiveExecution, error: OwnershipLostError): void;
  /** Takes in what another process appended to one that is here; lets go of it if that process drives it. */
  catchUp(id: ExecutionId): Promise<void>;
  close(graceMs: number): Promise<void>;
}

/** When a journal that could not be read is read again. */
const RETRY_MS = 200;
/** When an execution that could not be evicted is tried again. */
const AGAIN_MS = 100;
/** How much of the time to close is left to handlers before they are aborted. */
const UNDISTURBED = 0.75;

export function createLiveExecutions(deps: LiveExecutionsDeps): LiveExecutions {
  const { live: liveDeps, store, owners, hibernateAfterMs, maxWarm } = deps;
  const all = new Map<ExecutionId, LiveExecution>();
  const quota = createLiveQuota(deps.quotas);
  const loading = new Map<ExecutionId, Promise<LiveExecution>>();
  /** In the order they came to rest. */
  const resting = new Map<ExecutionId, NodeJS.Timeout>();

  const drive = (id: ExecutionId, past: Past, isNew: boolean): LiveExecution => {
    owners.enter();
    const journal = createExecutionJournal({
      id,
      past,
      isNew,
      store,
      clock: liveDeps.clock,
      owner: owners.id,
      holds: () => live.hasHandlers,
      onEntries: (added, origin) => {
        deps.onEntries(id, journal.state, added);
        if (origin === 'foreign') live.onForeign(added);
        else live.onWritten(added);
      },
    });
    const live = driveExecution(journal, liveDeps, owners);
    all.set(id, live);
    subscription ??= deps.changes.subscribe(takeInChange);
    quota.count(past.state.started, 1);
    watchIdle(id, live);
    return live;
  };

  const watchIdle = (id: ExecutionId, live: LiveExecution): void => {
    live.whenIdle().then(
      () => (isTerminal(live.journal.state.status) ? drop(live) : settleDown(id, live)),
      (error) => {
        drop(live);
        if (error instanceof OwnershipLostError || !live.journal.isStored) return;
        release(id);
        deps.onAbandoned(id, error);
      },
    );
  };

  /** What cannot go on here may be gone on with elsewhere, although this process lives. */
  const release = (id: ExecutionId): void => {
    store
      .release(id, owners.id)
      .catch((error) => liveDeps.log.warn({ err: error, execution: id }, 'could not let go of an execution'));
  };

  const settleDown = (id: ExecutionId, live: LiveExecution): void => {
    if (all.get(id) !== live) return;
    clearTimeout(resting.get(id));
    resting.delete(id);
    resting.set(id, setTimeout(() => hibernate(id), hibernateAfterMs).unref());
    if (resting.size > maxWarm) relieve();
  };

  /** Evicts it if it still rests; otherwise waits for its next rest. */
  const hibernate = (id: ExecutionId): void => {
    const live = all.get(id);
    if (!live?.isIdle) {
      if (live) watchIdle(id, live);
    } else if (live.isHeld) resting.set(id, setTimeout(() => hibernate(id), hibernateAfterMs).unref());
    else void evict(live);
  };

  /** True once it is gone; otherwise its next rest is waited for. */
  const evict = async (live: LiveExecution): Promise<boolean> => {
    const { id } = live.journal;
    const evicted = live.evict();
    const isGone = typeof evicted === 'boolean' ? evicted : await evicted.catch((error) => lose(live, error));
    if (isGone) forget(live);
    // Later, never at once: what keeps it may need this very thread to end.
    else if (all.get(id) === live) resting.set(id, setTimeout(() => hibernate(id), AGAIN_MS).unref());
    return isGone;
  };

  /** Another process drives it, or the store does not let go of its owner; then this process wakes it again. */
  const lose = (live: LiveExecution, error: unknown): true => {
    live.lose(error);
    forget(live);
    return true;
  };

  const drop = (live: LiveExecution): void => {
    live.release();
    forget(live);
  };

  const forget = (live: LiveExecution): void => {
    const { id } = live.journal;
    if (all.get(id) !== live) return;
    clearTimeout(resting.get(id));
    resting.delete(id);
    all.delete(id);
    if (all.size === 0) unsubscribe();
    quota.count(live.journal.state.started, -1);
  };

  /** Evicts the execution that has rested longest. One that is not let go after all makes no room: the next is tried. */
  const relieve = (): void => {
    const oldest = [...resting.keys()].find((id) => !all.get(id)?.isHeld);
    const live = oldest === undefined ? undefined : all.get(oldest);
    if (oldest === undefined || !live) return;
    clearTimeout(resting.get(oldest));
    resting.delete(oldest);
    void evict(live).then((isGone) => {
      if (!isGone && live.isHeld) relieve();
    });
  };

  /** The journal before its owner: whoever appended what is read here is the owner by then, or has rested since. */
  const load = async (id: ExecutionId, past: Past | undefined): Promise<LiveExecution> => {
    const entries = past?.entries ?? (await store.read(id));
    const summary = await store.summary(id);
    if (summary === undefined) throw new UnknownExecutionError(id);
    if (await owners.isDrivenByAnother(summary)) throw new OwnershipLostError(id);
    if (past && past.state.length !== summary.length) return load(id, undefined);
    return all.get(id) ?? drive(id, past ?? pastOf(entries), false);
  };

  /** L3. An idle execution without handlers is read when somebody asks for it. */
  const catchUp = (live: LiveExecution): void => {
    if (all.get(live.journal.id) !== live || (live.isIdle && !live.hasHandlers)) return;
    live.journal.catchUp().catch((error) => {
      if (error instanceof OwnershipLostError) {
        lose(live, error);
        return;
      }
      liveDeps.log.warn(
        { err: error, execution: live.journal.id },
        'reading what others appended failed; trying again',
      );
      setTimeout(() => catchUp(live), RETRY_MS).unref();
    });
  };

  const takeInChange = (change: Change): void => {
    const live = change.kind === 'appended' ? all.get(change.executionId) : undefined;
    if (change.kind === 'unknown') for (const one of all.values()) catchUp(one);
    else if (live && change.length > live.journal.entries.length) catchUp(live);
  };

  let subscription: Disposable | undefined;
  const unsubscribe = (): void => {
    subscription?.[Symbol.dispose]();
    subscription = undefined;
  };
  owners.keepAlive(() => all.size > 0);

  return {
    find: (id) => all.get(id),
    begin(id, started) {
      quota.assertRoom(started);
      return drive(id, pastOf([started]), true);
    },
    load(id, past) {
      const known = all.get(id);
      if (known) return Promise.resolve(known);
      const pending = loading.get(id) ?? load(id, past).finally(() => loading.delete(id));
      loading.set(id, pending);
      return pending;
    },
    async whenIdle(live) {
      await live.whenIdle();
      if (isTerminal(live.journal.state.status)) drop(live);
      else settleDown(live.journal.id, live);
    },
    drop,
    lose,
    async catchUp(id) {
      const live = all.get(id);
      if (live === undefined) return;
      await live.journal.catchUp().catch((error) => {
        if (!(error instanceof OwnershipLostError)) throw error;
        lose(live, error);
      });
    },
    async close(graceMs) {
      unsubscribe();
      const deadline = performance.now() + graceMs;
      const grace = Promise.withResolvers<void>();
      const timer = setTimeout(grace.resolve, graceMs * UNDISTURBED);
      const quiet = [...all.values()].map((live) =>
        live.isIdle ? evict(live) : live.whenIdle().catch(() => undefined),
      );
      await Promise.race([grace.promise, Promise.allSettled(quiet)]);
      clearTimeout(timer);
      for (const live of [...all.values()]) drop(live);
      await liveDeps.lateOutcomes.close(Math.max(0, deadline - performance.now()));
      await owners.close();
    },
  };
}
