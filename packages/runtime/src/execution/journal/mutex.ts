/** One at a time, in the order they came. Whoever comes while nobody is in goes in at once and waits for nothing. */
export interface Turns {
  /** Undefined if it is one's turn already; `leave` must follow either way. */
  enter(): Promise<void> | undefined;
  leave(): void;
}

export function createTurns(): Turns {
  const line: (() => void)[] = [];
  let isTaken = false;
  return {
    enter() {
      if (isTaken) return new Promise((resolve) => line.push(resolve));
      isTaken = true;
      return undefined;
    },
    leave() {
      const next = line.shift();
      if (next) next();
      else isTaken = false;
    },
  };
}
