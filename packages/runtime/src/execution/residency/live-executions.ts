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

import type { EntryOf, ExecutionId, ExecutionSummary, JournalEntry, JournalStore } from '@toolshed/kernel';
import { type ExecutionState, isPlacedAt, isTerminal } from '@toolshed/kernel/runtime';
import type { Change, Changes } from '../../changes/change-feed.js';
import { type LiveExecution, driveExecution } from '../drive/drive-execution.js';
import { HostDrainingError } from '../execution-errors.js';
import { createExecutionJournal } from '../journal/execution-journal.js';
import { markingDamage } from '../journal/mark-damaged.js';
import { type Past, pastOf } from '../journal/past.js';
import { OwnershipLostError } from '../journal/journal-errors.js';
import type { LiveDeps } from '../execution-deps.js';
import type { Lease, Owners } from './owners.js';
import { createLiveQuota } from './live-quota.js';
import { createLoad, type Hold } from './load-execution.js';
import { createPlaces, type Places } from './places.js';
import { createWarmExecutions } from './warm-executions.js';
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
  /** This host's labels: it drives only executions that need none but these. */
  readonly placement: readonly string[];
  /** How many may be at work at once, and how many starts may wait for that. */
  readonly mostAtWork: number;
  readonly mostWaiting: number;
  readonly onEntries: (
    id: ExecutionId,
    state: ExecutionState,
    entries: readonly JournalEntry[],
    origin: 'own' | 'foreign',
  ) => void;
}

/** A start for which there is no place yet. One of the two is called once it was to be written. */
export interface StartInLine {
  /** It is on disk, and waits. */
  wait(summary: ExecutionSummary): void;
  /** It could not be written, or exists already. */
  refused(): void;
}

export interface LiveExecutions {
  /** How many are in memory, and how many of these are idle. */
  count(): { readonly all: number; readonly idle: number };
  find(id: ExecutionId): LiveExecution | undefined;
  /**
   * Starts to drive a new execution whose journal so far is `started`, or counts it among those that wait for a place;
   * throws QuotaError or QueueFullError if there are too many.
   */
  begin(id: ExecutionId, started: EntryOf<'started'>): LiveExecution | StartInLine;
  /**
   * Brings an execution back from its journal, if it is not here; rejects with OwnershipLostError if it is driven
   * elsewhere. `past` saves reading it, if it is still all there is.
   */
  load(id: ExecutionId, past?: Past): Promise<LiveExecution>;
  /** Who waits for a place here. */
  readonly places: Places<LiveExecution>;
  /** Whether it is for this host to drive, by the labels it needs. */
  isPlacedHere(needed: readonly string[] | undefined): boolean;
  /** Whether it may go on at once: it is at work, a handler of it waits here, or there is a place. */
  mayWork(id: ExecutionId): boolean;
  /** Evicts it, if it is idle here, so that it can wait in line; false if it must stay. */
  yield(id: ExecutionId): Promise<boolean>;
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

const OVER: ReadonlySet<ExecutionSummary['status']> = new Set(['completed', 'failed', 'cancelled', 'damaged']);
/** When a journal that could not be read is read again. */
const RETRY_MS = 200;
/** The part of the time to close that handlers have before they are aborted. */
const UNDISTURBED = 0.75;

export function createLiveExecutions(deps: LiveExecutionsDeps): LiveExecutions {
  const { live: liveDeps, store, owners, hibernateAfterMs, maxWarm } = deps;
  const all = new Map<ExecutionId, LiveExecution>();
  const quota = createLiveQuota(deps.quotas);
  /** A release that arrived after the next claim would take off the claim, too: a claim waits for these. */
  const releasing = new Map<ExecutionId, Promise<void>>();
  /** Those that are not idle: each has a place. */
  const atWork = new Set<LiveExecution>();
  /** The lease each is driven under. */
  const leases = new WeakMap<LiveExecution, Lease>();
  let isDraining = false;

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
    const live = driveExecution(journal, liveDeps, lease, {
      onIdle: (isIdle) => setAtWork(live, !isIdle && all.get(id) === live),
      onFailed: (error, owesOutcome) => abandon(live, error, owesOutcome),
      mustWait: (dueAt) => mustWait(live, dueAt),
      get isCrowded() {
        return places.isCrowded;
      },
    });
    all.set(id, live);
    atWork.add(live);
    leases.set(live, lease);
    subscription ??= deps.changes.subscribe(takeInChange);
    quota.count(past.state.started, 1);
    watchIdle(live);
    return live;
  };

  const setAtWork = (live: LiveExecution, isAtWork: boolean): void => {
    if (isAtWork) atWork.add(live);
    else if (atWork.delete(live)) places.serve();
  };

  const watchIdle = (live: LiveExecution): void => {
    live.whenIdle().then(
      () => (isTerminal(live.journal.state.status) ? drop(live) : warm.add(live)),
      () => undefined,
    );
  };

  /** While this host owes it an outcome it stays here: anybody else would have to ask whether the handler acted. */
  const abandon = (live: LiveExecution, error: unknown, owesOutcome: boolean): void => {
    const { id, isStored } = live.journal;
    drop(live);
    if (error instanceof OwnershipLostError || !isStored) return;
    if (!owesOutcome) void release(id, leases.get(live) ?? owners.lease);
    deps.onAbandoned(id, error);
  };

