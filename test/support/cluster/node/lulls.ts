// Times in which something stood still: a process that was stopped or given no processor, a database that was away or
// slow, a node that died and whose lease had yet to end. What was due meanwhile is late for that reason.

import { z } from 'zod';
import { appendLine } from './json-lines.ts';

export const Lull = z.strictObject({ what: z.string(), from: z.int(), to: z.int() });
export type Lull = Readonly<z.infer<typeof Lull>>;

/** Names the database among what stood still; everything else is a process. */
export const DATABASE = 'database';

const BEAT_MS = 25;
/**
 * A process that beats so much later than it wanted stood still. Shorter waits are what a busy machine does all the time:
 * added up they would excuse anything.
 */
const LATE_MS = 150;

export const noteLull = (file: string, lull: Lull): void => appendLine(file, lull);

/** Notes, from now on, whenever this process stood still. Does not keep the process alive. */
export function watchLulls(what: string, file: string): Disposable {
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > BEAT_MS + LATE_MS) noteLull(file, { what, from: last, to: now });
    last = now;
  }, BEAT_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** How much of a time something stood still. */
export function stoodStill(lulls: readonly Lull[], from: number, to: number): number {
  let [sum, reached] = [0, from];
  for (const lull of lulls.toSorted((a, b) => a.from - b.from)) {
    const end = Math.min(lull.to, to);
    sum += Math.max(0, end - Math.max(lull.from, reached));
    reached = Math.max(reached, end);
  }
  return sum;
}
