/** The longest a timer of the platform can take. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/** Ten years, which is longer than anything waits. Times beyond 2^53 could not be kept. */
export const LONGEST_MS = 10 * 365 * 24 * 3_600 * 1_000;

/** The only source of time. What it returns in a live run is journaled, so that replay repeats it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
