// Holds what nodes were allowed against the leases and claims they had.
//
// Rules
//   F1. No append is taken under a claim after another claim was acknowledged.
//   F2. Nothing is claimed while the lease of its owner runs.
//
// Times are those of one machine: what was acknowledged before another thing was sent came before it.

import type { ClusterHistory } from './cluster-history.ts';
import type { WitnessLine } from '../node/witness.ts';

type Leased = Extract<WitnessLine, { kind: 'leased' }>;
type Claimed = Extract<WitnessLine, { kind: 'claimed' }>;
type Appended = Extract<WitnessLine, { kind: 'appended' }>;

/** Two processes round the same moment differently. */
const ROUNDING_MS = 2;

export function checkFences({ witness }: Pick<ClusterHistory, 'witness'>): readonly string[] {
  const leases = Map.groupBy(
    witness.filter((line) => line.kind === 'leased'),
    ({ lease }) => lease,
  );
  const givenUp = new Map(
    witness.flatMap((line) => (line.kind === 'lease given up' ? [[line.lease, line.sent] as const] : [])),
  );
  const changes = witness.filter((line) => line.kind === 'claimed' || line.kind === 'appended');
  return [...Map.groupBy(changes, ({ execution }) => execution)].flatMap(([execution, lines]) =>
    [...staleAppends(lines), ...earlyClaims(lines, leases, givenUp)].map((problem) => `${execution}: ${problem}`),
  );
}

/** F1. */
function staleAppends(lines: readonly (Claimed | Appended)[]): readonly string[] {
  const known = lines.flatMap(({ epoch, acked, node }) => (epoch === undefined ? [] : [{ epoch, acked, node }]));
  return lines.flatMap((line) => {
    if (line.kind !== 'appended' || line.fence === undefined) return [];
    const { fence, sent, node } = line;
    const later = known.find(({ epoch, acked }) => epoch > fence && acked < sent);
    return later ? [`${node} appended under epoch ${fence} after ${later.node} was given epoch ${later.epoch}`] : [];
  });
}

/** F2. An epoch has one owner: the epoch rises whenever the owner changes. */
function earlyClaims(
  lines: readonly (Claimed | Appended)[],
  leases: ReadonlyMap<string, readonly Leased[]>,
  givenUp: ReadonlyMap<string, number>,
): readonly string[] {
  const ownerOf = new Map<number, string>();
  for (const line of lines) {
    const owner = line.kind === 'claimed' ? line.lease : line.owner;
    if (line.epoch !== undefined && owner !== undefined) ownerOf.set(line.epoch, owner);
  }
  return lines.flatMap((line) => {
    if (line.kind !== 'claimed') return [];
    const former = ownerOf.get(line.epoch - 1);
    if (former === undefined || former === line.lease) return [];
    if ((givenUp.get(former) ?? Number.POSITIVE_INFINITY) <= line.acked) return [];
    const running = leases
      .get(former)
      ?.find(({ sent, acked, leaseMs }) => acked < line.sent && sent + leaseMs > line.acked + ROUNDING_MS);
    return running ? [`${line.node} claimed it while the lease of ${running.node} ran`] : [];
  });
}
