// Holds what calls took of counted grants against what was granted.
//
// Rules
//   G1. No grant lets more calls pass than it has uses.
//   G2. What is left of a grant is what calls did not take, and the audit log has one line for each use.
//   G3. A call that comes after a grant was revoked does not pass by it.

import type { History } from './history.ts';

export function checkGrants({ executions, told, usesLeft, audit }: History): readonly string[] {
  const calls = executions.flatMap(({ id, entries }) =>
    entries.flatMap((entry) =>
      (entry.kind === 'tool-called' || entry.kind === 'tool-changed') && entry.decision.because.kind === 'grant'
        ? [{ grant: entry.decision.because.grant as string, at: entry.at, call: `${id} call ${entry.call}` }]
        : [],
    ),
  );
  const uses = Map.groupBy(calls, ({ grant }) => grant);
  const lines = Map.groupBy(
    audit.filter(({ what }) => what === 'grant-used'),
    ({ detail = '' }) => detail,
  );
  return told.flatMap((one) => {
    if (one.kind === 'revoked')
      return (uses.get(one.grant) ?? [])
        .filter(({ at }) => at > one.at)
        .map(({ call }) => `${call} passed by ${one.grant} after it was revoked`);
    if (one.kind !== 'granted') return [];
    const used = uses.get(one.grant)?.length ?? 0;
    const problems: string[] = [];
    if (used > one.uses) problems.push(`${one.grant} let ${used} calls pass and has ${one.uses} uses`);
    const left = usesLeft.get(one.grant);
    if (left !== undefined && left !== one.uses - used)
      problems.push(`${one.grant} has ${left} uses left after ${used} of ${one.uses}`);
    const noted = lines.get(one.grant)?.length ?? 0;
    if (noted !== used) problems.push(`${one.grant} was used by ${used} calls, ${noted} of them in the audit log`);
    return problems;
  });
}
