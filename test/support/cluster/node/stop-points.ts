// The points of its work at which a node stops or dies when its driver says so. The process does it to itself, so that it
// happens exactly there; its driver lets it go on later.

import { z } from 'zod';
import { appendLine } from './json-lines.ts';

export const Point = z.enum([
  /** `invoking` is committed; neither was the lease checked nor did the handler start. */
  'invoking committed',
  /** The same, and its reply is read only after everything else that waited: the renewal of the lease comes first. */
  'invoking read late',
  /** The lease was checked, and nothing went out yet: the window that no check can close. */
  'handler starts',
  /** The handler has acted and has not returned. */
  'handler acts',
  /** The handler has returned, and its outcome is not sent. */
  'outcome sent',
  'answer sent',
  /** The answer is committed and its sender has no acknowledgement. */
  'answer committed',
  'claimed',
  /** Everything of a transaction is done but its commit: rows are locked, and readers wait for it. */
  'inside a transaction',
  'renewing',
  'renewed',
]);
export type Point = z.infer<typeof Point>;

export const Stop = z.strictObject({ node: z.string(), pid: z.int(), point: Point, how: z.enum(['stop', 'kill']) });
export type Stop = Readonly<z.infer<typeof Stop>>;

export interface StopPoints {
  arm(point: Point, how: Stop['how']): void;
  /** Returns at once, unless this point was armed. */
  reach(point: Point): void;
  /** The same, and then lets everything else go first. */
  reachAndDawdle(point: Point): Promise<void>;
}

/** Long enough for a timer that is due to fire, and for what it sends to be answered. */
const DAWDLE_MS = 1_000;

export function createStopPoints(node: string, file: string): StopPoints {
  const armed = new Map<Point, Stop['how']>();

  const take = (point: Point): boolean => {
    const how = armed.get(point);
    if (how === undefined) return false;
    armed.delete(point);
    appendLine(file, { node, pid: process.pid, point, how } satisfies Stop);
    process.kill(process.pid, how === 'stop' ? 'SIGSTOP' : 'SIGKILL');
    return true;
  };

  return {
    arm: (point, how) => void armed.set(point, how),
    reach: (point) => void take(point),
    async reachAndDawdle(point) {
      if (take(point)) await new Promise((resolve) => setTimeout(resolve, DAWDLE_MS));
    },
  };
}
