// Owners in a store that several machines share. Whether an owner lives is not looked up in its process, which may be on
// another machine, but decided by its lease and the store's clock.
//
// Invariants
//   E1. A lease is an object. One that ended, or may have ended, is never extended: the host continues as a new owner, and
//       drops everything it held as the old one.
//   E2. The end of a lease is counted from before its renewal was sent, by two clocks: the monotonic one stands still
//       while a machine sleeps, the other one may be set.
//   E3. A handler acts only under the lease its execution was claimed under. What remains is the moment between this
//       check and the handler's first byte out; a tool closes it with the idempotency key. A handler that reads its
//       signal makes the same check again, at that moment: a process that was stopped has not noticed anything yet.

import type { OwnerStore, ToolLog } from '@toolshed/kernel';
import type { KnownOwner } from '@toolshed/kernel/runtime';
import type { Lease, Owners, OwnersDeps } from './owners.js';
import { thisProcess, WAKES_NOTHING } from './process-owner.js';

/** Another node is to have taken over 15 s after one died: that many have to notice, claim and replay. */
export const SHARED_LEASE_MS = 10_000;
/** How often in the time of a lease it is renewed. */
const RENEWALS = 3;
/** The part of a lease that is left unused, since no two clocks run alike. */
const GUARD = 0.1;
/** How long a lease that was looked up is not looked up again: many executions have one owner. */
const FRESH_MS = 100;
const MAX_SEEN = 1_000;
const LONGEST_CHECK_MS = 250;
const CHECKS_PER_LEASE = 4;

interface Seen {
  readonly owner: KnownOwner | undefined;
  readonly at: number;
}

export function createLeasedOwners(deps: OwnersDeps): Owners {
  const { store, log, leaseMs } = deps;
  const lost = new Set<(lease: Lease) => void>();
  const seen = new Map<string, Seen>();
  let lease = createLease(deps);
  let isClosed = false;

  /** E1. */
  const goOnAsAnother = (): void => {
    const ended = lease;
    lease = createLease(deps);
    log.warn({ owner: ended.id }, 'the lease of this host has ended; other hosts take over what it drove');
    for (const listener of lost) listener(ended);
    void lease.entered.catch(() => undefined);
  };

  const keep = async (): Promise<void> => {
    const current = lease;
    if ((await current.renew()) === 'ended' && lease === current && !isClosed) goOnAsAnother();
  };
  const timer = setInterval(() => void keep(), leaseMs / RENEWALS).unref();

  const find = async (id: string): Promise<KnownOwner | undefined> => {
    const before = seen.get(id);
    if (before && performance.now() - before.at < FRESH_MS) return before.owner;
    const at = performance.now();
    const owner = await store.find(id);
    seen.delete(id);
    seen.set(id, { owner, at });
    const [oldest] = seen.keys();
    if (seen.size > MAX_SEEN && oldest !== undefined) seen.delete(oldest);
    return owner;
  };

  const another = async (id: string | undefined): Promise<KnownOwner | undefined> => {
    if (id === undefined || id === lease.id) return undefined;
    const owner = await find(id);
    return owner?.expiresInMs !== undefined && owner.expiresInMs > 0 ? owner : undefined;
  };

  return {
    get lease() {
      return lease;
    },
    get marginMs() {
      return lease.marginMs;
    },
    async entered() {
      for (;;) {
        const current = lease;
        await current.entered;
        // A lease that may have ended is renewed, or given up (E1): the store would refuse every claim under it.
        if (!current.isSure) await keep();
        if (lease === current) return current;
      }
    },
    checkEveryMs: Math.min(LONGEST_CHECK_MS, leaseMs / CHECKS_PER_LEASE),
    // The lease begins when the host opens, and is renewed whether the host drives anything or not.
    enter: () => undefined,
    keepAlive: () => undefined,
    onLost(listener) {
      lost.add(listener);
    },
    async peers() {
      const known = await store.list();
      return known.flatMap(({ id, placement = [], expiresInMs = 0, labels }) =>
        expiresInMs > 0 && labels?.['wakes'] !== WAKES_NOTHING.wakes ? [{ id, placement }] : [],
      );
    },
    isDrivenByAnother: async ({ owner }) => (await another(owner)) !== undefined,
    async silence({ owner: id }) {
      const owner = await another(id);
      return owner && { owner, ms: Math.max(0, leaseMs - (owner.expiresInMs ?? 0)) };
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await lease.end();
    },
  };
}

interface KeptLease extends Lease {
  /** How much longer it certainly holds. */
  readonly marginMs: number;
  /** Resolves once the store has it; retries until it does. */
  readonly entered: Promise<void>;
  /** `unknown`: the store could not be asked. */
  renew(): Promise<'held' | 'ended' | 'unknown'>;
  end(): Promise<void>;
}

/** When a store that could not be written is tried again. */
const RETRY_MS = 500;

function createLease({ store, log, leaseMs, placement, wakes }: OwnersDeps): KeptLease {
  const self = thisProcess(placement, wakes);
  const usableMs = leaseMs * (1 - GUARD);
  let until = { monotonic: Number.NEGATIVE_INFINITY, clock: Number.NEGATIVE_INFINITY };
  let hasEnded = false;

  /** E2. */
  const extend = async (ask: OwnerStore['renew']): Promise<'held' | 'ended' | 'unknown'> => {
    const sent = { monotonic: performance.now(), clock: Date.now() };
    try {
      if (hasEnded || !(await ask(self, leaseMs))) {
        hasEnded = true;
        return 'ended';
      }
      until = { monotonic: sent.monotonic + usableMs, clock: sent.clock + usableMs };
      return 'held';
    } catch (error) {
      warn(log, error);
      return 'unknown';
    }
  };

  const enter = async (): Promise<void> => {
    while ((await extend((owner, ms) => store.enter(owner, ms))) === 'unknown' && !hasEnded)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
  };
  const entered = enter();
  const marginMs = (): number =>
    hasEnded ? 0 : Math.max(-leaseMs, Math.min(until.monotonic - performance.now(), until.clock - Date.now()));
  const isSure = (): boolean => marginMs() > 0;
  const renew = (): Promise<'held' | 'ended' | 'unknown'> => extend((owner, ms) => store.renew(owner, ms));

  return {
    id: self.id,
    get isSure() {
      return isSure();
    },
    get mayHaveEnded() {
      return !isSure();
    },
    get marginMs() {
      return marginMs();
    },
    // E3.
    async confirm() {
      return (await renew()) === 'held' && isSure();
    },
    entered,
    renew,
    async end() {
      hasEnded = true;
      await store.remove(self.id).catch((error) => warn(log, error));
    },
  };
}

const warn = (log: ToolLog, error: unknown): void =>
  log.warn({ err: error }, 'renewing the lease of this host failed; others take over what it drives when it ends');
