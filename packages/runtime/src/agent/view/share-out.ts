// Shares a budget among several that want some of it: who wants little gets all of it, the others share the rest alike.

export function shareOut(wanted: readonly number[], budget: number): readonly number[] {
  const byNeed = wanted.map((need, index) => ({ need, index })).toSorted((a, b) => a.need - b.need);
  const shares = wanted.map(() => 0);
  let left = Math.max(0, budget);
  byNeed.forEach(({ need, index }, done) => {
    const share = Math.min(need, left / (byNeed.length - done));
    shares[index] = share;
    left -= share;
  });
  return shares;
}
