/** Whether an execution is at rest, and a promise of the next time it is. */
export interface Rest {
  readonly isResting: boolean;
  next(): Promise<void>;
  enter(): void;
  leave(): void;
  /** It will never rest here: this process cannot go on with it. */
  abandon(error: unknown): void;
}

export function createRest(): Rest {
  let isResting = false;
  let turn = newTurn();
  return {
    get isResting() {
      return isResting;
    },
    next: () => turn.promise,
    enter() {
      isResting = true;
      turn.resolve();
    },
    leave() {
      if (!isResting) return;
      isResting = false;
      turn = newTurn();
    },
    abandon(error) {
      // Whoever asks from now on is told, also if it rested when this process lost it.
      if (isResting) turn = newTurn();
      isResting = true;
      turn.reject(error);
    },
  };
}

/** Nobody has to wait for it: a rejection without a listener is not an accident here. */
function newTurn(): PromiseWithResolvers<void> {
  const turn = Promise.withResolvers<void>();
  turn.promise.catch(() => undefined);
  return turn;
}
