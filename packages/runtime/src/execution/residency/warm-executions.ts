// Executions that are idle and still in memory, and when they leave it. Owns their eviction timers; used by
// `live-executions.ts` and `leave-host.ts`.
//
// Invariants
//   W1. An idle execution is evicted after `hibernateAfterMs`, or when more than `maxWarm` are idle; never while a handler
//       of it runs here. Its sandbox may be taken away earlier.
//   W2. One that cannot be evicted is tried again later, never at once: what holds it may need this very thread to end.

import type { ExecutionId } from '@toolshed/kernel';
import type { LiveExecution } from '../drive/live-execution.js';

export interface WarmExecutionsDeps {
  readonly hibernateAfterMs: number;
  readonly maxWarm: number;
  readonly find: (id: ExecutionId) => LiveExecution | undefined;
  /** One that was to be evicted is not idle any more. */
  readonly onBusy: (live: LiveExecution) => void;
  readonly forget: (live: LiveExecution) => void;
  readonly lose: (live: LiveExecution, error: unknown) => true;
}

export interface WarmExecutions {
  readonly size: number;
  /** It has become idle. */
  add(live: LiveExecution): void;
  forget(id: ExecutionId): void;
  /** True once it is evicted; otherwise it is tried again later (W2). */
  evict(live: LiveExecution): Promise<boolean>;
}

/** When an execution that could not be evicted is tried again. */
const EVICT_AGAIN_MS = 100;

export function createWarmExecutions(deps: WarmExecutionsDeps): WarmExecutions {
  const { hibernateAfterMs, maxWarm, find, onBusy, forget, lose } = deps;
  /** With their eviction timers, in the order they became idle. */
  const idle = new Map<ExecutionId, NodeJS.Timeout>();

  const evictLater = (id: ExecutionId, ms: number): void =>
    void idle.set(id, setTimeout(() => evictIfIdle(id), ms).unref());

  /** W1. Evicts it if it is still idle; otherwise waits until it is idle again. */
  const evictIfIdle = (id: ExecutionId): void => {
    const live = find(id);
    if (!live?.isIdle) {
      if (live) onBusy(live);
    } else if (live.isHeld) evictLater(id, hibernateAfterMs);
    else void evict(live);
  };

  const evict = async (live: LiveExecution): Promise<boolean> => {
    const { id } = live.journal;
    const evicted = live.evict();
    const isGone = typeof evicted === 'boolean' ? evicted : await evicted.catch((error) => lose(live, error));
    if (isGone) forget(live);
    else if (find(id) === live) evictLater(id, EVICT_AGAIN_MS);
    return isGone;
  };

  /** Evicts the execution that has been idle longest. If that one cannot be evicted after all, the next is tried. */
  const evictOldest = (): void => {
    const oldest = [...idle.keys()].find((id) => !find(id)?.isHeld);
    const live = oldest === undefined ? undefined : find(oldest);
    if (oldest === undefined || !live) return;
    clearTimeout(idle.get(oldest));
    idle.delete(oldest);
    void evict(live).then((isGone) => {
      if (!isGone && live.isHeld) evictOldest();
    });
  };

  const leave = (id: ExecutionId): void => {
    clearTimeout(idle.get(id));
    idle.delete(id);
  };

  return {
    get size() {
      return idle.size;
    },
    add(live) {
      const { id } = live.journal;
      if (find(id) !== live) return;
      leave(id);
      evictLater(id, hibernateAfterMs);
      if (idle.size > maxWarm) evictOldest();
    },
    forget: leave,
    evict,
  };
}
