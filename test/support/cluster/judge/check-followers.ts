// Holds what followers were shown against the order of all entries.
//
// Rules
//   S1. Each follower was shown every entry once, in the one order, up to where it says it is.
//   S2. It is where it was given the time to get.
//   S3. Nothing was shown to it as damaged.

import type { ClusterHistory } from './cluster-history.ts';
import type { FollowedPage } from '../node/follower.ts';

type Judged = Pick<ClusterHistory, 'order' | 'followed' | 'through'>;

export const checkFollowers = (history: Judged): readonly string[] =>
  [...history.followed].flatMap(([follower, pages]) =>
    followerProblems(history, pages).map((problem) => `follower ${follower}: ${problem}`),
  );

function followerProblems({ order, through }: Judged, pages: readonly FollowedPage[]): readonly string[] {
  const reached = pages.at(-1)?.through ?? 0;
  const damaged = pages.reduce((sum, page) => sum + page.damaged, 0);
  const seen = pages.flatMap((page) => page.seen.map(([execution, seq]) => `${execution} ${seq}`));
  const due = order
    .filter(({ position }) => position <= reached)
    .map(({ executionId, seq }) => `${executionId} ${seq}`);
  return [
    ...(reached < through ? [`got to ${reached} of ${through}`] : []),
    ...(damaged > 0 ? [`${damaged} entries were shown as damaged`] : []),
    ...orderProblems(seen, due),
  ];
}

function orderProblems(seen: readonly string[], due: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const one of seen) counts.set(one, (counts.get(one) ?? 0) + 1);
  const missed = due.filter((one) => !counts.has(one));
  const doubled = [...counts].filter(([, times]) => times > 1).map(([one]) => one);
  const problems = [
    ...(missed.length > 0 ? [`missed ${missed.length} entries, the first of them ${missed[0]}`] : []),
    ...(doubled.length > 0 ? [`was shown ${doubled.length} entries twice, the first of them ${doubled[0]}`] : []),
  ];
  if (problems.length > 0) return problems;
  const at = seen.findIndex((one, index) => due[index] !== one);
  return at === -1 ? [] : [`was shown ${seen[at]} where ${due[at]} was due`];
}
