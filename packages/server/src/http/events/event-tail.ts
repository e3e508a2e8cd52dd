// Knows when there is something new in the store: at once for what this process journals, within a poll for others.
// It holds no events. Whoever is woken reads the store, so nothing depends on having been awake.

import type { ExecutionId, ToolLog } from '@toolshed/kernel';
import { isIdleAfter } from '@toolshed/kernel/runtime';
import type { Shed } from '../shed-port.js';

export interface EventTail extends AsyncDisposable {
  /** Grows with everything new. Read it before the store, and wait for it to change afterwards. */
  readonly version: number;
  /** Resolves once the version is another, or `ms` have passed. */
  changed(version: number, ms: number): Promise<void>;
  /** Resolves when this process next sees the execution come to rest, or `ms` have passed. */
  rested(execution: ExecutionId, ms: number): Promise<void>;
}

export interface EventTailDeps {
  readonly shed: Pick<Shed, 'events' | 'lastEvent'>;
  readonly log: ToolLog;
  /** Ends every wait. */
  readonly closing: AbortSignal;
}

const POLL_MS = 200;

export function createEventTail({ shed, log, closing }: EventTailDeps): EventTail {
  const waiting = new Set<() => void>();
  const awaited = new Map<ExecutionId, Set<() => void>>();
  let version = 0;
  let last = 0;

  const bump = (): void => {
    version += 1;
    for (const wake of waiting) wake();
  };
  const listen = async (): Promise<void> => {
    for await (const { executionId, entry } of shed.events()) {
      bump();
      if (isIdleAfter(entry)) for (const wake of awaited.get(executionId) ?? []) wake();
    }
  };
  const poll = async (): Promise<void> => {
    const newest = await shed.lastEvent();
    if (newest !== last) bump();
    last = newest;
  };

  // Ends when the host closes its events.
  listen().catch((error) => log.error({ err: error }, 'could not follow events'));
  const timer = setInterval(() => {
    poll().catch((error) => log.warn({ err: error }, 'could not look for events'));
  }, POLL_MS);

  /** Adds itself to `among` until it is woken, its time is over, or the server closes. */
  const waitAmong = (among: Set<() => void>, ms: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timeout);
        among.delete(done);
        closing.removeEventListener('abort', done);
        resolve();
      };
      const timeout = setTimeout(done, ms);
      among.add(done);
      closing.addEventListener('abort', done);
      if (closing.aborted) done();
    });

  return {
    get version() {
      return version;
    },
    changed: async (seen, ms) => {
      if (seen === version) await waitAmong(waiting, ms);
    },
    async rested(execution, ms) {
      const among = awaited.get(execution) ?? new Set();
      awaited.set(execution, among);
      await waitAmong(among, ms);
      if (among.size === 0 && awaited.get(execution) === among) awaited.delete(execution);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      for (const wake of waiting) wake();
    },
  };
}
