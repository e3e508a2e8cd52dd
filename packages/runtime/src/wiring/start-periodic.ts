// What a host does at intervals without being asked: it wakes executions that are due or orphaned, starts schedules, learns
// of saved programs, offers questions that no channel has yet, and keeps the store tidy.

import type { Clock } from '@toolshed/kernel';
import { CHECKS_PER_LEASE } from '../execution/residency/owners/owners.js';
import type { Chosen } from '../execution/residency/unattended/chosen-executions.js';
import { createFindUnattended } from '../execution/residency/unattended/find-unattended.js';
import { startWakeScheduler, type WakeScheduler } from '../execution/residency/unattended/wake-scheduler.js';
import type { ReadOptions } from '../open-options.js';
import type { HostPrograms } from '../programs/host-programs.js';
import type { OfferedPrograms } from '../programs/offered-programs.js';
import type { Schedules } from '../schedules/host-schedules.js';
import { openSchedules } from '../schedules/open-schedules.js';
import { keepHouse } from '../stores/housekeeping.js';
import type { Store } from '../stores/store.js';
import type { WiredExecutions } from './wire-executions.js';
import type { WiredQuestions } from './wire-questions.js';

export interface StartPeriodicDeps {
  readonly read: ReadOptions;
  readonly store: Store;
  readonly clock: Clock;
  readonly chosen: Chosen;
  readonly executing: WiredExecutions;
  readonly asking: WiredQuestions;
  readonly programs: HostPrograms;
  readonly offered: OfferedPrograms;
  readonly log: ReadOptions['log'];
}

export interface PeriodicWork {
  readonly scheduler: WakeScheduler;
  readonly schedules: Schedules;
  /** Ends the maintenance of the store; the scheduler is stopped by itself. */
  endHousekeeping(): Promise<void>;
}

const WAKE_EVERY_MS = 1_000;
/** After this long, any node may take what one node left to another. */
const WAKE_EVERY_IN_CLUSTER_MS = 500;

export function startPeriodic(deps: StartPeriodicDeps): PeriodicWork {
  const { read, store, clock, chosen, programs, offered, log } = deps;
  const { executions, manage, owners, leaseMs } = deps.executing;
  const { dispatch, sideQuests } = deps.asking;
  const { wakes } = read;
  const scheduling = openSchedules({
    kept: store.keptRecords,
    clock,
    log,
    isOurs: wakes === false ? () => false : chosen.wouldHave,
    summary: (id) => store.journal.summary(id),
    start: programs.start,
    placementOf: programs.placementOf,
  });
  const lookForPrograms = (): Promise<void> =>
    offered
      .look()
      .catch((error: unknown) => log.warn({ err: error }, 'looking for saved programs failed; looking again later'));
  const scheduler = startWakeScheduler({
    store: store.journal,
    log,
    unattended: (needsNoWake) =>
      createFindUnattended({ store: store.journal, clock, owners, chosen, placement: read.placement, needsNoWake }),
    everyMs: Math.min(store.journal.claim ? WAKE_EVERY_IN_CLUSTER_MS : WAKE_EVERY_MS, leaseMs / CHECKS_PER_LEASE),
    isHere: (id) => executions.find(id)?.isIdle === false || executions.places.isWaiting(id),
    wake: manage.wake,
    also: [
      lookForPrograms,
      async (hasChanged) => void (hasChanged && (await sideQuests.notifyParents())),
      dispatch.check,
      scheduling.look,
    ],
  });
  void sideQuests.recover();
  const house = wakes === false ? undefined : keepHouse({ store, clock, log, pruneAfterMs: read.pruneAfterMs });
  if (wakes === false) scheduler.stop();
  else void scheduler.check();
  return {
    scheduler,
    schedules: scheduling.schedules,
    endHousekeeping: async () => house?.[Symbol.asyncDispose](),
  };
}
