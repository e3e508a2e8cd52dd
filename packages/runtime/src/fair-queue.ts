// A queue that serves sessions in turn: however much one of them asks for, each other session's oldest request is at
// most one round away.

export interface FairQueue<T> {
  readonly size: number;
  /** Whether this session waits for anything. */
  has(session: string): boolean;
  push(session: string, item: T): void;
  /**
   * Offers the oldest item of each session, round after round, until a whole round takes none. An item that cannot be
   * served keeps its place and holds up nobody but its own session.
   */
  serve(take: (item: T) => boolean): void;
}

export function createFairQueue<T>(): FairQueue<T> {
  /** In the order of their turns: who was served goes to the end. */
  const sessions = new Map<string, T[]>();
  let size = 0;

  const serveFirst = (session: string, items: T[], take: (item: T) => boolean): boolean => {
    const [first] = items;
    if (first === undefined || !take(first)) return false;
    items.shift();
    size--;
    sessions.delete(session);
    if (items.length > 0) sessions.set(session, items);
    return true;
  };

  return {
    get size() {
      return size;
    },
    has: (session) => sessions.has(session),
    push(session, item) {
      const items = sessions.get(session);
      if (items) items.push(item);
      else sessions.set(session, [item]);
      size++;
    },
    serve(take) {
      let served: boolean;
      do {
        served = false;
        for (const [session, items] of [...sessions]) if (serveFirst(session, items, take)) served = true;
      } while (served);
    },
  };
}
