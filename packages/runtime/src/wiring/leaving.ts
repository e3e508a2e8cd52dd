// How a host stops: it drains, which hands over what it drives, and it closes, part by part in the order given.

import type { LeaveHost } from '../execution/residency/leave-host.js';

export interface LeavingDeps {
  readonly scheduler: { stop(): void };
  readonly dispatch: { close(): void };
  readonly executions: Pick<LeaveHost, 'drain' | 'close'>;
}

export interface Leaving {
  drain(graceMs: number): Promise<void>;
  close(): Promise<void>;
}

const CLOSE_GRACE_MS = 10_000;

/** `others`: what else is closed, in this order. */
export function createLeaving(
  { scheduler, dispatch, executions }: LeavingDeps,
  others: readonly (() => void | Promise<void> | PromiseLike<void>)[],
): Leaving {
  let draining: Promise<void> | undefined;
  return {
    drain(graceMs) {
      scheduler.stop();
      draining ??= executions.drain(graceMs);
      return draining;
    },
    async close() {
      scheduler.stop();
      dispatch.close();
      await executions.close(CLOSE_GRACE_MS);
      for (const close of others) await close();
    },
  };
}
