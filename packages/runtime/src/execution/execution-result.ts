// What `execute` and `resume` return: how far the program got, and all that happened on the way.

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
  /** Why it threw, as the program was told. */
  readonly error: GuestError | undefined;
  /** What its handler threw, stack and causes, where the program was only told that it failed. For people. */
  readonly defect: string | undefined;
  /** Whoever approved it changed its arguments. */
  readonly isEdited: boolean;
  /** Pages a person has to visit before this call can succeed, where the tool said so. */
  readonly required: readonly UrlElicitation[];
  /** What became of a run of its handler after nobody waited for it any more. */
  readonly lateOutcome: LateOutcomeReport | undefined;
}

/** What became of one run of a handler; the program was not told. */
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
  /** The walls of the sandbox it last ran in; `undefined` if it did not run in this process. */
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
  /** When it goes on by itself, in a process that is running then or the next to start. */
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

/** Only `get` says so: `execute` and `resume` wait until it is something else. */
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
