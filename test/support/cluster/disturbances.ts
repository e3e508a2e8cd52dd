// What happens to a cluster run, in turn rather than by chance: every named point, deaths anywhere, and both kinds of cut
// connections, in an order that the seed shuffles. A point that no node came to comes again before those that were met.

import type { Random } from '../chaos/random.ts';
import type { ClusterNodes } from './cluster-nodes.ts';
import { type Cut, CUTS, type DatabaseFaults } from './database-faults.ts';
import { Point } from './node/stop-points.ts';

type Disturbance =
  | { readonly kind: 'stop at'; readonly point: Point }
  | { readonly kind: 'kill at some point' }
  | { readonly kind: 'kill' }
  | { readonly kind: 'cut'; readonly what: Cut };

const ALL: readonly Disturbance[] = [
  ...Point.options.map((point) => ({ kind: 'stop at', point }) as const),
  ...CUTS.map((what) => ({ kind: 'cut', what }) as const),
  { kind: 'kill at some point' },
  { kind: 'kill at some point' },
  { kind: 'kill' },
  { kind: 'kill' },
];

export interface DisturbancesDeps {
  readonly random: Random;
  readonly nodes: Pick<ClusterNodes, 'met' | 'arm' | 'killSome'>;
  readonly faults: Pick<DatabaseFaults, 'cut' | 'done'>;
}

export interface Disturbances {
  /** Does the next one; where too few nodes are awake for it, it stays the next. */
  next(): void;
  /** What has not happened yet. */
  readonly missing: readonly string[];
}

export function createDisturbances({ random, nodes, faults }: DisturbancesDeps): Disturbances {
  let round: Disturbance[] = [];
  const missingPoints = (): readonly Point[] => Point.options.filter((point) => !nodes.met.has(point));

  const shuffled = (): Disturbance[] => {
    const missing = missingPoints();
    const left = ALL.filter((one) => one.kind !== 'stop at' || missing.length === 0 || missing.includes(one.point));
    return left
      .map((one) => [random.next(), one] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, one]) => one);
  };

  /** Whether it could be done. */
  const happen = (one: Disturbance): boolean => {
    switch (one.kind) {
      case 'stop at':
        return nodes.arm(one.point, 'stop');
      case 'kill at some point':
        return nodes.arm(random.pick(Point.options), 'kill');
      case 'kill':
        return nodes.killSome();
      case 'cut':
        void faults.cut(one.what);
        return true;
    }
  };

  return {
    next() {
      if (round.length === 0) round = shuffled();
      const [one] = round;
      if (one !== undefined && happen(one)) round.shift();
    },
    get missing() {
      return [...missingPoints(), ...CUTS.filter((what) => faults.done.cuts[what] === 0).map((what) => `cut ${what}`)];
    },
  };
}
