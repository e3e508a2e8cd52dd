// Which processes drive executions, and which of them are alive. An owner renews its entry in the store while it drives
// anything; an owner that has not done so for the time of a lease, as seen from here, and whose process is not proven to
// live, counts as dead, and its executions are taken over.
//
// Renewal has a timer of its own: behind a slow check of the wake scheduler it could come too late.
//
// Invariants
//   O1. Nothing depends on the name of a host, or on two clocks that agree: the process that waits counts the lease,
//       between two readings that differ, by its monotonic clock. Setting a clock changes nothing.
//   O2. A process that is proven to live is never taken for dead, neither while it is stopped nor after a laptop slept.
//   O3. Time without readings does not count: a reading long after the last one starts the lease again, since both
//       processes may have been asleep.
//   O4. An owner that could not renew for the time of a lease may have been taken for dead. It must prove by a write
//       that it was not, before it lets a handler act.

import type { ExecutionSummary, OwnerStore, ToolLog } from '@toolshed/kernel';
import type { KnownOwner, OwnerFacts } from '@toolshed/kernel/runtime';
import { isThisProcess, processState, thisProcess } from './process-owner.js';

export interface OwnersDeps {
  readonly store: OwnerStore;
  readonly log: ToolLog;
  readonly leaseMs: number;
  /** This host's labels. */
  readonly placement: readonly string[];
  /** Whether it wakes anything by itself. */
  readonly wakes: boolean;
}

/** The right under which this host drives executions. What is held under one lease is never held under a later one. */
export interface Lease {
  /** This host's name as an owner. */
  readonly id: string;
  /** Whether nobody else can have taken what is held under it. Checked in the very tick in which a handler may act. */
  readonly isSure: boolean;
  /** Whether another node may have taken over what is held under it, by both clocks of this node, whether or not anything here noticed yet. */
  readonly mayHaveEnded: boolean;
  /** For a lease that is not certain, and that no recent write has proven: resolves with whether it still holds. */
  confirm(): Promise<boolean>;
}

/** A host that lives, and its labels. */
export interface Peer {
  readonly id: string;
  readonly placement: readonly string[];
}

export interface Owners {
  /** The lease that holds now. */
  readonly lease: Lease;
  /** How much longer it certainly holds, if the store keeps leases by its own clock; below 0 it is uncertain. */
  readonly marginMs: number | undefined;
  /** The same, once the store has it. */
  entered(): Promise<Lease>;
  /** Called with a lease that has ended: what was held under it belongs to nobody here. */
  onLost(listener: (lease: Lease) => void): void;
  /** How often somebody who waits for another owner checks that it is alive; less often would not count (O3). */
  readonly checkEveryMs: number;
  /** Renews this host's entry, if that was not done recently. Called before anything is written as an owner. */
  enter(): void;
  /** Renews it from now on, as long as `isNeeded`. */
  keepAlive(isNeeded: () => boolean): void;
  /** The hosts that share the work of waking what nobody drives; just this one where only processes do. */
  peers(): Promise<readonly Peer[]>;
  /** Whether another owner that lives, or may live, drives an execution. */
  isDrivenByAnother(summary: Pick<ExecutionSummary, 'owner'>): Promise<boolean>;
  /** The owner of an execution, if it is not known to be dead, and how long ago it was last renewed. */
  silence(summary: ExecutionSummary): Promise<OwnerSilence | undefined>;
  close(): Promise<void>;
}

/** An owner that has not been renewed for a while. */
export interface OwnerSilence {
  /** The process. */
  readonly owner: OwnerFacts;
  /** For how long. */
  readonly ms: number;
}

interface Watched {
  readonly beat: number;
  /** When this beat was first seen, and when it was looked at last. */
  readonly since: number;
  readonly looked: number;
  readonly isAlive: boolean;
  readonly owner: KnownOwner;
}

export const LEASE_MS = 15_000;
/** Shorter ones could not be kept by a host that is busy for a moment. */
export const SHORTEST_LEASE_MS = 100;
/** How often in the time of a lease it is renewed. */
const RENEWALS = 5;
/** How often somebody who waits for an owner checks it in that time; half as often would not count (O3). */
export const CHECKS_PER_LEASE = 4;
const LONGEST_CHECK_MS = 250;
/** A verdict is used again for a moment: many executions have one owner. */
const FRESH_MS = 100;

