// The public face of the runtime: one open host, its executions, its questions and its grants.

import type {
  AnsweredBy,
  AuditLog,
  ExecutionFilter,
  ExecutionId,
  ExecutionSummary,
  Grant,
  GrantId,
  JournalEntry,
  OpenQuestion,
  QuestionFilter,
  ToolCatalog,
} from '@toolshed/kernel';
import type { ExecutionResult } from './execution/execution-result.js';
import type { ReplayReport } from './execution/explain-replay.js';

export interface ExecuteOptions {
  /** The conversation it belongs to; session approvals and trust domains are scoped to it. `default` unless said. */
  readonly session?: string;
  readonly agent?: string;
  /** Facts for tools and channels that the program cannot set. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Started twice with one key in one session is one execution. */
  readonly idempotencyKey?: string;
  /** Told its id once it would survive a crash, before it rests; of the earlier one where the key was known. */
  readonly onStarted?: (id: ExecutionId) => void;
}

export interface ResumeAnswer {
  readonly approved: boolean;
  /** Which question, where several are open. */
  readonly elicitationId?: string;
  /** Every open question of the execution. */
  readonly all?: boolean;
  readonly data?: unknown;
  readonly reason?: string;
  /** Approve this path from now on: in this session, for this execution, or always. */
  readonly remember?: 'execution' | 'session' | 'always';
  readonly by?: AnsweredBy;
}

/** What the host itself lets an answer do. Never made from what a client sent. */
export interface AnswerLeave {
  /** This one answer may come from an agent, though agents may not answer otherwise. */
  readonly fromAgent?: boolean;
}

export interface GrantRequest {
  /** A path or a pattern of whole segments. */
  readonly pattern: string;
  readonly scope: { readonly session: string } | { readonly execution: ExecutionId } | 'always';
  readonly expiresInMs?: number;
  readonly uses?: number;
  readonly by?: string;
}

export interface Grants {
  add(request: GrantRequest): Promise<Grant>;
  list(): Promise<readonly Grant[]>;
  revoke(id: GrantId): Promise<boolean>;
  /** Revokes every grant of a session; returns how many. */
  clear(session: string): Promise<number>;
}

/** What happened, as it was journaled; in order for each execution. */
export interface ExecutionEvent {
  readonly executionId: ExecutionId;
  readonly session: string;
  readonly entry: JournalEntry;
}

export interface ProgressEvent {
  readonly executionId: ExecutionId;
  readonly call: number;
  readonly done: number;
  readonly total: number | undefined;
  readonly message: string | undefined;
}

export interface Toolshed extends AsyncDisposable {
  /** Runs a program until it is done or can go no further without a person. Failures of the program are results. */
  execute(program: string, options?: ExecuteOptions): Promise<ExecutionResult>;
  /** Answers an open question and goes on. Takes an execution's id or a question's. Sent twice, it is one answer. */
  resume(id: string, answer: boolean | ResumeAnswer, leave?: AnswerLeave): Promise<ExecutionResult>;
  /** Asks an expired question again. */
  reask(elicitationId: string): Promise<ExecutionResult>;
  get(id: string): Promise<ExecutionResult>;
  list(filter?: ExecutionFilter): Promise<readonly ExecutionSummary[]>;
  pending(filter?: QuestionFilter): Promise<readonly OpenQuestion[]>;
  /** Stops it at once, for good: handlers are aborted, questions settled. */
  cancel(id: string, reason?: string, by?: AnsweredBy): Promise<ExecutionResult>;
  /** Goes on with an execution that time or a crash left waiting, until it rests. */
  wake(id: string): Promise<ExecutionResult>;
  /** The same for all that are due; returns which. A host that `wakes` does so by itself. */
  wakeAll(): Promise<readonly ExecutionId[]>;
  journal(id: string): Promise<readonly JournalEntry[]>;
  /** Replays it without doing anything: whether it could still go on, and if not, where it departs from its journal. */
  replay(id: string): Promise<ReplayReport>;
  events(): AsyncIterable<ExecutionEvent>;
  progress(): AsyncIterable<ProgressEvent>;
  prune(olderThanMs: number): Promise<number>;
  readonly grants: Grants;
  readonly audit: AuditLog;
  readonly catalog: ToolCatalog;
}
