import type { StateEntry } from '../state/session-state.js';

/** What programs keep with `store`, for people who look after a session. */
export interface State {
  /** All that programs of a session keep, whichever agent submitted them. */
  list(session: string): Promise<readonly StateEntry[]>;
  /** Forgets all of it; returns how many values that were. Programs that run may write again. */
  clear(session: string): Promise<number>;
}
