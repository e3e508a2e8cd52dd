/** How many event streams are open, for each credential and in all. */
export interface StreamQuota {
  /** Takes a slot and returns a function that frees it; `undefined` if there is none left. */
  take(name: string): (() => void) | undefined;
}

export function createStreamQuota(each: number, all: number): StreamQuota {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take(name) {
      const own = taken.get(name) ?? 0;
      if (own >= each || total >= all) return undefined;
      taken.set(name, own + 1);
      total += 1;
      return () => {
        const left = (taken.get(name) ?? 1) - 1;
        if (left === 0) taken.delete(name);
        else taken.set(name, left);
        total -= 1;
      };
    },
  };
}
