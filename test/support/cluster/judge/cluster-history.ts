// Everything a cluster run leaves to be judged: that of a chaos run, what each follower was shown, and what nodes know of
// leases, claims and appends.

import type { EntryPlace } from '@toolshed/kernel';
import type { History } from '../../chaos/history.ts';
import type { FollowedPage } from '../node/follower.ts';
import type { Lull } from '../node/lulls.ts';
import type { WitnessLine } from '../node/witness.ts';

export interface ClusterHistory extends History {
  /** All entries in their order. */
  readonly order: readonly Pick<EntryPlace, 'position' | 'executionId' | 'seq'>[];
  /** Every follower was given the time to get at least so far. */
  readonly through: number;
  /** What each follower was shown, by its name. */
  readonly followed: ReadonlyMap<string, readonly FollowedPage[]>;
  readonly witness: readonly WitnessLine[];
  /** When processes and the database stood still. */
  readonly lulls: readonly Lull[];
}
