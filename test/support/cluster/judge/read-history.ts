// Gathers what a cluster run has left: in the store, and in the files of its nodes.

import type { EntryPlace } from '@toolshed/kernel';
import type { Store } from '@toolshed/runtime';
import { readEffects } from '../../chaos/effects.ts';
import { readGivenUp } from '../../chaos/warnings.ts';
import type { ClusterHistory } from './cluster-history.ts';
import { FollowedPage } from '../node/follower.ts';
import { Lull } from '../node/lulls.ts';
import { readLines } from '../node/json-lines.ts';
import { filesOf } from '../node/run-folder.ts';
import { WitnessLine } from '../node/witness.ts';

export interface RunFacts extends Pick<ClusterHistory, 'told' | 'hosts' | 'through'> {
  /** The names of followers. */
  readonly slots: readonly string[];
}

export async function readHistory(store: Store, folder: string, facts: RunFacts): Promise<ClusterHistory> {
  const { journal, grants, audit } = store;
  const files = filesOf(folder);
  const executions = [];
  for (const { id, status } of await journal.list({ limit: 100_000 }))
    executions.push({ id, status, entries: await journal.read(id) });
  const open = await journal.questions({ limit: 10_000 });
  const left = (await grants.list()).flatMap(({ id, usesLeft }) =>
    usesLeft === undefined ? [] : [[id, usesLeft] as const],
  );
  return {
    executions,
    effects: readEffects(files.effects),
    asking: new Set(open.map(({ executionId }) => executionId)),
    told: facts.told,
    givenUp: readGivenUp(files.log),
    hosts: facts.hosts,
    usesLeft: new Map(left),
    audit: await audit.read(1, 1_000_000),
    order: await orderOf(store),
    through: facts.through,
    followed: new Map(facts.slots.map((slot) => [slot, readLines(files.followed(slot), FollowedPage)])),
    witness: readLines(files.witness, WitnessLine),
    lulls: readLines(files.lulls, Lull),
  };
}

/** All entries in their order. */
async function orderOf({ journal }: Store): Promise<ClusterHistory['order']> {
  const order: EntryPlace[] = [];
  for (let cursor = 0; ; ) {
    const { places, through } = await journal.placesAfter(cursor, 1_000);
    order.push(...places);
    if (through === cursor) return order;
    cursor = through;
  }
}
