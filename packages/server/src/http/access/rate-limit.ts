/** Lets `perSecond` through on average, and `burst` at once, for each of many names. */
export interface RateLimit {
  /** Whether the name is within its limit; uses one up if so. */
  take(name: string): boolean;
}

export interface RateLimitOptions {
  readonly burst: number;
  readonly perSecond: number;
  now(): number;
}

/** Names beyond this are forgotten, the least recently used first. */
const MAX_NAMES = 10_000;

export function createRateLimit({ burst, perSecond, now }: RateLimitOptions): RateLimit {
  const buckets = new Map<string, { readonly left: number; readonly at: number }>();
  return {
    take(name) {
      const at = now();
      const known = buckets.get(name);
      const left = known === undefined ? burst : Math.min(burst, known.left + ((at - known.at) / 1_000) * perSecond);
      buckets.delete(name);
      buckets.set(name, { left: left < 1 ? left : left - 1, at });
      const [oldest] = buckets.keys();
      if (buckets.size > MAX_NAMES && oldest !== undefined) buckets.delete(oldest);
      return left >= 1;
    },
  };
}
