/** The only source of time. What it returns in a live run is journaled, so that replay repeats it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
