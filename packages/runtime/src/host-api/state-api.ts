import type { AnsweredBy } from '@toolshed/kernel';
import type { StateEntry } from '../state/session-state.js';

/** What programs keep with `store`, for the people who administer a session. */
export interface State {
  /** All that programs of a session keep, whichever agent submitted them. */
  list(session: string): Promise<readonly StateEntry[]>;
  /**
   * Removes all of it; returns how many values there were. Running programs may write again. The audit log says who did it
   * (default: the host).
   */
  clear(session: string, by?: AnsweredBy): Promise<number>;
}
