// What `execute` and `resume` return: how far the program got, and what happened on the way.

import type {
  AnsweredBy,
  ExecutionError,
  ExecutionId,
  LogLine,
  ParentQuestion,
  PendingElicitation,
  UrlElicitation,
} from '@toolshed/kernel';
import type { GuestError } from '@toolshed/kernel/runtime';
import type { TypeProblem } from '../check/type-problem.js';
import type { IsolationLevel } from '../sandbox/isolation-level.js';

/** One call the program made, in the order it made them. */
export interface CallReport {
  /** The number of the call, from 1. */
  readonly call: number;
  /** The path of the tool. */
  readonly path: string;
  /** What happened to the call. */
  readonly outcome: 'waiting' | 'running' | 'returned' | 'threw';
  /** Where the program made it. */
  readonly line: number | undefined;
  /** The column of the program that made it. */
  readonly column: number | undefined;
  /** Why it threw, as the program sees it. */
  readonly error: GuestError | undefined;
  /** What its handler threw, stack and causes, where the program only learns that it failed. For people. */
  readonly defect: string | undefined;
  /** Whether the gate decided that it changes nothing. */
  readonly isSafe: boolean;
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

/** A plan has no effect; an approved plan lets what it shows through; an undo reverts calls of another execution. */
export type ExecutionPurpose =
  | { readonly kind: 'plan' }
  | { readonly kind: 'approved-plan'; readonly plan: ExecutionId; readonly by: AnsweredBy; readonly expiresAt: number }
  | { readonly kind: 'undo'; readonly of: ExecutionId };

/** What every result contains. */
export interface ResultFacts {
  /** The execution. */
  readonly executionId: ExecutionId;
  /** The session it belongs to. */
  readonly session: string;
  /** The question it left, for a side quest. */
  readonly parent: ParentQuestion | undefined;
  /** What it is for, where it is not simply to run its program. */
  readonly purpose: ExecutionPurpose | undefined;
  /** What the program printed, in order. */
  readonly logs: readonly LogLine[];
  /** What the program showed with `emit`, in order. */
  readonly emitted: readonly unknown[];
  /** The calls it made, in order. */
  readonly calls: readonly CallReport[];
  /** The isolation level it last ran with; `undefined` if it did not run in this process. */
  readonly sandbox: IsolationLevel | undefined;
}

/** The program has returned. */
export interface CompletedResult extends ResultFacts {
  /** Terminal. */
  readonly status: 'completed';
  /** What the program returned. */
  readonly value: unknown;
  /** What its types show to be wrong, where it was checked and its value says little: 0, an empty list, an empty text. */
  readonly typeProblems?: readonly TypeProblem[];
}

/** The program waits for a person: at least one question is open. */
export interface PausedResult extends ResultFacts {
  /** Not terminal: an answer resumes it. */
  readonly status: 'paused';
  /** The first open question. */
  readonly paused: PendingElicitation;
  /** All of them. */
  readonly pending: readonly PendingElicitation[];
}

/** The program waits for a timer. */
export interface SleepingResult extends ResultFacts {
  /** Not terminal: time resumes it. */
  readonly status: 'sleeping';
  /** When its timer is due; a process that runs then, or the next one to start, resumes it. */
  readonly wakeAt: number;
}

/** The program threw, ran into a limit, or could not continue. */
export interface FailedResult extends ResultFacts {
  /** Terminal. */
  readonly status: 'failed';
  /** What went wrong. */
  readonly error: ExecutionError;
  /** What its types show to be wrong, where `execute`, `fork` or `get` checked it (`check`); absent if nothing is wrong. */
  readonly typeProblems?: readonly TypeProblem[];
  /** The line of the program it names, with a mark under the column; undefined where it names none. */
  readonly excerpt: string | undefined;
}

/** The execution was cancelled. */
export interface CancelledResult extends ResultFacts {
  /** Terminal. */
  readonly status: 'cancelled';
  /** Why, in the words of the one who cancelled it. */
  readonly reason: string | undefined;
}

/** Only `get` returns this: `execute` and `resume` wait until the execution is idle. */
export interface RunningResult extends ResultFacts {
  /** Not terminal: a process drives it. */
  readonly status: 'running';
  /** Set if no process drives it yet: it is queued for a host with a free slot. */
  readonly queued?: true;
  /** The labels such a host must have, while it is queued. */
  readonly placement?: readonly string[];
}

/**
 * What `execute`, `resume` and `get` resolve to: where the execution stands, by its `status`.
 *
 * @example
 * ```ts
 * const result = await shed.execute(program);
 * if (result.status === 'paused') console.log(result.paused.message);
 * if (result.status === 'completed') console.log(result.value);
 * ```
 */
export type ExecutionResult =
  | CompletedResult
  | PausedResult
  | SleepingResult
  | FailedResult
  | CancelledResult
  | RunningResult;
