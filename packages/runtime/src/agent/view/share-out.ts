// Shares a budget among several claimants: one that needs little gets all it needs, the others share the rest equally.

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
