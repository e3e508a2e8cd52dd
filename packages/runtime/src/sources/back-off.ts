import { randomInt } from 'node:crypto';

const FIRST_MS = 500;
const LONGEST_MS = 60_000;

/** Doubled each time up to a minute, and spread, so that many sources of one machine do not come back at once. */
export function pauseAfter(failures: number): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return randomInt(most / 2, most);
}
