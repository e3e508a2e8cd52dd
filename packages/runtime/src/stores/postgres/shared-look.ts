/**
 * Reads that do not overlap. Simultaneous callers share one that begins after they asked, so it sees every write that
 * was acknowledged before.
 */
export function createSharedLook<T>(look: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const lookAgain = (): Promise<T> => {
    next = undefined;
    const looked = look();
    running = looked;
    return looked;
  };
  return () => {
    next ??= running.then(lookAgain, lookAgain);
    return next;
  };
}
