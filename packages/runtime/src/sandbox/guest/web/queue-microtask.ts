import type { Primordials } from '../primordials.js';

/** What the function throws is a rejection that nobody handles. */
export function createQueueMicrotask(p: Primordials): (run: unknown) => void {
  const ready = p.Promise.resolve();
  return (run) => {
    if (typeof run !== 'function') throw new p.TypeError('queueMicrotask takes a function');
    p.whenSettled(
      ready,
      () => void p.apply(run as () => void, undefined, []),
      () => undefined,
    );
  };
}
