// Finds what this host has to wake: what is due, and what was running in a host that is gone. Asks the store for these
// alone, owner by owner, so that a look costs what it finds and not what runs or waits beside it.
//
// Where several machines look, each execution is first for one of them, chosen by its id, so that they do not all try the
// same; one that is still there at the next look is for everybody, since that host may be full or lack a tool.

import type { Clock, ExecutionId, ExecutionSummary, JournalStore, UnattendedFilter } from '@toolshed/kernel';
import type { Owners } from './owners.js';

export interface FindUnattendedDeps {
  readonly store: Pick<JournalStore, 'unattended' | 'drivers'>;
  readonly clock: Clock;
  readonly owners: Pick<Owners, 'isDrivenByAnother' | 'lease' | 'peers'>;
  /** This host's labels. */
  readonly placement: readonly string[];
  /** Whether there is nothing to do about it now: it is here already, or was tried a moment ago. */
  readonly isSettled: (execution: ExecutionSummary) => boolean;
}

export interface Unattended {
  /**
   * At most `limit` of what is due, in the order it is, and as many of those that nobody drives, oldest first.
   */
  find(limit: number, own: 'own' | 'others'): Promise<readonly ExecutionSummary[]>;
}

const PAGE = 100;

export function createFindUnattended(deps: FindUnattendedDeps): Unattended {
  const { store, clock, owners, placement, isSettled } = deps;
  /** What the last look left to others. */
  let lastSeen: ReadonlySet<ExecutionId> = new Set();

  /** Page after page, since those at the front may be ones that cannot be woken here. */
  const take = async (
    look: UnattendedFilter['look'],
    limit: number,
    turn: Turn,
  ): Promise<readonly ExecutionSummary[]> => {
    const found: ExecutionSummary[] = [];
    let after: ExecutionSummary | undefined;
    do {
      const page = await store.unattended({ look, placement, after, limit: PAGE });
      for (const one of page) if (!(await isTaken(one)) && turn.isOurs(one.id)) found.push(one);
      after = page.at(-1);
    } while (after !== undefined && found.length < limit);
    return found.slice(0, limit);
  };

  const isTaken = async (one: ExecutionSummary): Promise<boolean> =>
    isSettled(one) || (await owners.isDrivenByAnother(one));

  /** What this host itself drives is looked through seldom: it is here, unless something went wrong. */
  const deserted = async (own: 'own' | 'others'): Promise<readonly (string | undefined)[]> => {
    const drivers = await store.drivers();
    const isMeant = await Promise.all(
      drivers.map(async (owner) =>
        owner === owners.lease.id ? own === 'own' : owner === undefined || !(await owners.isDrivenByAnother({ owner })),
      ),
    );
    return drivers.filter((_, index) => isMeant[index]);
  };

  return {
    async find(limit, own) {
      // Who wants everything does not leave anything to others.
      const peers = Number.isFinite(limit) ? await owners.peers() : [];
      const turn = createTurn(owners.lease.id, peers, lastSeen);
      const due = await take({ kind: 'due', by: clock.now() }, limit, turn);
      const orphaned: ExecutionSummary[] = [];
      for (const owner of await deserted(own)) {
        const left = limit - orphaned.length;
        if (left > 0) orphaned.push(...(await take({ kind: 'driven', owner }, left, turn)));
      }
      lastSeen = turn.seen;
      return [...due, ...orphaned];
    },
  };
}

/** Whose turn it is to take what one look finds. */
interface Turn {
  readonly seen: ReadonlySet<ExecutionId>;
  isOurs(id: ExecutionId): boolean;
}

function createTurn(self: string, peers: readonly string[], lastSeen: ReadonlySet<ExecutionId>): Turn {
  const seen = new Set<ExecutionId>();
  return {
    seen,
    isOurs(id) {
      const own = weightOf(id, self);
      if (lastSeen.has(id) || peers.every((peer) => peer === self || weightOf(id, peer) < own)) return true;
      seen.add(id);
      return false;
    },
  };
}

/** Of all that know a pair, each finds the same number: the peer with the largest is chosen (rendezvous hashing). */
function weightOf(id: string, peer: string): number {
  let hash = 0x811c9dc5;
  for (const text of [id, peer])
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
