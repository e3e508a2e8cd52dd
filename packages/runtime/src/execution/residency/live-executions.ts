// The executions this process holds in memory: those that run, and for a while those that are idle, because a person who
// answers quickly should not wait for a replay. Every idle execution can be evicted at any time: its journal is on disk.
//
// This file starts and evicts them. `live-table.ts` holds the table, `start-driving.ts` starts the loop of one,
// `warm-executions.ts` decides when an idle one leaves memory, `places.ts` which may be at work, `load-execution.ts`
// restores one, `foreign-appends.ts` reads what other processes append, `leave-host.ts` drains and closes.
//
// Invariants
//   L1. One execution is live at most once in a process.
//   L2. An execution that another process drives is not driven here.

import type { EntryOf, ExecutionId, JournalStore } from '@toolshed/kernel';
import { isPlacedAt, isTerminal, isTerminalOrDamaged } from '@toolshed/kernel/runtime';
import type { Changes } from '../../changes/changes.js';
import type { LiveExecution } from '../drive/live-execution.js';
import { HostDrainingError } from '../execution-errors.js';
import { markingDamage } from '../journal/mark-damaged.js';
import { type Past, pastOf } from '../journal/past.js';
import { OwnershipLostError } from '../journal/journal-errors.js';
import { ToolElsewhereError } from '../calls/recheck/same-tool.js';
import type { LiveDeps } from '../execution-deps.js';
import type { Owners } from './owners/owners.js';
import { createHandedOver, type Placed } from './handed-over.js';
import { createForeignAppends } from './foreign-appends.js';
import { createLeaveHost, type LeaveHost } from './leave-host.js';
import { createLiveQuota } from './places/live-quota.js';
import { createLiveTable } from './live-table.js';
import { createLoad, type Hold } from './load-execution.js';
import { createPlaces, type Places } from './places/places.js';
import { STARTED_ELSEWHERE, type StartInLine, startInLine } from './places/start-in-line.js';
import { createReleases } from './releases.js';
import { startDriving, type StartDrivingDeps } from './start-driving.js';
import { createWarmExecutions } from './warm-executions.js';
import type { Quotas } from '../questions/quotas.js';

export interface LiveExecutionsDeps extends Pick<StartDrivingDeps, 'onEntries'> {
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
  /** How many may be at work at once, and how many starts may be queued. */
  readonly mostAtWork: number;
  readonly mostWaiting: number;
}

export interface LiveExecutions extends LeaveHost {
  /** How many are in memory, and how many of these are idle. */
  count(): { readonly all: number; readonly idle: number };
  find(id: ExecutionId): LiveExecution | undefined;
  /**
   * Starts to drive a new execution whose journal so far is `started`, or counts it among the queued ones;
   * throws QuotaError or QueueFullError if there are too many.
   */
  begin(id: ExecutionId, started: EntryOf<'started'>): LiveExecution | StartInLine;
  /**
   * Brings an execution back from its journal, if it is not here; rejects with OwnershipLostError if it is driven
   * elsewhere. `past` saves reading it, if it is still all there is.
   */
  load(id: ExecutionId, past?: Past): Promise<LiveExecution>;
  /** The executions queued here. */
  readonly places: Places<LiveExecution>;
  /** Whether it is for this host to drive, by the labels it needs. */
  isPlacedHere(summary: Placed): boolean;
  /** The labels it needs, including that of a placed tool that it called here and that is elsewhere. */
  labelsNeeded(summary: Placed): readonly string[];
  /** Whether it may continue at once: it is at work, a handler of it waits here, or a slot is free. */
  mayWork(id: ExecutionId): boolean;
  /** Evicts it, if it is idle here, so that it can be queued; false if it must stay. */
  yield(id: ExecutionId): Promise<boolean>;
  /** Resolves when it is idle; drops it if it has ended. */
  whenIdle(live: LiveExecution): Promise<void>;
  drop(live: LiveExecution): void;
  /** Drops an execution that another process drives; callers that wait for it here get the error. */
  lose(live: LiveExecution, error: OwnershipLostError): void;
  /** Reads what another process appended to a live execution; drops it if that process drives it. */
  catchUp(id: ExecutionId): Promise<void>;
}

