// Wakes what time or a crash left waiting: executions whose timer or question is due, and those that were running in
// a process that is gone. Looked for when a host starts and from then on.

import type { Clock, ExecutionId, JournalStore, ToolLog } from '@toolshed/kernel';
import { isAlive } from './process-identity.js';

export interface WakeUpDeps {
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly log: ToolLog;
  readonly owner: string;
  readonly everyMs: number;
  readonly isHere: (id: ExecutionId) => boolean;
  readonly wake: (id: ExecutionId) => Promise<void>;
}

export interface WakeUp {
  /** Looks once, now. */
  look(): Promise<void>;
  stop(): void;
}

const BATCH = 50;

export function startWakeUp({ store, clock, log, owner, everyMs, isHere, wake }: WakeUpDeps): WakeUp {
  let isLooking = false;
  const due = async (): Promise<readonly ExecutionId[]> => {
    const sleeping = await store.list({ status: ['sleeping', 'paused'], dueBy: clock.now(), limit: BATCH });
    const running = await store.list({ status: ['running'], limit: BATCH });
    const orphans = running.filter((one) => one.owner === undefined || (one.owner !== owner && !isAlive(one.owner)));
    return [...sleeping, ...orphans].map(({ id }) => id).filter((id) => !isHere(id));
  };
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const ids = await due();
      await Promise.all(
        ids.map((id) =>
          wake(id).catch((error) => log.warn({ err: error, execution: id }, 'could not wake an execution')),
        ),
      );
    } catch (error) {
      log.warn({ err: error }, 'could not look for due executions');
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(look, everyMs).unref();
  return { look, stop: () => clearInterval(timer) };
}