  /** An execution that cannot continue here may be resumed elsewhere, although this process lives. */
  const release = (id: ExecutionId, lease: Lease): Promise<void> => {
    const done = store
      .release(id, lease.id)
      .catch((error) => liveDeps.log.warn({ err: error, execution: id }, 'releasing an execution failed'))
      .finally(() => {
        if (releasing.get(id) === done) releasing.delete(id);
      });
    releasing.set(id, done);
    return done;
  };

  /** L5. What cannot be handed over, because a handler of it may have acted, stays until the host closes. */
  const handOver = async (live: LiveExecution): Promise<void> => {
    const { journal } = live;
    if (live.isIdle && (await warm.evict(live))) return;
    await live.handOver();
    forget(live);
    if (journal.isStored && !isTerminal(journal.stored.status))
      await release(journal.id, leases.get(live) ?? owners.lease);
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
    warm.forget(id);
    all.delete(id);
    if (all.size === 0) unsubscribe();
    quota.count(live.journal.state.started, -1);
    setAtWork(live, false);
  };

  const warm = createWarmExecutions({
    hibernateAfterMs,
    maxWarm,
    find: (id) => all.get(id),
    onAwake: watchIdle,
    forget,
    lose,
  });

  const load = createLoad({
    store,
    owners,
    placement: deps.placement,
    facts: liveDeps.facts,
    find: (id) => all.get(id),
    isDraining: () => isDraining,
    released: (id) => releasing.get(id),
    drive,
    release,
  });

  /** For one whose turn it is: it may have ended, or be somebody else's, by now. */
  const admit = async (id: ExecutionId): Promise<LiveExecution | 'elsewhere'> => {
    const summary = await store.summary(id);
    if (summary === undefined || OVER.has(summary.status)) return 'elsewhere';
    return markingDamage(store, id, () => load(id)).catch((error) => {
      if (error instanceof OwnershipLostError) return 'elsewhere';
      deps.onAbandoned(id, error);
      throw error;
    });
  };

  const places = createPlaces<LiveExecution>({
    most: deps.mostAtWork,
    mostWaiting: deps.mostWaiting,
    atWork: () => atWork.size,
    admit,
    // Those that sleep for a moment give up their places sooner.
    onCrowded: () => {
      for (const live of atWork) live.reconsider();
    },
  });

  /** P1 of `places.ts`: one that is due while others wait leaves memory and waits in line, unless a handler holds it. */
  const mustWait = (live: LiveExecution, dueAt: number): boolean => {
    const { id, state } = live.journal;
    if (places.hasRoom || live.isHeld || live.evict() !== true) return false;
    forget(live);
    const { session, agent } = state.started;
    void places.wait({ id, session, agent, status: 'sleeping', wakeAt: dueAt, length: state.length });
    return true;
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

  /** Somebody appended to one that waits here: it may be driven by another host now, or have ended. */
  const leaveLine = async (id: ExecutionId, length: number): Promise<void> => {
    const before = places.lengthOf(id);
    if (before === undefined || before >= length) return;
    const summary = await store.summary(id).catch(() => undefined);
    if (summary && (OVER.has(summary.status) || (await owners.isDrivenByAnother(summary)))) places.leave(id);
  };

  const takeInChange = (change: Change): void => {
    const live = change.kind === 'appended' ? all.get(change.executionId) : undefined;
    if (change.kind === 'appended') void leaveLine(change.executionId, change.length);
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
    count: () => ({ all: all.size, idle: warm.size }),
    find: (id) => all.get(id),
    get isDraining() {
      return isDraining;
    },
    begin(id, started) {
      // L5.
      if (isDraining) throw new HostDrainingError();
      quota.assertRoom(started);
      // It is for a host that has the labels it needs.
      if (!isPlacedAt(started.placement, deps.placement)) return { refused: () => undefined, wait: () => undefined };
      if (places.hasRoom) return drive(id, pastOf([started]), { lease: owners.lease, claim: 'new' });
      const expected = places.expect();
      quota.count(started, 1);
      const leave = (): void => quota.count(started, -1);
      return {
        refused() {
          expected();
          leave();
        },
        wait(summary) {
          expected();
          places.wait(summary).then(leave, leave);
        },
      };
    },
    load,
    places,
    isPlacedHere: (needed) => isPlacedAt(needed, deps.placement),
    mayWork(id) {
      const live = all.get(id);
      return (live !== undefined && (!live.isIdle || live.hasHandlers)) || places.hasRoom;
    },
    async yield(id) {
      const live = all.get(id);
      return live === undefined || warm.evict(live);
    },
    async whenIdle(live) {
      await live.whenIdle();
      if (isTerminal(live.journal.state.status)) drop(live);
      else warm.add(live);
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
      places.close();
      await within(graceMs, Promise.allSettled([...all.values()].map(handOver)));
    },
    async close(graceMs) {
      unsubscribe();
      places.close();
      const deadline = performance.now() + graceMs;
      const quiet = [...all.values()].map((live) =>
        live.isIdle ? warm.evict(live) : live.whenIdle().catch(() => undefined),
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
