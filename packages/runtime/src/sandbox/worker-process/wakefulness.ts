// Keeps the host's event loop turning for a moment after a step was sent. Being woken from sleep costs more than most
// steps take; each turn serves whatever else there is to do.
//
// Not done: staying awake at any price. On a busy machine a loop that turns takes the processor from the very worker
// it waits for, so one wait in vain is followed by a number of steps that are slept through.

export interface Wakefulness {
  /** A step was sent whose answer is expected at once. */
  expect(): void;
  /** The answer came. */
  met(): void;
}

const AWAKE_MS = 0.15;
const SLEEPS_AFTER_VAIN = 50;

export function createWakefulness(): Wakefulness {
  let until = 0;
  let isTurning = false;
  let isExpecting = false;
  let sleeps = 0;

  const turn = (): void => {
    if (isExpecting && performance.now() < until) {
      setImmediate(turn);
      return;
    }
    isTurning = false;
    if (isExpecting) sleeps = SLEEPS_AFTER_VAIN;
  };

  return {
    expect() {
      if (sleeps > 0) {
        sleeps--;
        return;
      }
      isExpecting = true;
      until = performance.now() + AWAKE_MS;
      if (isTurning) return;
      isTurning = true;
      setImmediate(turn);
    },
    met() {
      isExpecting = false;
    },
  };
}