export function createLiveExecutions(deps: LiveExecutionsDeps): LiveExecutions {
  const { live: liveDeps, store, owners, hibernateAfterMs, maxWarm } = deps;
  const quota = createLiveQuota(deps.quotas);
  const table = createLiveTable({ quota, onPlaceFree: () => places.serve() });
  const handedOver = createHandedOver();
  const releases = createReleases(store, liveDeps.log);
  /** Those that were lost and have not stopped yet. */
  const losing = new Set<Promise<void>>();

  const drive = (id: ExecutionId, past: Past, hold: Hold): LiveExecution => {
    owners.enter();
    const live = startDriving(id, past, hold, {
      live: liveDeps,
      store,
      table,
      onEntries: deps.onEntries,
      places: () => places,
      abandon,
      mustWait,
    });
    foreign.follow();
    watchIdle(live);
    return live;
  };

  const watchIdle = (live: LiveExecution): void => {
    live.whenIdle().then(
      () => (isTerminal(live.journal.state.status) ? drop(live) : warm.add(live)),
      () => undefined,
    );
  };

  /** While this host owes it an outcome it stays here: anybody else would have to ask whether the handler acted. */
  const abandon = (live: LiveExecution, error: unknown, owesOutcome: boolean): void => {
    const { journal } = live;
    const lease = table.leaseOf(live) ?? owners.lease;
    drop(live);
    if (error instanceof OwnershipLostError) return;
    if (error instanceof ToolElsewhereError) handedOver.note(journal.id, error.label, journal.stored.length);
    const leave = (): void => {
      if (!journal.isStored) return;
      if (!owesOutcome) void releases.release(journal.id, lease);
      deps.onAbandoned(journal.id, error);
    };
    // Its start may be under way.
    if (journal.isStored) leave();
    else void journal.close().then(leave, leave);
  };

  /** Another process drives it, or its owner could not be removed from the store; then this process wakes it again. */
  const lose = (live: LiveExecution, error: unknown): true => {
    live.lose(error);
    forget(live);
    const stopped = live.stopped.finally(() => losing.delete(stopped));
    losing.add(stopped);
    return true;
  };

  const drop = (live: LiveExecution): void => {
    live.release();
    forget(live);
  };

  const forget = (live: LiveExecution): void => {
    if (!table.has(live)) return;
    warm.forget(live.journal.id);
    table.remove(live);
    if (table.size === 0) foreign.unfollow();
  };

  const warm = createWarmExecutions({
    hibernateAfterMs,
    maxWarm,
    find: table.find,
    onBusy: watchIdle,
    forget,
    lose,
  });

  const load = createLoad({
    store,
    owners,
    placement: deps.placement,
    facts: liveDeps.facts,
    find: table.find,
    isDraining: () => leaving.isDraining,
    released: releases.underWay,
    drive,
    release: releases.release,
  });

  /** For an execution whose turn has come: by now it may have ended, or belong to another process. */
  const admit = async (id: ExecutionId): Promise<LiveExecution | 'elsewhere'> => {
    const summary = await store.summary(id);
    if (summary === undefined || isTerminalOrDamaged(summary.status)) return 'elsewhere';
    return markingDamage(store, id, () => load(id)).catch((error) => {
      if (error instanceof OwnershipLostError) return 'elsewhere';
      deps.onAbandoned(id, error);
      throw error;
    });
  };

  const places = createPlaces<LiveExecution>({
    most: deps.mostAtWork,
    mostWaiting: deps.mostWaiting,
    atWork: () => table.atWork.size,
    admit,
    // Executions in a short sleep give up their slots sooner.
    onCrowded: () => {
      for (const live of table.atWork) live.reconsider();
    },
  });

  /** P1 of `places.ts`: one that is due while others wait leaves memory and is queued, unless a handler keeps it here. */
  const mustWait = (live: LiveExecution, dueAt: number): boolean => {
    const { id, state } = live.journal;
    if (places.hasRoom || live.isHeld || live.evict() !== true) return false;
    forget(live);
    const { session, agent } = state.started;
    void places.wait({ id, session, agent, status: 'sleeping', wakeAt: dueAt, length: state.length });
    return true;
  };

  const foreign = createForeignAppends({
    changes: deps.changes,
    store,
    owners,
    table,
    places,
    log: liveDeps.log,
    lose,
  });

  const leaving = createLeaveHost({
    table,
    warm,
    places,
    releases,
    owners,
    lateOutcomes: liveDeps.lateOutcomes,
    forget,
    drop,
    lostStopped: () => Promise.all(losing),
  });

  owners.keepAlive(() => table.size > 0);
  owners.onLost((lease) => {
    liveDeps.facts.leaseLost();
    for (const live of table.all())
      if (table.leaseOf(live) === lease) lose(live, new OwnershipLostError(live.journal.id));
  });

  return {
    count: () => ({ all: table.size, idle: warm.size }),
    find: table.find,
    get isDraining() {
      return leaving.isDraining;
    },
    begin(id, started) {
      // H1.
      if (leaving.isDraining) throw new HostDrainingError();
      quota.assertRoom(started);
      // It is for a host that has the labels it needs.
      if (!isPlacedAt(started.placement, deps.placement)) return STARTED_ELSEWHERE;
      if (places.hasRoom) return drive(id, pastOf([started]), { lease: owners.lease, claim: 'new' });
      return startInLine(started, places, quota);
    },
    load,
    places,
    isPlacedHere: (summary) => isPlacedAt(handedOver.labelsNeeded(summary), deps.placement),
    labelsNeeded: handedOver.labelsNeeded,
    mayWork(id) {
      const live = table.find(id);
      return (live !== undefined && (!live.isIdle || live.hasHandlers)) || places.hasRoom;
    },
    async yield(id) {
      const live = table.find(id);
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
      const live = table.find(id);
      if (live) await foreign.read(live);
    },
    drain: leaving.drain,
    close(graceMs) {
      foreign.unfollow();
      return leaving.close(graceMs);
    },
  };
}
