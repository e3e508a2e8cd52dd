// Chance that can be had again: every decision of a chaos run follows from its seed.

export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True in this share of cases. */
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Picks a key as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

/** mulberry32: one word of state, good enough to choose among a few dozen things. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new TypeError('Cannot pick from nothing');
    return item;
  };
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (share) => next() < share,
    pick,
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const bag = (Object.keys(weights) as K[]).map((key) => [key, weights[key]] as const);
      let left = next() * bag.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of bag) {
        left -= weight;
        if (left < 0) return key;
      }
      return pick(bag)[0];
    },
  };
}
