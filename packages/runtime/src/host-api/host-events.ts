// What a host reports to those who follow it: `shed.events()` and `shed.progress()`.

import type { ElicitationId, ExecutionId, JournalEntry } from '@toolshed/kernel';
import type { QuestEnd } from '@toolshed/kernel/runtime';

/** What happened, as journaled; in order for each execution. */
export interface ExecutionEvent {
  /** The execution it happened to. */
  readonly executionId: ExecutionId;
  /** The session of that execution. */
  readonly session: string;
  /** What was journaled. */
  readonly entry: JournalEntry;
  /** A side quest has ended: the person is back at this question. */
  readonly returned?: {
    readonly elicitationId: ElicitationId;
    readonly from: ExecutionId;
    readonly status: QuestEnd;
  };
}

/** How far a handler is, as it reports with `context.progress`. */
export interface ProgressEvent {
  /** The execution of the call. */
  readonly executionId: ExecutionId;
  /** The number of the call. */
  readonly call: number;
  /** How much is done. */
  readonly done: number;
  /** Of how much, where that is known. */
  readonly total: number | undefined;
  /** What the handler says. */
  readonly message: string | undefined;
}
