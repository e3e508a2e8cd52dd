// Wakes what time or a crash left waiting: executions whose timer or question is due, and those that were running in
// a process that is gone. Looked for when a host starts and from then on.
//
// Invariants
//   U1. A look waits for no execution it woke: one that takes hours keeps none of the others asleep.
//   U2. A look goes through all that is due, however many newer ones are awake already.
//   U3. What fails fails alone: neither an execution that cannot be read nor another task of the look keeps the rest
//       from being looked at. One that cannot be read is marked as damaged, and then no longer due.

import type { Clock, ExecutionId, JournalStore, ToolLog } from '@toolshed/kernel';
import { markingDamage } from './damaged.js';
import { pages } from './list-pages.js';
import { isDrivenByAnother } from './process-identity.js';

export interface WakeUpDeps {
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly log: ToolLog;
  readonly owner: string;
  readonly everyMs: number;
  readonly isHere: (id: ExecutionId) => boolean;
  readonly wake: (id: ExecutionId) => Promise<void>;
  /** What else is looked for as often. */
  readonly also: readonly (() => Promise<void>)[];
}

export interface WakeUp {
  /** Looks once, now. */
  look(): Promise<void>;
  /** Looks, and waits until what it woke rests again. */
  wakeAll(): Promise<readonly ExecutionId[]>;
  stop(): void;
}

/** How many are being brought back at a time; the rest waits for the next look. */
const MAX_WAKING = 50;

export function startWakeUp({ store, clock, log, owner, everyMs, isHere, wake, also }: WakeUpDeps): WakeUp {
  const waking = new Map<ExecutionId, Promise<void>>();
  let isLooking = false;
  let hasStopped = false;

  async function* due(): AsyncGenerator<ExecutionId> {
    const timed = pages(store, { status: ['sleeping', 'paused'], dueBy: clock.now() });
    for await (const { id } of timed) yield id;
    for await (const one of pages(store, { status: ['running'] })) if (!isDrivenByAnother(one, owner)) yield one.id;
  }

  const bringBack = (id: ExecutionId): void => {
    const woken = markingDamage(store, id, () => wake(id))
      .catch((error) => log.warn({ err: error, execution: id }, 'could not wake an execution'))
      .finally(() => waking.delete(id));
    waking.set(id, woken);
  };

  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    for (const task of [...also, wakeDue]) {
      await task().catch((error) => log.warn({ err: error }, 'could not look for what is due'));
    }
    isLooking = false;
  };
  const wakeDue = async (): Promise<void> => {
    for await (const id of due()) {
      if (hasStopped || waking.size >= MAX_WAKING) return;
      if (!isHere(id) && !waking.has(id)) bringBack(id);
    }
  };
  const timer = setInterval(look, everyMs).unref();
  return {
    look,
    async wakeAll() {
      await look();
      const woken = [...waking];
      await Promise.all(woken.map(([, settled]) => settled));
      return woken.map(([id]) => id);
    },
    stop() {
      hasStopped = true;
      clearInterval(timer);
    },
  };
}
