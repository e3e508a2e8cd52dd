// The executions this process holds in memory: those that run, and for a while those that are idle, because a person who
// answers quickly should not wait for a replay. Every idle execution can be evicted at any time: its journal is on disk.
// Owns the table of live executions and their eviction timers; talks to the store, the owners and the change feed.
//
// Invariants
//   L1. One execution is live at most once in a process.
//   L2. An idle execution is evicted after `hibernateAfterMs`, or when more than `maxWarm` are idle; never while a handler
//       of it runs here. Its sandbox may be taken away earlier. When the host closes, handlers that have only asked are
//       ended first, so that another process can resume at once.
//       One that cannot be evicted is tried again later, never at once: what holds it may need this very thread to end.
//   L3. What another process appended to an execution that runs, or whose handler waits, is read as soon as the change
//       feed says so.
//   L4. An execution that another process drives is not driven here.
//   L5. A host that drains loads and begins nothing. What it drove is released in the store, with all it did on disk, so
//       that another process goes on at once; only a handler that does not end in time is left to be in doubt.

import type { EntryOf, ExecutionId, JournalEntry, JournalStore } from '@toolshed/kernel';
import type { Claim } from '@toolshed/kernel/runtime';
import { type ExecutionState, isTerminal } from '@toolshed/kernel/runtime';
import type { Change, Changes } from '../../changes/change-feed.js';
import { type LiveExecution, driveExecution } from '../drive/drive-execution.js';
import { HostDrainingError, UnknownExecutionError } from '../execution-errors.js';
import { createExecutionJournal } from '../journal/execution-journal.js';
import { type Past, pastOf } from '../journal/past.js';
import { OwnershipLostError } from '../journal/journal-errors.js';
import type { LiveDeps } from '../execution-deps.js';
import type { Lease, Owners } from './owners.js';
import { createLiveQuota } from './live-quota.js';
import type { Quotas } from '../questions/quotas.js';

export interface LiveExecutionsDeps {
  readonly live: LiveDeps;
  readonly store: JournalStore;
  readonly owners: Owners;
  readonly changes: Pick<Changes, 'subscribe'>;
  readonly hibernateAfterMs: number;
  readonly maxWarm: number;
  /** An execution cannot continue here; another process may resume it. */
  readonly onAbandoned: (id: ExecutionId, error: unknown) => void;
  readonly quotas: Quotas;
  readonly onEntries: (
    id: ExecutionId,
    state: ExecutionState,
    entries: readonly JournalEntry[],
    origin: 'own' | 'foreign',
  ) => void;
}

export interface LiveExecutions {
  /** How many are in memory, and how many of these are idle. */
  count(): { readonly all: number; readonly idle: number };
  find(id: ExecutionId): LiveExecution | undefined;
  /** Starts to drive a new execution whose journal so far is `started`; throws QuotaError if there are too many. */
  begin(id: ExecutionId, started: EntryOf<'started'>): LiveExecution;
  /**
   * Brings an execution back from its journal, if it is not here; rejects with OwnershipLostError if it is driven
   * elsewhere. `past` saves reading it, if it is still all there is.
   */
  load(id: ExecutionId, past?: Past): Promise<LiveExecution>;
  /** Resolves when it is idle; drops it if it has ended. */
  whenIdle(live: LiveExecution): Promise<void>;
  drop(live: LiveExecution): void;
  /** Drops an execution that another process drives; callers that wait for it here get the error. */
  lose(live: LiveExecution, error: OwnershipLostError): void;
  /** Reads what another process appended to a live execution; drops it if that process drives it. */
  catchUp(id: ExecutionId): Promise<void>;
  /** From now on nothing is begun or loaded here. */
  readonly isDraining: boolean;
  /**
   * Hands everything over: what is idle at once, what runs as soon as no handler of it works. Resolves when nothing is
   * left, or after `graceMs` with handlers that still work.
   */
  drain(graceMs: number): Promise<void>;
  close(graceMs: number): Promise<void>;
}

/** How this process holds an execution: under which lease, and the claim it made, where the store has claims. */
interface Hold {
  readonly lease: Lease;
  readonly claim: Claim | 'new' | undefined;
}

/** When a journal that could not be read is read again. */
const RETRY_MS = 200;
/** When an execution that could not be evicted is tried again. */
const EVICT_AGAIN_MS = 100;
/** The part of the time to close that handlers have before they are aborted. */
const UNDISTURBED = 0.75;

