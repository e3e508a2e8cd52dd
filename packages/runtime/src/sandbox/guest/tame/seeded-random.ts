// `Math.random` from the journal's seed: the same numbers again on replay. sfc32, begun with the words of `seedWords`.
// Not for secrets; a program has nothing to keep secret with.

export interface SeededRandom {
  /** Starts over from four words. */
  seed(a: number, b: number, c: number, d: number): void;
  /** In [0, 1). */
  next(): number;
}

export function createSeededRandom(): SeededRandom {
  /** The first numbers still look like the words. */
  const DROPPED = 12;
  let dropped = 0;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const step = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 4294967296;
  };
  return {
    seed(first, second, third, fourth) {
      a = first;
      b = second;
      c = third;
      d = fourth;
      dropped = 0;
    },
    // Dropped when a number is wanted: most programs want none.
    next() {
      for (; dropped < DROPPED; dropped++) step();
      return step();
    },
  };
}
