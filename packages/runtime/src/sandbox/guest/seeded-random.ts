// `Math.random` from the journal's seed: the same numbers again on replay. sfc32, over four words of the seed's FNV-1a
// hash. Not for secrets; a program has nothing to keep secret with.

export interface SeededRandom {
  /** Starts over from a seed. */
  seed(text: string): void;
  /** In [0, 1). */
  next(): number;
}

export function createSeededRandom(): SeededRandom {
  const { imul } = Math;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 4294967296;
  };
  const word = (text: string, salt: number): number => {
    let hash = 2166136261 ^ salt;
    for (let i = 0; i < text.length; i++) hash = imul(hash ^ text.charCodeAt(i), 16777619);
    return hash >>> 0;
  };
  return {
    seed(text) {
      a = word(text, 1);
      b = word(text, 2);
      c = word(text, 3);
      d = word(text, 4);
      for (let i = 0; i < 12; i++) next();
    },
    next,
  };
}
