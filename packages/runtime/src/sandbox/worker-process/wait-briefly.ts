// Busy-waits for a worker's answer for a moment, instead of returning to the event loop.
//
// Invariants
//   B1. Bytes read here pass through the same checks as those the stream reads, and in order: a stream that
//       flows keeps nothing back.
//   B2. Nothing else of the host runs meanwhile, so it is for when no other step is under way.
//   B3. Only the worker's own descriptor is read. A worker can have it closed at any time, and its number is then given
//       to the next file or socket the host opens.

import type { Readable } from 'node:stream';
import { createBusyWait, readNow } from './busy-wait.js';

export interface WaitBrieflyDeps {
  /** The worker's output, which is being read by events as well. */
  readonly output: Readable | null;
  readonly receive: (chunk: Buffer) => void;
  readonly isAnswered: () => boolean;
  readonly spinMs: number;
}

/** Returns when the answer has arrived, or the time is up. */
export type WaitBriefly = () => void;

const CHUNK_BYTES = 16 * 1024;

export function createWaitBriefly(deps: WaitBrieflyDeps): WaitBriefly {
  const { output, receive, isAnswered, spinMs } = deps;
  const busyWait = createBusyWait(spinMs);
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let isOver = false;

  /** B1. The stream reports its end and its failures. */
  const look = (fd: number): boolean => {
    try {
      const count = readNow(fd, chunk);
      if (count === 0) isOver = true;
      else if (count !== undefined) receive(chunk.subarray(0, count));
    } catch {
      isOver = true;
    }
    return isOver || isAnswered();
  };

  return () => {
    const fd = isOver ? undefined : descriptorOf(output);
    if (fd !== undefined) busyWait.wait(() => look(fd));
  };
}

/** Reads all that the worker has written so far, without waiting for more. */
export function createReadWritten(output: Readable | null, receive: (chunk: Buffer) => void): () => void {
  return () => {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    try {
      // Looked up each time: what is read may end the worker, and its descriptor with it.
      for (let fd = descriptorOf(output); fd !== undefined; fd = descriptorOf(output)) {
        const count = readNow(fd, chunk);
        if (count === undefined || count === 0) return;
        receive(chunk.subarray(0, count));
      }
    } catch {
      // The stream reports its end and its failures.
    }
  };
}

/** B3. Node does not promise that a stream has its descriptor; where it does not, answers come by events alone. */
function descriptorOf(output: Readable | null): number | undefined {
  const handle: unknown =
    output === null || output.destroyed || output.readableEnded ? undefined : Reflect.get(output, '_handle');
  if (typeof handle !== 'object' || handle === null) return undefined;
  const fd: unknown = Reflect.get(handle, 'fd');
  return typeof fd === 'number' && fd > 2 ? fd : undefined;
}
