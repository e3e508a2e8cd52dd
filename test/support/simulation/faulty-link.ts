// The way between one host and the store, and what may go wrong on it, by chance that can be had again: requests and
// replies that take their time and overtake each other, requests that never arrive, replies that are lost though the
// store has done what was asked, and a store that is away for a while.
//
// Invariants
//   K1. A request that is on its way arrives, whatever becomes of its host: only replies wait for a host that is held.
//   K2. An owner that is being entered is entered, or has failed, before what is asked for later arrives: as a store
//       that is shared promises.

import { type JournalStore, StoreUnavailableError } from '@toolshed/kernel';
import type { Store } from '@toolshed/runtime';
import type { Random } from '../chaos/random.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Weather {
  /** How many requests never arrive, of 1. */
  readonly fails: number;
  /** How many writes are done and not acknowledged: the store finds out later, or says that it failed. */
  readonly losesReplies: number;
  /** How many requests take a while, and how long. */
  readonly delays: number;
  readonly delayMs: number;
}

export const CALM: Weather = { fails: 0, losesReplies: 0, delays: 0, delayMs: 0 };

export interface FaultyLink {
  readonly store: Store;
  weather: Weather;
  /** Nothing arrives before then. */
  awayUntil: number;
  /** The names this host has had as an owner. */
  readonly owners: ReadonlySet<string>;
}

export interface FaultyLinkDeps {
  readonly host: string;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly store: Store;
}

/** How much longer a few requests take. */
const SLOW = 12;
const NETWORK = 'network';

export function createFaultyLink({ host, time, random, store }: FaultyLinkDeps): FaultyLink {
  const owners = new Set<string>();
  const entering = new Set<Promise<unknown>>();
  const link = { weather: CALM, awayUntil: 0 };

  const someMs = (): number => {
    const { delays, delayMs } = link.weather;
    if (!random.chance(delays)) return 0;
    return random.chance(0.05) ? random.between(1, SLOW * delayMs) : random.between(0, delayMs);
  };
  const unavailable = (why: string): StoreUnavailableError =>
    new StoreUnavailableError(`Cannot reach the store: ${why}; try again`);

  async function ask<T>(kind: 'read' | 'write', request: () => Promise<T>): Promise<T> {
    const before = someMs();
    // K1.
    if (before > 0) await time.as(NETWORK, () => time.pause(before));
    if (time.now < link.awayUntil) {
      await reply(someMs());
      throw unavailable('it is away');
    }
    if (random.chance(link.weather.fails)) {
      await reply(someMs());
      throw unavailable('the request was lost');
    }
    const isLost = kind === 'write' && random.chance(link.weather.losesReplies);
    const outcome = await request().then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    if (isLost) {
      await reply(random.between(1, SLOW * (1 + link.weather.delayMs)));
      if (random.chance(0.5)) throw unavailable('the reply was lost');
    } else await reply(someMs());
    return outcome();
  }

  const reply = async (ms: number): Promise<void> => {
    if (ms > 0 || time.isHeld(host)) await time.as(host, () => time.pause(ms));
  };

  const reading =
    <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      ask('read', () => call(...args));
  const writing =
    <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      // K2.
      if (entering.size > 0) await Promise.allSettled(entering);
      return ask('write', () => call(...args));
    };

  const { journal, grants, owners: leases } = store;
  const { claim, watch } = journal;
  const linked: JournalStore = {
    ...journal,
    create: writing(journal.create),
    append: writing(journal.append),
    release: writing(journal.release),
    markDamaged: writing(journal.markDamaged),
    ...(claim ? { claim: writing(claim) } : {}),
    read: reading(journal.read),
    summary: reading(journal.summary),
    list: reading(journal.list),
    questions: reading(journal.questions),
    unattended: reading(journal.unattended),
    drivers: reading(journal.drivers),
    count: reading(journal.count),
    countQuestions: reading(journal.countQuestions),
    locate: reading(journal.locate),
    entriesAfter: reading(journal.entriesAfter),
    lastPosition: reading(journal.lastPosition),
    placesAfter: reading(journal.placesAfter),
    ...(watch ? { watch: (onChange) => watch(createNews(time, host, someMs, onChange)) } : {}),
  };
  return Object.assign(link, {
    owners,
    store: {
      ...store,
      journal: linked,
      grants: { ...grants, add: writing(grants.add), list: reading(grants.list), revoke: writing(grants.revoke) },
      owners: {
        enter(facts, leaseMs) {
          owners.add(facts.id);
          const entered = ask('write', () => leases.enter(facts, leaseMs));
          const done = entered.catch(() => undefined).then(() => void entering.delete(done));
          entering.add(done);
          return entered;
        },
        renew: writing(leases.renew),
        find: reading(leases.find),
        list: reading(leases.list),
        remove: writing(leases.remove),
      },
    } satisfies Store,
  });
}

/** Changes reach a host some time after they were made, several at once. */
function createNews(time: VirtualTime, host: string, someMs: () => number, onChange: () => void): () => void {
  let isOnItsWay = false;
  return () => {
    if (isOnItsWay) return;
    isOnItsWay = true;
    const arrive = (): void => {
      isOnItsWay = false;
      onChange();
    };
    void time.as(host, () => time.pause(someMs()).then(arrive));
  };
}
