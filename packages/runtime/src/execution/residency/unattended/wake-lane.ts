// The executions of one kind that were found to need waking and are not awake yet. What is due and what nobody drives
// have a lane each: executions that are queued in a full host count as being woken, and thousands of those must not
// keep a timer waiting.

import type { ExecutionId, ExecutionSummary } from '@toolshed/kernel';

export type Found = Pick<ExecutionSummary, 'id' | 'wakeAt'>;

export interface WakeLaneDeps {
  /** How many are woken at a time; each that is done makes room for the next. */
  readonly most: number;
  /** Wakes it; never rejects. */
  readonly wake: (id: ExecutionId) => Promise<void>;
  /** Whether it is awake here by now. */
  readonly isHere: (id: ExecutionId) => boolean;
  /** All that the last look found are being woken, and there are more. */
  readonly onDry: () => void;
}

export interface WakeLane {
  /** How many were found and are not being woken. */
  readonly size: number;
  has(id: ExecutionId): boolean;
  /** What a look found, and whether it found all there is. */
  add(found: readonly Found[], rest: 'all' | 'more'): void;
  /** Resolves when all are woken. */
  empty(): Promise<void>;
  readonly ids: readonly ExecutionId[];
  stop(): void;
}

export function createWakeLane({ most, wake, isHere, onDry }: WakeLaneDeps): WakeLane {
  /** In the order they were due. */
  let waiting = new Map<ExecutionId, Found>();
  const waking = new Map<ExecutionId, Promise<void>>();
  let hasMore = false;
  let hasStopped = false;

  const begin = (id: ExecutionId): void => {
    const woken = wake(id).finally(() => {
      waking.delete(id);
      next();
    });
    waking.set(id, woken);
  };

  const next = (): void => {
    for (const id of waiting.keys()) {
      if (hasStopped || waking.size >= most) return;
      waiting.delete(id);
      if (!isHere(id)) begin(id);
    }
    if (!hasMore || hasStopped) return;
    hasMore = false;
    onDry();
  };

  const has = (id: ExecutionId): boolean => waking.has(id) || waiting.has(id);

  return {
    get size() {
      return waiting.size;
    },
    get ids() {
      return [...waking.keys(), ...waiting.keys()];
    },
    has,
    add(found, rest) {
      hasMore = rest === 'more';
      const all = [...waiting.values(), ...found.filter(({ id }) => !has(id))];
      waiting = new Map(all.toSorted(byMoment).map((one) => [one.id, one]));
      next();
    },
    async empty() {
      while (waking.size > 0) await Promise.all(waking.values());
    },
    stop() {
      hasStopped = true;
    },
  };
}

/** What nobody drives has no moment, and keeps its order. */
const byMoment = (a: Found, b: Found): number => (a.wakeAt ?? 0) - (b.wakeAt ?? 0);