export function createLiveExecutions(deps: LiveExecutionsDeps): LiveExecutions {
  const { live: liveDeps, store, owners, hibernateAfterMs, maxWarm } = deps;
  const all = new Map<ExecutionId, LiveExecution>();
  const quota = createLiveQuota(deps.quotas);
  const loading = new Map<ExecutionId, Promise<LiveExecution>>();
  /** The lease each is driven under. */
  const leases = new WeakMap<LiveExecution, Lease>();
  let isDraining = false;
  /** With their eviction timers, in the order they became idle. */
  const idle = new Map<ExecutionId, NodeJS.Timeout>();

  const drive = (id: ExecutionId, past: Past, hold: Hold): LiveExecution => {
    owners.enter();
    const { lease, claim } = hold;
    const journal = createExecutionJournal({
      id,
      past,
      claim,
      store,
      clock: liveDeps.clock,
      onAppended: liveDeps.facts.appended,
      owner: lease.id,
      holds: () => live.hasHandlers,
      onEntries: (added, origin) => {
        deps.onEntries(id, journal.state, added, origin);
        if (origin === 'foreign') live.onForeign(added);
        else live.onWritten(added);
      },
    });
    const live = driveExecution(journal, liveDeps, lease);
    all.set(id, live);
    leases.set(live, lease);
    subscription ??= deps.changes.subscribe(takeInChange);
    quota.count(past.state.started, 1);
    watchIdle(id, live);
    return live;
  };

  const watchIdle = (id: ExecutionId, live: LiveExecution): void => {
    live.whenIdle().then(
      () => (isTerminal(live.journal.state.status) ? drop(live) : scheduleEviction(id, live)),
      (error) => {
        drop(live);
        if (error instanceof OwnershipLostError || !live.journal.isStored) return;
        void release(id, leases.get(live) ?? owners.lease);
        deps.onAbandoned(id, error);
      },
    );
  };

  /** An execution that cannot continue here may be resumed elsewhere, although this process lives. */
  const release = (id: ExecutionId, lease: Lease): Promise<void> =>
    store
      .release(id, lease.id)
      .catch((error) => liveDeps.log.warn({ err: error, execution: id }, 'releasing an execution failed'));

  /** L5. What cannot be handed over, because a handler of it may have acted, stays until the host closes. */
  const handOver = async (live: LiveExecution): Promise<void> => {
    const { journal } = live;
    if (live.isIdle && (await evict(live))) return;
    await live.handOver();
    forget(live);
    if (journal.isStored && !isTerminal(journal.stored.status))
      await release(journal.id, leases.get(live) ?? owners.lease);
  };

  const scheduleEviction = (id: ExecutionId, live: LiveExecution): void => {
    if (all.get(id) !== live) return;
    clearTimeout(idle.get(id));
    idle.delete(id);
    idle.set(id, setTimeout(() => evictIfIdle(id), hibernateAfterMs).unref());
    if (idle.size > maxWarm) evictOldest();
  };

  /** Evicts it if it is still idle; otherwise waits until it is idle again. */
  const evictIfIdle = (id: ExecutionId): void => {
    const live = all.get(id);
    if (!live?.isIdle) {
      if (live) watchIdle(id, live);
    } else if (live.isHeld) idle.set(id, setTimeout(() => evictIfIdle(id), hibernateAfterMs).unref());
    else void evict(live);
  };

  /** True once it is evicted; otherwise it is tried again later (L2). */
  const evict = async (live: LiveExecution): Promise<boolean> => {
    const { id } = live.journal;
    const evicted = live.evict();
    const isGone = typeof evicted === 'boolean' ? evicted : await evicted.catch((error) => lose(live, error));
    if (isGone) forget(live);
    else if (all.get(id) === live) idle.set(id, setTimeout(() => evictIfIdle(id), EVICT_AGAIN_MS).unref());
    return isGone;
  };

  /** Another process drives it, or its owner could not be removed from the store; then this process wakes it again. */
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
    clearTimeout(idle.get(id));
    idle.delete(id);
    all.delete(id);
    if (all.size === 0) unsubscribe();
    quota.count(live.journal.state.started, -1);
  };

  /** Evicts the execution that has been idle longest. If that one cannot be evicted after all, the next is tried. */
  const evictOldest = (): void => {
    const oldest = [...idle.keys()].find((id) => !all.get(id)?.isHeld);
    const live = oldest === undefined ? undefined : all.get(oldest);
    if (oldest === undefined || !live) return;
    clearTimeout(idle.get(oldest));
    idle.delete(oldest);
    void evict(live).then((isGone) => {
      if (!isGone && live.isHeld) evictOldest();
    });
  };

  const load = (id: ExecutionId, past: Past | undefined): Promise<LiveExecution> =>
    store.claim ? loadClaimed(id, store.claim) : loadUnclaimed(id, past);

  /** Claims it before its journal is read: from then on its former owner appends nothing. */
  const loadClaimed = async (id: ExecutionId, claimFor: NonNullable<JournalStore['claim']>): Promise<LiveExecution> => {
    const lease = await owners.entered();
    const claim = await claimFor(id, lease.id);
    liveDeps.facts.claimed(claim === undefined ? 'lost' : 'won');
    if (claim === undefined) {
      if ((await store.summary(id)) === undefined) throw new UnknownExecutionError(id);
      throw new OwnershipLostError(id);
    }
    try {
      const past = pastOf(await store.read(id));
      if (isDraining) throw new OwnershipLostError(id);
      return all.get(id) ?? drive(id, past, { lease, claim });
    } catch (error) {
      void release(id, lease);
      throw error;
    }
  };

  /** Reads the journal before its owner: the process that appended to it is the owner by then, or idle since. */
  const loadUnclaimed = async (id: ExecutionId, past: Past | undefined): Promise<LiveExecution> => {
    const entries = past?.entries ?? (await store.read(id));
    const summary = await store.summary(id);
    if (summary === undefined) throw new UnknownExecutionError(id);
    // L4.
    if (await owners.isDrivenByAnother(summary)) throw new OwnershipLostError(id);
    if (past && past.state.length !== summary.length) return loadUnclaimed(id, undefined);
    if (isDraining) throw new OwnershipLostError(id);
    // L1: it may have been loaded while this was read.
    return all.get(id) ?? drive(id, past ?? pastOf(entries), { lease: owners.lease, claim: undefined });
  };

  /** L3. An idle execution that is not owned here is read when somebody asks for it. */
  const catchUp = (live: LiveExecution): void => {
    if (all.get(live.journal.id) !== live || (live.isIdle && !live.hasHandlers && !live.journal.isOwned)) return;
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
  owners.onLost((lease) => {
    liveDeps.facts.leaseLost();
    for (const live of [...all.values()])
      if (leases.get(live) === lease) lose(live, new OwnershipLostError(live.journal.id));
  });

  return {
    count: () => ({ all: all.size, idle: idle.size }),
    find: (id) => all.get(id),
    get isDraining() {
      return isDraining;
    },
    begin(id, started) {
      // L5.
      if (isDraining) throw new HostDrainingError();
      quota.assertRoom(started);
      return drive(id, pastOf([started]), { lease: owners.lease, claim: 'new' });
    },
    load(id, past) {
      const known = all.get(id);
      if (known) return Promise.resolve(known);
      if (isDraining) return Promise.reject(new OwnershipLostError(id));
      const pending = loading.get(id) ?? load(id, past).finally(() => loading.delete(id));
      loading.set(id, pending);
      return pending;
    },
    async whenIdle(live) {
      await live.whenIdle();
      if (isTerminal(live.journal.state.status)) drop(live);
      else scheduleEviction(live.journal.id, live);
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
    async drain(graceMs) {
      isDraining = true;
      await within(graceMs, Promise.allSettled([...all.values()].map(handOver)));
    },
    async close(graceMs) {
      unsubscribe();
      const deadline = performance.now() + graceMs;
      const quiet = [...all.values()].map((live) =>
        live.isIdle ? evict(live) : live.whenIdle().catch(() => undefined),
      );
      // One that was drained has had its time.
      if (!isDraining) await within(graceMs * UNDISTURBED, Promise.allSettled(quiet));
      for (const live of [...all.values()]) drop(live);
      await liveDeps.lateOutcomes.close(Math.max(0, deadline - performance.now()));
      await owners.close();
    },
  };
}

/** Resolves with `work`, or when the time is up. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  await Promise.race([over.promise, work]);
  clearTimeout(timer);
}
