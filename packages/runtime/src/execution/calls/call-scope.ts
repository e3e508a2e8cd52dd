// What the steps of a call work with: the journal of its execution, the runs of its handlers, and the loop that drives
// it. One scope for each live execution.

import type { LiveDeps } from '../execution-deps.js';
import type { CallLoop } from './call-loop.js';
import type { HandlerRuns } from './handler/handler-runs.js';

export interface CallScope extends LiveDeps, CallLoop {
  readonly runs: HandlerRuns;
  /** Looks at where a call stands in the journal, and takes the next step. */
  readonly advanceCall: (call: number) => void;
  /** Runs work that journals before it acts. The execution is not idle until the work is done. */
  readonly task: (work: () => Promise<void>) => void;
  /** Aborts when the execution is released. */
  readonly previewSignal: () => AbortSignal;
}
