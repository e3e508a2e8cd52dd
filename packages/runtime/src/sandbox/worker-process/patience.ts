// Waits for a worker's answer on the spot, for a moment: going back to the event loop and being woken from it takes
// longer than most steps do.
//
// Invariants
//   T1. What is read here takes the way of what the stream reads, through the same checks, and in order: a stream that
//       flows keeps nothing back.
//   T2. Nothing else of the host runs meanwhile, so it is done only while no other step is under way and never for
//       long; each time it was in vain it is left out twice as often as before, until it is worth it again.

import { readSync } from 'node:fs';
import type { Readable } from 'node:stream';

export interface PatienceDeps {
  /** The worker's output, which is being read by events as well. */
  readonly output: Readable | null;
  readonly receive: (chunk: Buffer) => void;
  readonly isAnswered: () => boolean;
}

/** Returns when the answer came or patience ended. */
export type WaitBriefly = () => void;

const PATIENCE_MS = 0.2;
const MAX_SLEEPS = 64;
const CHUNK_BYTES = 16 * 1024;

export function createPatience({ output, receive, isAnswered }: PatienceDeps): WaitBriefly {
  const fd = descriptorOf(output);
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let sleeps = 0;
  let sleepsAfterVain = 1;
  let canRead = fd !== undefined;

  const readSome = (from: number): void => {
    try {
      const count = readSync(from, chunk, 0, CHUNK_BYTES, null);
      // Its end is the stream's to tell.
      if (count === 0) canRead = false;
      else receive(chunk.subarray(0, count));
    } catch (error) {
      if (!isNothingYet(error)) canRead = false;
    }
  };

  return () => {
    if (fd === undefined || !canRead) return;
    if (sleeps > 0) {
      sleeps--;
      return;
    }
    const until = performance.now() + PATIENCE_MS;
    while (!isAnswered() && canRead && performance.now() < until) readSome(fd);
    if (isAnswered()) sleepsAfterVain = 1;
    else {
      sleeps = sleepsAfterVain;
      sleepsAfterVain = Math.min(MAX_SLEEPS, sleepsAfterVain * 2);
    }
  };
}

const isNothingYet = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';

/** Node does not promise that a stream tells its descriptor; where it does not, answers come by events alone. */
function descriptorOf(output: Readable | null): number | undefined {
  const handle: unknown = output === null ? undefined : Reflect.get(output, '_handle');
  if (typeof handle !== 'object' || handle === null) return undefined;
  const fd: unknown = Reflect.get(handle, 'fd');
  return typeof fd === 'number' && fd > 2 ? fd : undefined;
}
