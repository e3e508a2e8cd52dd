// What the calls of an execution need of its loop: `drive-execution.ts` hands it to `call-steps.ts`.

import type { NewEntry } from '@toolshed/kernel/runtime';
import type { ExecutionJournal } from '../journal/execution-journal.js';
import type { ExecutionTrace } from '../../ports/tracing.js';
import type { Lease } from '../residency/owners/owners.js';

/** What the loop offers to the calls it drives. */
export interface CallLoop {
  readonly journal: ExecutionJournal;
  /** The lease under which this process drives the execution. */
  readonly lease: Lease;
  /** Undefined where nobody traces. */
  readonly trace: ExecutionTrace | undefined;
  /** Takes the outcome of a call, to be journaled and delivered to the program. */
  readonly post: (outcome: NewEntry) => void;
  /** Takes an error of this process, which then releases the execution. */
  readonly fail: (error: unknown) => void;
  /** Tells the loop to look again at what it waits for. */
  readonly changed: () => void;
}
