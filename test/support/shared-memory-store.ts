// A store in memory that several hosts share as if they were machines: with the claims, epochs and leases that
// PostgreSQL has, by a clock of its own. It passes the same contract (`test/contracts/claims.contract.ts`).

import {
  type Clock,
  type ExecutionId,
  type ExecutionSummary,
  JournalConflictError,
  type JournalStore,
  type OwnerStore,
} from '@toolshed/kernel';
import { FIRST_EPOCH, isPlacedAt, type KnownOwner } from '@toolshed/kernel/runtime';
import { createMemoryStore, type Store } from '@toolshed/runtime';

export interface SharedMemoryStore extends Store {
  /** Ends the lease of an owner now. */
  endLease(owner: string): void;
}

/** What a store may be made to forget, so that a test can show that this is noticed. */
export interface BrokenFences {
  /** An append of a driver is taken whatever epoch it names. */
  readonly epoch?: true;
  /** An execution is given to any host that claims it, also while the lease of its owner runs. */
  readonly lease?: true;
  /** A lease ends long before its owner counts on that, as if the owner did not look at it before a handler acts. */
  readonly time?: true;
}

interface Leased {
  readonly facts: Omit<KnownOwner, 'expiresInMs'>;
  readonly until: number;
}

export function createSharedMemoryStore(clock: Clock, broken: BrokenFences = {}): SharedMemoryStore {
  const inner = createMemoryStore({ clock });
  const { journal } = inner;
  const epochs = new Map<ExecutionId, number>();
  const leases = new Map<string, Leased>();
  const oneAtATime = createTurns();
  const end = (leaseMs: number): number => clock.now() + (broken.time === undefined ? leaseMs : leaseMs / 4);
  const lives = (owner: string): boolean => (leases.get(owner)?.until ?? 0) > clock.now();

  const raise = (id: ExecutionId): number => {
    const epoch = (epochs.get(id) ?? 0) + 1;
    epochs.set(id, epoch);
    return epoch;
  };

  const shared: JournalStore = {
    ...journal,
    create: (id, entries, summary) =>
      oneAtATime(async () => {
        const created = await journal.create(id, entries, summary);
        if (created === id) epochs.set(id, FIRST_EPOCH);
        return created;
      }),
    append: (id, entries, summary, fence) =>
      oneAtATime(async () => {
        const epoch = epochs.get(id);
        const isLost = fence !== undefined && fence.epoch !== epoch && broken.epoch === undefined;
        if (isLost) throw new JournalConflictError(id, entries[0]?.seq ?? summary.length);
        const owner = (await journal.summary(id))?.owner;
        await journal.append(id, entries, fence === undefined ? ownedBy(summary, owner) : summary);
        return fence === undefined || owner === summary.owner ? epoch : raise(id);
      }),
    claim: (id, owner) =>
      oneAtATime(async () => {
        const summary = await journal.summary(id);
        if (summary === undefined || !lives(owner)) return undefined;
        const isFree = summary.owner === undefined || summary.owner === owner || !lives(summary.owner);
        if (!isFree && broken.lease === undefined) return undefined;
        if (!isPlacedAt(summary.placement, leases.get(owner)?.facts.placement ?? [])) return undefined;
        await journal.append(id, [], ownedBy(summary, owner));
        return { epoch: raise(id) };
      }),
    release: (id, owner) =>
      oneAtATime(async () => {
        if ((await journal.summary(id))?.owner !== owner) return;
        await journal.release(id, owner);
        raise(id);
      }),
  };

  const renew: OwnerStore['renew'] = async (facts, leaseMs) => {
    const known = leases.get(facts.id);
    if (known === undefined || !lives(facts.id)) return false;
    const beat = known.facts.beat + 1;
    leases.set(facts.id, { facts: { ...known.facts, beat, seenAt: clock.now() }, until: end(leaseMs) });
    return true;
  };
  const known = ({ facts, until }: Leased): KnownOwner => ({ ...facts, expiresInMs: Math.floor(until - clock.now()) });
  const owners: OwnerStore = {
    async enter(facts, leaseMs) {
      if (leases.has(facts.id)) return renew(facts, leaseMs);
      leases.set(facts.id, { facts: { ...facts, beat: 1, seenAt: clock.now() }, until: end(leaseMs) });
      return true;
    },
    renew,
    async find(id) {
      const found = leases.get(id);
      return found && known(found);
    },
    list: async () => [...leases.values()].map(known),
    async remove(id) {
      leases.delete(id);
    },
  };

  return {
    ...inner,
    journal: shared,
    owners,
    endLease(owner) {
      const lease = leases.get(owner);
      if (lease) leases.set(owner, { ...lease, until: clock.now() });
    },
  };
}

function ownedBy(summary: ExecutionSummary, owner: string | undefined): ExecutionSummary {
  const { owner: _, ...facts } = summary;
  return owner === undefined ? facts : { ...facts, owner };
}

/** What is read and what is then written belong together, as under the lock of a row. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
