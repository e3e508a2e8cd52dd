// The table of executions that are in memory here: which of them are at work, and the lease each is driven under.
// Owned by `live-executions.ts`; counts what each session and each agent has in it (`live-quota.ts`).

import type { ExecutionId } from '@toolshed/kernel';
import type { LiveExecution } from '../drive/live-execution.js';
import type { LiveQuota } from './places/live-quota.js';
import type { Lease } from './owners/owners.js';

export interface LiveTableDeps {
  readonly quota: LiveQuota;
  /** One that was at work no longer is: another may have its slot. */
  readonly onPlaceFree: () => void;
}

export interface LiveTable {
  readonly size: number;
  /** Those that are not idle: each holds a slot. */
  readonly atWork: ReadonlySet<LiveExecution>;
  /** All of them, as they are now: what is done with them may change the table. */
  all(): readonly LiveExecution[];
  find(id: ExecutionId): LiveExecution | undefined;
  has(live: LiveExecution): boolean;
  leaseOf(live: LiveExecution): Lease | undefined;
  add(live: LiveExecution, lease: Lease): void;
  setAtWork(live: LiveExecution, isAtWork: boolean): void;
  remove(live: LiveExecution): void;
}

export function createLiveTable({ quota, onPlaceFree }: LiveTableDeps): LiveTable {
  const all = new Map<ExecutionId, LiveExecution>();
  const atWork = new Set<LiveExecution>();
  /** Kept for those that have left the table: they may still have to be released. */
  const leases = new WeakMap<LiveExecution, Lease>();

  const setAtWork = (live: LiveExecution, isAtWork: boolean): void => {
    if (isAtWork) atWork.add(live);
    else if (atWork.delete(live)) onPlaceFree();
  };

  return {
    get size() {
      return all.size;
    },
    atWork,
    all: () => [...all.values()],
    find: (id) => all.get(id),
    has: (live) => all.get(live.journal.id) === live,
    leaseOf: (live) => leases.get(live),
    add(live, lease) {
      all.set(live.journal.id, live);
      atWork.add(live);
      leases.set(live, lease);
      quota.count(live.journal.state.started, 1);
    },
    setAtWork,
    remove(live) {
      all.delete(live.journal.id);
      quota.count(live.journal.state.started, -1);
      setAtWork(live, false);
    },
  };
}
