// What `execute` and `resume` return: how far the program got, and what happened on the way.

import type {
  ExecutionError,
  ExecutionId,
  LogLine,
  ParentQuestion,
  PendingElicitation,
  UrlElicitation,
} from '@toolshed/kernel';
import type { GuestError } from '@toolshed/kernel/runtime';
import type { IsolationLevel } from '../sandbox/isolation-level.js';

/** One call the program made, in the order it made them. */
export interface CallReport {
  readonly call: number;
  readonly path: string;
  readonly outcome: 'waiting' | 'running' | 'returned' | 'threw';
  /** Where the program made it. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** Why it threw, as the program sees it. */
  readonly error: GuestError | undefined;
  /** What its handler threw, stack and causes, where the program only learns that it failed. For people. */
  readonly defect: string | undefined;
  /** An approver changed its arguments. */
  readonly isEdited: boolean;
  /** Pages a person has to visit before this call can succeed, where the tool names them. */
  readonly required: readonly UrlElicitation[];
  /** The outcome of an attempt that nobody waited for any more. */
  readonly lateOutcome: LateOutcomeReport | undefined;
}

/** The outcome of one attempt; the program does not learn it. */
export type LateOutcomeReport = { readonly attempt: number } & (
  | { readonly outcome: 'returned'; readonly value: unknown }
  | { readonly outcome: 'threw'; readonly error: GuestError; readonly defect?: string }
);

interface Common {
  readonly executionId: ExecutionId;
  readonly session: string;
  /** The question it left, for a side quest. */
  readonly parent: ParentQuestion | undefined;
  readonly logs: readonly LogLine[];
  /** What the program showed with `emit`, in order. */
  readonly emitted: readonly unknown[];
  readonly calls: readonly CallReport[];
  /** The isolation level it last ran with; `undefined` if it did not run in this process. */
  readonly sandbox: IsolationLevel | undefined;
}

export interface CompletedResult extends Common {
  readonly status: 'completed';
  readonly value: unknown;
}

export interface PausedResult extends Common {
  readonly status: 'paused';
  /** The first open question. */
  readonly paused: PendingElicitation;
  /** All of them. */
  readonly pending: readonly PendingElicitation[];
}

export interface SleepingResult extends Common {
  readonly status: 'sleeping';
  /** When its timer is due; a process that runs then, or the next one to start, resumes it. */
  readonly wakeAt: number;
}

export interface FailedResult extends Common {
  readonly status: 'failed';
  readonly error: ExecutionError;
}

export interface CancelledResult extends Common {
  readonly status: 'cancelled';
  readonly reason: string | undefined;
}

/** Only `get` returns this: `execute` and `resume` wait until the execution is idle. */
export interface RunningResult extends Common {
  readonly status: 'running';
}

export type ExecutionResult =
  | CompletedResult
  | PausedResult
  | SleepingResult
  | FailedResult
  | CancelledResult
  | RunningResult;
