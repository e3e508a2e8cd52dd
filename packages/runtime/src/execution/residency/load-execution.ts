// Brings an execution back from its journal, once it is certain that nobody else drives it. Used by `live-executions.ts`.

import type { Claim, ExecutionId, JournalStore } from '@toolshed/kernel';
import { isPlacedAt } from '@toolshed/kernel/runtime';
import type { LiveDeps } from '../execution-deps.js';
import type { LiveExecution } from '../drive/live-execution.js';
import { UnknownExecutionError } from '../execution-errors.js';
import { OwnershipLostError } from '../journal/journal-errors.js';
import { type Past, pastOf } from '../journal/past.js';
import type { Lease, Owners } from './owners/owners.js';

/** How this process holds an execution: under which lease, and the claim it made, where the store has claims. */
export interface Hold {
  readonly lease: Lease;
  readonly claim: Claim | 'new' | undefined;
}

export interface LoadDeps {
  readonly store: JournalStore;
  readonly owners: Owners;
  readonly placement: readonly string[];
  readonly facts: LiveDeps['facts'];
  /** H1 of `leave-host.ts`: then nothing is loaded. */
  readonly isDraining: () => boolean;
  readonly find: (id: ExecutionId) => LiveExecution | undefined;
  /** Resolves when this process has no release of it under way. */
  readonly released: (id: ExecutionId) => Promise<void> | undefined;
  readonly drive: (id: ExecutionId, past: Past, hold: Hold) => LiveExecution;
  readonly release: (id: ExecutionId, lease: Lease) => Promise<void>;
}

/** Rejects with OwnershipLostError if it is driven elsewhere. `past` saves reading it, if it is still all there is. */
export type Load = (id: ExecutionId, past?: Past) => Promise<LiveExecution>;

export function createLoad({
  store,
  owners,
  placement,
  facts,
  find,
  isDraining,
  released,
  drive,
  release,
}: LoadDeps): Load {
  const loading = new Map<ExecutionId, Promise<LiveExecution>>();

  const load: Load = (id, past) => (store.claim ? loadClaimed(id, store.claim) : loadUnclaimed(id, past));

  /** Claims it before its journal is read: from then on its former owner appends nothing. */
  const loadClaimed = async (id: ExecutionId, claimFor: NonNullable<JournalStore['claim']>): Promise<LiveExecution> => {
    await released(id);
    const lease = await owners.entered();
    const claim = await claimFor(id, lease.id);
    facts.claimed(claim === undefined ? 'lost' : 'won');
    if (claim === undefined) {
      if ((await store.summary(id)) === undefined) throw new UnknownExecutionError(id);
      throw new OwnershipLostError(id);
    }
    try {
      const past = pastOf(await store.read(id));
      // A lease that has ended meanwhile ended for what was held under it then, and this was not among that.
      if (isDraining() || owners.lease !== lease) throw new OwnershipLostError(id);
      return find(id) ?? drive(id, past, { lease, claim });
    } catch (error) {
      await release(id, lease);
      throw error;
    }
  };

  /** Reads the journal before its owner: by then, the process that appended to it is its owner, or has gone idle. */
  const loadUnclaimed = async (id: ExecutionId, past: Past | undefined): Promise<LiveExecution> => {
    const entries = past?.entries ?? (await store.read(id));
    const summary = await store.summary(id);
    if (summary === undefined) throw new UnknownExecutionError(id);
    // L2.
    if (await owners.isDrivenByAnother(summary)) throw new OwnershipLostError(id);
    if (!isPlacedAt(summary.placement, placement)) throw new OwnershipLostError(id);
    if (past && past.state.length !== summary.length) return loadUnclaimed(id, undefined);
    if (isDraining()) throw new OwnershipLostError(id);
    // L1: it may have been loaded while this was read.
    return find(id) ?? drive(id, past ?? pastOf(entries), { lease: owners.lease, claim: undefined });
  };

  return (id, past) => {
    const known = find(id);
    if (known) return Promise.resolve(known);
    if (isDraining()) return Promise.reject(new OwnershipLostError(id));
    const pending = loading.get(id) ?? load(id, past).finally(() => loading.delete(id));
    loading.set(id, pending);
    return pending;
  };
}
