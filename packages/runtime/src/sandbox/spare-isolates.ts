// When to make spare isolates. Making one takes longer than most programs run, and a program that runs meanwhile waits
// for it: in this process, or for a processor. So it waits for a pause, and for a longer one while some are left.

import { createDelay } from '../delay.js';

export interface SpareIsolates extends Disposable {
  /** One was taken for a program. */
  take(): void;
  /** Something runs: no pause yet. */
  postpone(now?: number): void;
}

export interface SpareIsolatesDeps {
  /** How many there are already. */
  readonly made: number;
  readonly make: () => void;
}

export const MAX_SPARES = 4;
/** A program that pauses and is brought back at once takes two. */
const FEW = 2;
const PAUSE_MS = { few: 4, enough: 15 } as const;

export function createSpareIsolates({ made, make }: SpareIsolatesDeps): SpareIsolates {
  let left = made;
  let isClosed = false;

  const wait = (now?: number): void => {
    if (isClosed || left >= MAX_SPARES) pause.stop();
    else pause.start(left < FEW ? PAUSE_MS.few : PAUSE_MS.enough, now);
  };

  const pause = createDelay(() => {
    make();
    left++;
    wait();
  });

  return {
    take() {
      left = Math.max(0, left - 1);
      wait();
    },
    postpone: wait,
    [Symbol.dispose]() {
      isClosed = true;
      pause.stop();
    },
  };
}

/** For a pool whose isolates are made when they are needed. */
export const NO_SPARES: SpareIsolates = {
  take: () => undefined,
  postpone: () => undefined,
  [Symbol.dispose]: () => undefined,
};
