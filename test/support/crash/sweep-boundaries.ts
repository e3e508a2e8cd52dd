import { expect } from 'vitest';
import { deep } from '../depth.ts';

const AT_ONCE = 2;

/** One boundary to die at: its number counts from 1, as in kill-points.ts. */
export interface Boundary {
  readonly number: number;
  readonly name: string;
}

/** Dies at a boundary, recovers and checks. Resolves with whether the process was killed there. */
type DieAt = (boundary: Boundary) => Promise<boolean>;

/**
 * Kills a process at every boundary it passes, a few at a time; in `npm test` only at the first that each pattern of
 * `mostTelling` matches. Which entries share a write is a matter of timing, so a process may end before the last two.
 */
export async function sweepBoundaries(
  points: readonly string[],
  mostTelling: readonly RegExp[],
  dieAt: DieAt,
): Promise<void> {
  const all = points.map((name, index) => ({ number: index + 1, name }));
  const telling = mostTelling.map((pattern) => all.find(({ name }) => pattern.test(name)) ?? missing(pattern, points));
  // One boundary may be the first of several patterns.
  const swept = deep(all, [...new Set(telling)]);
  const left = [...swept];
  let deaths = 0;
  const worker = async (): Promise<void> => {
    for (let boundary = left.shift(); boundary !== undefined; boundary = left.shift()) {
      const { name } = boundary;
      const wasKilled = await dieAt(boundary).catch((error) => {
        throw new Error(`killed ${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
      });
      if (wasKilled) deaths++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  process.stdout.write(`killed at ${deaths} of ${points.length} boundaries\n`);
  // What is held together is written when it is due, so a run passes some points more or fewer than another.
  expect(deaths).toBeGreaterThanOrEqual(Math.min(swept.length - 2, Math.floor(swept.length * 0.85)));
}

function missing(pattern: RegExp, points: readonly string[]): never {
  throw new Error(`No process passes a boundary like ${pattern}. It passes: ${points.join('; ')}`);
}
