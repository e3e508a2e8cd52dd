// Whether one live execution is idle, and who waits until it is. The loop sets and clears it; callers that wait for a
// result, the eviction timers and the trace follow it.

import type { ExecutionTrace } from '../../ports/tracing.js';

/** Whether an execution is idle, and a promise for the next time it is, for those who wait for a result or evict it. */
export interface IdleSignal {
  readonly isIdle: boolean;
  next(): Promise<void>;
  enter(): void;
  leave(): void;
  /** It will never be idle here: this process cannot continue it. */
  fail(error: unknown): void;
}

/** `onChange` is called with whether it is idle, whenever that changes. */
export function createIdleSignal(trace: ExecutionTrace | undefined, onChange: (isIdle: boolean) => void): IdleSignal {
  let isIdle = false;
  let turn = newTurn();
  return {
    get isIdle() {
      return isIdle;
    },
    next: () => turn.promise,
    enter() {
      const wasIdle = isIdle;
      isIdle = true;
      trace?.becameIdle();
      if (!wasIdle) onChange(true);
      turn.resolve();
    },
    leave() {
      if (!isIdle) return;
      isIdle = false;
      turn = newTurn();
      trace?.driven();
      onChange(false);
    },
    fail(error) {
      // Later callers get the error as well, also if the execution was idle when this process lost it.
      if (isIdle) turn = newTurn();
      else onChange(true);
      isIdle = true;
      trace?.becameIdle(error);
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