/** The hosts of this process that are open; other processes see them live as long as the process does. */
const open = new Set<string>();

export function createOwners({ store, log, leaseMs, placement, wakes }: OwnersDeps): Owners {
  const self = thisProcess(placement, wakes);
  const watched = new Map<string, Watched>();
  const renewMs = leaseMs / RENEWALS;
  let askedAt = Number.NEGATIVE_INFINITY;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  open.add(self.id);

  const renew = async (): Promise<void> => {
    const now = performance.now();
    askedAt = now;
    try {
      // Not `renew`: one that was taken for dead while it lives enters itself again, before what it appends next.
      await store.enter(self, leaseMs);
      renewedAt = now;
    } catch (error) {
      log.warn({ err: error }, 'renewing the lease of this host failed; others may take over what it drives');
    }
  };

  const look = async (id: string): Promise<Watched | undefined> => {
    const before = watched.get(id);
    if (before && performance.now() - before.looked < FRESH_MS) return before;
    const owner = await store.find(id);
    watched.delete(id);
    if (owner === undefined) return undefined;
    // O1 and O3.
    const looked = performance.now();
    const isSame = before?.beat === owner.beat && looked - before.looked < leaseMs / 2;
    const since = isSame ? before.since : looked;
    const now = { beat: owner.beat, since, looked, isAlive: isAlive(owner, looked - since), owner };
    watched.set(id, now);
    if (!now.isAlive) forget(id);
    const [oldest] = watched.keys();
    if (watched.size > MAX_WATCHED && oldest !== undefined) watched.delete(oldest);
    return now;
  };

  /** It enters itself again if it does live after all. */
  const forget = (id: string): void =>
    void store
      .remove(id)
      .catch((error) =>
        log.warn({ err: error, owner: id }, 'removing a dead owner failed; its entry stays in the store'),
      );

  const isAlive = (owner: KnownOwner, silentMs: number): boolean => {
    if (isThisProcess(owner)) return open.has(owner.id);
    // O2.
    const state = processState(owner);
    return state === 'unknown' ? silentMs < leaseMs : state === 'alive';
  };

  /** Also of one that is paused: then a handler waits in the memory of its owner. */
  const another = async ({ owner }: Pick<ExecutionSummary, 'owner'>): Promise<Watched | undefined> => {
    if (owner === undefined || owner === self.id) return undefined;
    const seen = await look(owner);
    return seen?.isAlive ? seen : undefined;
  };

  const lease: Lease = {
    id: self.id,
    get isSure() {
      return performance.now() - renewedAt < leaseMs;
    },
    // Nobody takes it from a process that lives (O2).
    mayHaveEnded: false,
    // A process that can still write has not been taken for dead (O4).
    confirm: async () => true,
  };

  return {
    lease,
    marginMs: undefined,
    entered: async () => lease,
    // A process has one lease for as long as it lives: the process is what others look at (O2).
    onLost: () => undefined,
    checkEveryMs: Math.min(LONGEST_CHECK_MS, leaseMs / CHECKS_PER_LEASE),
    enter() {
      if (performance.now() - askedAt >= renewMs) void renew();
    },
    keepAlive(isNeeded) {
      timer = setInterval(() => isNeeded() && void renew(), renewMs).unref();
    },
    peers: async () => [{ id: self.id, placement }],
    isDrivenByAnother: async (summary) => (await another(summary)) !== undefined,
    async silence(summary) {
      const seen = await another(summary);
      return seen && { owner: seen.owner, ms: seen.looked - seen.since };
    },
    async close() {
      clearInterval(timer);
      open.delete(self.id);
      if (renewedAt === Number.NEGATIVE_INFINITY) return;
      await store
        .remove(self.id)
        .catch((error) => log.warn({ err: error }, 'removing the lease of this host failed; it ends by itself'));
    },
  };
}

const MAX_WATCHED = 1_000;
