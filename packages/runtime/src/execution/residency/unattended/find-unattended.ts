// Finds what this host has to wake: what is due, and what was running in a host that has died. Asks the store for these
// alone, owner by owner, so that a look costs what it finds and not what runs or waits beside it.
//
// Where several machines look, each takes its share of what it finds, so that they do not all try the same; what is still
// there at the next look is for everybody, since the host whose share it was may be full or dead, or lack a tool.
//
// What belongs to another deployment is passed over, in pages that grow. A dead owner that left nothing else is
// looked at again only after a while: what it left can only shrink.

import type { Clock, ExecutionId, ExecutionSummary, JournalStore, UnattendedFilter } from '@toolshed/kernel';
import type { Owners } from '../owners/owners.js';
import type { Chosen } from './chosen-executions.js';

export interface FindUnattendedDeps {
  readonly store: Pick<JournalStore, 'unattended' | 'drivers'>;
  readonly clock: Clock;
  readonly owners: Pick<Owners, 'isDrivenByAnother' | 'lease' | 'peers'>;
  /** Which executions this host wakes. */
  readonly chosen: Pick<Chosen, 'among' | 'isOther'>;
  /** This host's labels. */
  readonly placement: readonly string[];
  /** Whether there is nothing to do about it now: it is here already, or was tried a moment ago. */
  readonly needsNoWake: (execution: ExecutionSummary) => boolean;
}

/** What is due, in order of its time; and what nobody drives, oldest first. */
export interface Found {
  readonly due: readonly ExecutionSummary[];
  readonly orphaned: readonly ExecutionSummary[];
}

export interface Unattended {
  /** At most so many of each. */
  find(limits: Readonly<Record<keyof Found, number>>, own: 'own' | 'others'): Promise<Found>;
}

const PAGE = 100;
const LARGEST_PAGE = 1_000;
/** How long an owner that left only executions of others is not looked at. */
const FOREIGN_MS = 30_000;

export function createFindUnattended(deps: FindUnattendedDeps): Unattended {
  const { store, clock, owners, chosen, placement, needsNoWake } = deps;
  /** What the last look left to others. */
  let lastLeft: ReadonlySet<ExecutionId> = new Set();
  /** Owners that left only executions of others, and until when that is taken to be so, by the monotonic clock. */
  const foreign = new Map<string, number>();

  /** Page after page, since those at the front may be ones that cannot be woken here. */
  const take = async (
    look: UnattendedFilter['look'],
    limit: number,
    turn: Turn,
  ): Promise<readonly ExecutionSummary[]> => {
    const found: ExecutionSummary[] = [];
    let after: ExecutionSummary | undefined;
    let size = PAGE;
    let isForeign = true;
    do {
      const page = await store.unattended({ look, placement, after, limit: size });
      const ours = await chosen.among(page.filter((one) => !needsNoWake(one)));
      for (const one of ours) if (!(await owners.isDrivenByAnother(one)) && turn.isOurs(one)) found.push(one);
      isForeign &&= page.every(({ id }) => chosen.isOther(id));
      after = page.at(-1);
      size = Math.min(size * 2, LARGEST_PAGE);
    } while (after !== undefined && found.length < limit);
    if (look.kind === 'driven' && isForeign) rememberForeign(look.owner);
    return found.slice(0, limit);
  };

  const rememberForeign = (owner: string | undefined): void => {
    if (owner === undefined || owner === owners.lease.id) return;
    const now = performance.now();
    for (const [known, until] of foreign) if (until <= now) foreign.delete(known);
    foreign.set(owner, now + FOREIGN_MS);
  };

  /** What this host itself drives is looked through seldom: it is here, unless something went wrong. */
  const deserted = async (own: 'own' | 'others'): Promise<readonly (string | undefined)[]> => {
    const now = performance.now();
    const named = await store.drivers();
    const drivers = named.filter((owner) => owner === undefined || (foreign.get(owner) ?? 0) <= now);
    const isMeant = await Promise.all(
      drivers.map(async (owner) =>
        owner === owners.lease.id ? own === 'own' : owner === undefined || !(await owners.isDrivenByAnother({ owner })),
      ),
    );
    return drivers.filter((_, index) => isMeant[index]);
  };

  return {
    async find(limits, own) {
      // A caller that wants everything leaves nothing to others.
      const peers = Number.isFinite(limits.due) ? (await owners.peers()).map(({ id }) => id) : [];
      const turn = createTurn(owners.lease.id, peers, lastLeft);
      const due = limits.due > 0 ? await take({ kind: 'due', by: clock.now() }, limits.due, turn) : [];
      const orphaned: ExecutionSummary[] = [];
      for (const owner of limits.orphaned > 0 ? await deserted(own) : []) {
        const left = limits.orphaned - orphaned.length;
        if (left > 0) orphaned.push(...(await take({ kind: 'driven', owner }, left, turn)));
      }
      lastLeft = turn.left;
      return { due, orphaned };
    },
  };
}

/** What one look may take of what it finds. */
interface Turn {
  /** What it left to others. */
  readonly left: ReadonlySet<ExecutionId>;
  isOurs(found: ExecutionSummary): boolean;
}

/** Every n-th, beginning with this host's position among its n peers. What this host drove itself is only its own. */
function createTurn(self: string, peers: readonly string[], lastLeft: ReadonlySet<ExecutionId>): Turn {
  const left = new Set<ExecutionId>();
  let place = Math.max(0, peers.indexOf(self));
  return {
    left,
    isOurs({ id, owner }) {
      if (owner === self || lastLeft.has(id)) return true;
      const isOurs = place === 0;
      place = isOurs ? Math.max(0, peers.length - 1) : place - 1;
      if (!isOurs) left.add(id);
      return isOurs;
    },
  };
}
