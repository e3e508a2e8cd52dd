// What the steps of a call work with: the journal of its execution, the runs of its handlers, and the loop that drives
// it. One scope for each live execution.

import type { NewEntry } from '@toolshed/kernel/runtime';
import type { LiveDeps } from '../execution-deps.js';
import type { ExecutionJournal } from '../journal/execution-journal.js';
import type { Owners } from '../residency/owners.js';
import type { HandlerRuns } from './handler-runs.js';

/** What the loop offers to the calls it drives. */
export interface CallLoop {
  readonly journal: ExecutionJournal;
  readonly owner: Pick<Owners, 'isSure'>;
  /** Takes the outcome of a call, to be journaled and delivered to the program. */
  readonly post: (outcome: NewEntry) => void;
  /** Takes an error of this process, which then releases the execution. */
  readonly fail: (error: unknown) => void;
  /** Tells the loop to look again at what it waits for. */
  readonly changed: () => void;
}

export interface CallScope extends LiveDeps, CallLoop {
  readonly runs: HandlerRuns;
  /** Looks at where a call stands in the journal, and takes the next step. */
  readonly advanceCall: (call: number) => void;
  /** Runs work that journals before it acts. The execution is not idle until the work is done. */
  readonly task: (work: () => Promise<void>) => void;
  /** Aborts when the execution is released. */
  readonly previewSignal: () => AbortSignal;
}
