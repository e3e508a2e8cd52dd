import type { ExecutionTrace } from '../../ports/tracing.js';

/** Whether an execution is idle, and a promise for the next time it is, for those who wait for a result or evict it. */
export interface IdleSignal {
  readonly isIdle: boolean;
  next(): Promise<void>;
  enter(): void;
  leave(): void;
  /** It will never be idle here: this process cannot go on with it. */
  fail(error: unknown): void;
}

export function createIdleSignal(trace: ExecutionTrace | undefined): IdleSignal {
  let isIdle = false;
  let turn = newTurn();
  return {
    get isIdle() {
      return isIdle;
    },
    next: () => turn.promise,
    enter() {
      isIdle = true;
      trace?.rested();
      turn.resolve();
    },
    leave() {
      if (!isIdle) return;
      isIdle = false;
      turn = newTurn();
      trace?.driven();
    },
    fail(error) {
      // Later callers get the error as well, also if the execution was idle when this process lost it.
      if (isIdle) turn = newTurn();
      isIdle = true;
      trace?.rested(error);
      turn.reject(error);
    },
  };
}

/** Nobody has to wait for it: a rejection without a listener is expected here. */
function newTurn(): PromiseWithResolvers<void> {
  const turn = Promise.withResolvers<void>();
  turn.promise.catch(() => undefined);
  return turn;
}
