// The worker's input, read as soon as it arrives. A worker has no event loop: it busy-waits for a moment and
// then sleeps in a blocking read.

import { readSync } from 'node:fs';
import { createBusyWait, readNow } from './busy-wait.js';

/** Reads into the buffer from `at`; how many bytes, zero when the host has ended. */
export type ReadInput = (buffer: Buffer, at: number) => number;

const STDIN = 0;
const SPIN_MS = 0.6;

export function createWorkerInput(): ReadInput {
  const sleep: ReadInput = (buffer, at) => readSync(STDIN, buffer, at, buffer.length - at, null);
  const setBlocking = blockingSwitch();
  if (setBlocking === undefined) return sleep;
  const busyWait = createBusyWait(SPIN_MS);
  return (buffer, at) => {
    let count: number | undefined;
    setBlocking(false);
    const isFound = busyWait.wait(() => {
      count = readNow(STDIN, buffer, at);
      return count !== undefined;
    });
    if (isFound && count !== undefined) return count;
    setBlocking(true);
    return sleep(buffer, at);
  };
}

/** Undefined where Node cannot make a pipe block and not block. */
function blockingSwitch(): ((isBlocking: boolean) => void) | undefined {
  const handle: unknown = process.platform === 'win32' ? undefined : Reflect.get(process.stdin, '_handle');
  if (typeof handle !== 'object' || handle === null) return undefined;
  const change: unknown = Reflect.get(handle, 'setBlocking');
  if (typeof change !== 'function') return undefined;
  let now: boolean | undefined;
  return (isBlocking) => {
    if (isBlocking !== now) Reflect.apply(change, handle, [isBlocking]);
    now = isBlocking;
  };
}
