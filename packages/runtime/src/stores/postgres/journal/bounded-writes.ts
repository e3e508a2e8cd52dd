// How long the caller of a write waits. While the server is unavailable the outcome of a write is unknown if its connection
// was lost, and what was to be written after it waits as well.
//
// Invariants
//   B1. A caller learns in time the outcome of its write: written, not written, or not known yet.
//   B2. A write of unknown outcome is looked up for as long as it takes, and writes of the same execution wait for that
//       (W1): a caller that repeats it finds the outcome.

import { setTimeout as pause } from 'node:timers/promises';
import { type ExecutionId, StoreUnavailableError } from '@toolshed/kernel';
import { outcomeUnknown } from './unknown-outcome.js';
import { pendingWrite, type WriteOf, type Written } from './pending-write.js';
import type { WriteQueue } from './write-queue.js';

export interface BoundedWritesDeps {
  readonly queue: WriteQueue;
  /** Of the store, for people. */
  readonly name: string;
  readonly timeoutMs: number;
}

export interface BoundedWrites {
  write(asked: WriteOf): Promise<Written>;
  /** The result of looking up a lost write, within the time. */
  looked<T>(look: Promise<T>): Promise<T>;
  /** Writes what waits, refuses the rest; waits no longer than a caller would. */
  close(): Promise<void>;
}

export function createBoundedWrites({ queue, name, timeoutMs }: BoundedWritesDeps): BoundedWrites {
  const unknown = (executionId?: ExecutionId): Error =>
    outcomeUnknown(name, `the server did not answer within ${timeoutMs} ms`, executionId);
  const untouched = (): Error =>
    new StoreUnavailableError(
      `Cannot write to the store at ${name}: earlier writes did not finish within ${timeoutMs} ms, ` +
        'and nothing was written; try again',
    );

  return {
    write: (asked) =>
      new Promise((resolve, reject) => {
        const write = pendingWrite(
          asked,
          (written) => {
            clearTimeout(timer);
            resolve(written);
          },
          (error) => {
            clearTimeout(timer);
            reject(error);
          },
        );
        // B1.
        const timer = setTimeout(
          () => reject(queue.withdraw(write) ? untouched() : unknown(asked.execution)),
          timeoutMs,
        );
        queue.add(write);
      }),
    async looked(look) {
      look.catch(() => undefined);
      const late = new AbortController();
      try {
        return await Promise.race([
          look,
          pause(timeoutMs, undefined, { signal: late.signal }).then(() => Promise.reject(unknown())),
        ]);
      } finally {
        late.abort();
      }
    },
    async close() {
      const late = new AbortController();
      await Promise.race([queue.close(), pause(timeoutMs, undefined, { signal: late.signal })]);
      late.abort();
    },
  };
}
