// Finds what this host has to wake: what is due, and what was running in a host that is gone. Asks the store for these
// alone, owner by owner, so that a look costs what it finds and not what runs or waits beside it.

import type { Clock, ExecutionSummary, JournalStore, UnattendedFilter } from '@toolshed/kernel';
import type { Owners } from './owners.js';

export interface FindUnattendedDeps {
  readonly store: Pick<JournalStore, 'unattended' | 'drivers' | 'claim'>;
  readonly clock: Clock;
  readonly owners: Pick<Owners, 'isDrivenByAnother' | 'lease'>;
  /** This host's labels. */
  readonly placement: readonly string[];
  /** Whether there is nothing to do about it now: it is here already, or was tried a moment ago. */
  readonly isSettled: (execution: ExecutionSummary) => boolean;
}

export interface Unattended {
  /**
   * At most `limit` of what is due, in the order it is, and as many of those that nobody drives, oldest first. Where
   * several machines look at once, each has what it found in an order of its own, so that they seldom try the same.
   */
  find(limit: number, own: 'own' | 'others'): Promise<readonly ExecutionSummary[]>;
}

const PAGE = 100;

export function createFindUnattended(deps: FindUnattendedDeps): Unattended {
  const { store, clock, owners, placement, isSettled } = deps;

  /** Page after page, since those at the front may be ones that cannot be woken here. */
  const take = async (look: UnattendedFilter['look'], limit: number): Promise<readonly ExecutionSummary[]> => {
    const found: ExecutionSummary[] = [];
    let after: ExecutionSummary | undefined;
    do {
      const page = await store.unattended({ look, placement, after, limit: PAGE });
      for (const one of page) if (!(await isTaken(one))) found.push(one);
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
      const due = await take({ kind: 'due', by: clock.now() }, limit);
      const orphaned: ExecutionSummary[] = [];
      for (const owner of await deserted(own))
        if (orphaned.length < limit) orphaned.push(...(await take({ kind: 'driven', owner }, limit - orphaned.length)));
      return store.claim ? [...shuffled(due), ...shuffled(orphaned)] : [...due, ...orphaned];
    },
  };
}

function shuffled<T>(given: readonly T[]): readonly T[] {
  return given
    .map((one) => ({ one, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}
