// How a host leaves: it drains, if it has the time, and then closes. Owns whether it drains; used by
// `live-executions.ts`, talks to the live executions, to the store, where it releases them, and to the outcomes that
// arrive late.
//
// Invariants
//   H1. A host that drains loads and begins nothing. What it drove is released in the store, with all it did on disk, so
//       that another process continues it at once; only a handler that does not end in time is left in doubt.
//   H2. When a host closes, handlers that have only asked are ended first, so that another process can resume at once.
//   H3. An execution that was lost to another process is no longer in any table, but may still be writing. The host waits for it:
//       its handlers are handed to the late outcomes when it has stopped.

import { isTerminal } from '@toolshed/kernel/runtime';
import type { LiveExecution } from '../drive/live-execution.js';
import type { LiveDeps } from '../execution-deps.js';
import type { LiveTable } from './live-table.js';
import type { Owners } from './owners/owners.js';
import type { Places } from './places/places.js';
import type { Releases } from './releases.js';
import type { WarmExecutions } from './warm-executions.js';

export interface LeaveHostDeps {
  readonly table: Pick<LiveTable, 'all' | 'leaseOf'>;
  readonly warm: Pick<WarmExecutions, 'evict'>;
  readonly places: Pick<Places<LiveExecution>, 'close'>;
  readonly releases: Pick<Releases, 'release'>;
  readonly owners: Pick<Owners, 'lease' | 'close'>;
  readonly lateOutcomes: Pick<LiveDeps['lateOutcomes'], 'close'>;
  readonly forget: (live: LiveExecution) => void;
  readonly drop: (live: LiveExecution) => void;
  /** Resolves when those that were lost have stopped. */
  readonly lostStopped: () => Promise<unknown>;
}

export interface LeaveHost {
  /** From now on nothing is begun or loaded here. */
  readonly isDraining: boolean;
  /**
   * Hands everything over: idle executions at once, running ones as soon as none of their handlers works. Resolves when nothing is
   * left, or after `graceMs` with handlers that still work.
   */
  drain(graceMs: number): Promise<void>;
  close(graceMs: number): Promise<void>;
}

/** The part of the time to close that handlers have before they are aborted. */
const UNDISTURBED = 0.75;

export function createLeaveHost(deps: LeaveHostDeps): LeaveHost {
  const { table, warm, places, releases, owners, lateOutcomes, forget, drop } = deps;
  let isDraining = false;

  /** H1. What cannot be handed over, because a handler of it may have acted, stays until the host closes. */
  const handOver = async (live: LiveExecution): Promise<void> => {
    const { journal } = live;
    if (live.isIdle && (await warm.evict(live))) return;
    await live.handOver();
    forget(live);
    if (journal.isStored && !isTerminal(journal.stored.status))
      await releases.release(journal.id, table.leaseOf(live) ?? owners.lease);
  };

  return {
    get isDraining() {
      return isDraining;
    },
    async drain(graceMs) {
      isDraining = true;
      places.close();
      await within(graceMs, Promise.allSettled(table.all().map(handOver)));
    },
    async close(graceMs) {
      places.close();
      const deadline = performance.now() + graceMs;
      // H2.
      const quiet = table
        .all()
        .map((live) => (live.isIdle ? warm.evict(live) : live.whenIdle().catch(() => undefined)));
      // An execution that was drained has had its grace period.
      if (!isDraining) await within(graceMs * UNDISTURBED, Promise.allSettled(quiet));
      for (const live of table.all()) drop(live);
      // H3.
      await within(Math.max(0, deadline - performance.now()), deps.lostStopped());
      await lateOutcomes.close(Math.max(0, deadline - performance.now()));
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
