// Generated from the OpenAPI document by "npm run generate". Do not edit.

/** An execution as far as it got, by its `status`. */
export type Execution =
  | CompletedExecution
  | PausedExecution
  | SleepingExecution
  | FailedExecution
  | CancelledExecution
  | RunningExecution;

/** An execution that is `completed`. */
export interface CompletedExecution {
  readonly executionId: string;
  readonly session: string;
  readonly agent?: string | undefined;
  readonly createdAt: number;
  readonly parent?: ParentQuestion | undefined;
  readonly purpose?: ExecutionPurpose | undefined;
  readonly source: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly logs: readonly LogLine[];
  readonly emitted: readonly unknown[];
  readonly calls: readonly Call[];
  readonly sandbox?: 'process+os' | 'process' | 'thread' | undefined;
  readonly status: 'completed';
  readonly value?: unknown | undefined;
  readonly [member: string]: unknown;
}

/** An execution that is `paused`. */
export interface PausedExecution {
  readonly executionId: string;
  readonly session: string;
  readonly agent?: string | undefined;
  readonly createdAt: number;
  readonly parent?: ParentQuestion | undefined;
  readonly purpose?: ExecutionPurpose | undefined;
  readonly source: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly logs: readonly LogLine[];
  readonly emitted: readonly unknown[];
  readonly calls: readonly Call[];
  readonly sandbox?: 'process+os' | 'process' | 'thread' | undefined;
  readonly status: 'paused';
  readonly paused: Question;
  readonly pending: readonly Question[];
  readonly [member: string]: unknown;
}

/** An execution that is `sleeping`. */
export interface SleepingExecution {
  readonly executionId: string;
  readonly session: string;
  readonly agent?: string | undefined;
  readonly createdAt: number;
  readonly parent?: ParentQuestion | undefined;
  readonly purpose?: ExecutionPurpose | undefined;
  readonly source: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly logs: readonly LogLine[];
  readonly emitted: readonly unknown[];
  readonly calls: readonly Call[];
  readonly sandbox?: 'process+os' | 'process' | 'thread' | undefined;
  readonly status: 'sleeping';
  readonly wakeAt: number;
  readonly [member: string]: unknown;
}

/** An execution that is `failed`. */
export interface FailedExecution {
  readonly executionId: string;
  readonly session: string;
  readonly agent?: string | undefined;
  readonly createdAt: number;
  readonly parent?: ParentQuestion | undefined;
  readonly purpose?: ExecutionPurpose | undefined;
  readonly source: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly logs: readonly LogLine[];
  readonly emitted: readonly unknown[];
  readonly calls: readonly Call[];
  readonly sandbox?: 'process+os' | 'process' | 'thread' | undefined;
  readonly status: 'failed';
  readonly error: ExecutionError;
  readonly typeProblems?:
    | readonly {
        readonly line: number;
        readonly column: number;
        readonly message: string;
        readonly source: string;
        readonly [member: string]: unknown;
      }[]
    | undefined;
  readonly [member: string]: unknown;
}

/** An execution that is `cancelled`. */
export interface CancelledExecution {
  readonly executionId: string;
  readonly session: string;
  readonly agent?: string | undefined;
  readonly createdAt: number;
  readonly parent?: ParentQuestion | undefined;
  readonly purpose?: ExecutionPurpose | undefined;
  readonly source: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly logs: readonly LogLine[];
  readonly emitted: readonly unknown[];
  readonly calls: readonly Call[];
  readonly sandbox?: 'process+os' | 'process' | 'thread' | undefined;
  readonly status: 'cancelled';
  readonly reason?: string | undefined;
  readonly [member: string]: unknown;
}

/** An execution that is `running`. */
export interface RunningExecution {
  readonly executionId: string;
  readonly session: string;
  readonly agent?: string | undefined;
  readonly createdAt: number;
  readonly parent?: ParentQuestion | undefined;
  readonly purpose?: ExecutionPurpose | undefined;
  readonly source: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly logs: readonly LogLine[];
  readonly emitted: readonly unknown[];
  readonly calls: readonly Call[];
  readonly sandbox?: 'process+os' | 'process' | 'thread' | undefined;
  readonly status: 'running';
  readonly queued?: true | undefined;
  readonly placement?: readonly string[] | undefined;
  readonly [member: string]: unknown;
}

/** What a program would ask, in order. */
export interface Plan {
  readonly planId: string;
  readonly session: string;
  readonly agent?: string | undefined;
  readonly status: 'running' | 'ready' | 'cancelled';
  readonly program: string;
  readonly digest: string;
  readonly createdAt: number;
  readonly ran: number;
  readonly items: readonly PlanItem[];
  readonly stopped?: ExecutionError | undefined;
}

/** One thing that did not happen in a plan. */
export type PlanItem = CallPlanItem | QuestionPlanItem | DeniedPlanItem;

/** An item of a plan of kind `call`. */
export interface CallPlanItem {
  readonly kind: 'call';
  readonly call: number;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly request: QuestionRequest;
  readonly hasStandIn: boolean;
  readonly path: string;
  readonly asks: boolean;
  readonly decision: GateDecision;
  readonly usesStandIn: boolean;
}

/** An item of a plan of kind `question`. */
export interface QuestionPlanItem {
  readonly kind: 'question';
  readonly call: number;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly request: QuestionRequest;
  readonly hasStandIn: boolean;
}

/** An item of a plan of kind `denied`. */
export interface DeniedPlanItem {
  readonly kind: 'denied';
  readonly call: number;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly path: string;
  readonly decision: GateDecision;
}

/** What lists show about an execution. */
export interface ExecutionSummary {
  readonly id: string;
  readonly status: 'running' | 'paused' | 'sleeping' | 'completed' | 'failed' | 'cancelled' | 'damaged';
  readonly session: string;
  readonly agent?: string | undefined;
  readonly parent?: ParentQuestion | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly wakeAt?: number | undefined;
  readonly calls: number;
  readonly openQuestions: number;
  readonly length: number;
  readonly owner?: string | undefined;
  readonly queued?: true | undefined;
  readonly placement?: readonly string[] | undefined;
  readonly error?: ExecutionError | undefined;
  readonly damage?:
    | {
        readonly seq?: number | undefined;
        readonly problem: string;
        readonly unknownKind?: string | undefined;
      }
    | undefined;
  /** The first comment of its program, or its first line */
  readonly title?: string | undefined;
  /** The beginning of its result, as JSON */
  readonly result?: string | undefined;
  /** Left out: it runs its program */
  readonly purpose?: 'plan' | 'approved-plan' | 'undo' | undefined;
  /** The plan it runs, or the execution it undoes */
  readonly of?: string | undefined;
}

/** A page of executions. */
export interface ExecutionPage {
  readonly items: readonly ExecutionSummary[];
  readonly total: number;
  readonly next?: string | undefined;
}

/** Why an execution failed, with a position in its program where there is one. */
export interface ExecutionError {
  readonly code: string;
  readonly message: string;
  readonly name?: string | undefined;
  readonly reason?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** What an execution is for, where it is not simply to run its program. */
export type ExecutionPurpose =
  | {
      readonly kind: 'plan';
      readonly [member: string]: unknown;
    }
  | {
      readonly kind: 'approved-plan';
      readonly plan: string;
      readonly by: AnsweredBy;
      readonly expiresAt: number;
      readonly [member: string]: unknown;
    }
  | {
      readonly kind: 'undo';
      readonly of: string;
      readonly [member: string]: unknown;
    };

/** One call of a program. */
export interface Call {
  readonly call: number;
  readonly path: string;
  readonly outcome: 'waiting' | 'running' | 'returned' | 'threw';
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly error?: GuestError | undefined;
  readonly defect?: string | undefined;
  readonly isEdited: boolean;
  readonly required: readonly {
    readonly message: string;
    readonly url: string;
    readonly elicitationId: string;
  }[];
  readonly lateOutcome?: LateOutcome | undefined;
  readonly inside?:
    | {
        readonly path: string;
        readonly version: number;
      }
    | undefined;
  readonly [member: string]: unknown;
}

/** An error as the program got it. */
export interface GuestError {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly reason?: string | undefined;
  readonly elicitations?:
    | readonly {
        readonly message: string;
        readonly url: string;
        readonly elicitationId: string;
      }[]
    | undefined;
}

/** The outcome of a handler that ended after its call. */
export type LateOutcome =
  | {
      readonly attempt: number;
      readonly outcome: 'returned';
      readonly value?: unknown | undefined;
      readonly [member: string]: unknown;
    }
  | {
      readonly attempt: number;
      readonly outcome: 'threw';
      readonly error: GuestError;
      readonly [member: string]: unknown;
    };

/** One line that a program printed. */
export interface LogLine {
  readonly level: 'debug' | 'log' | 'info' | 'warn' | 'error';
  readonly text: string;
}

/** The question a side quest left, and the execution that asks it. */
export interface ParentQuestion {
  readonly elicitationId: string;
  readonly executionId: string;
}

/** One entry of a journal. What else it has depends on its `kind` and on who reads it. */
export interface JournalEntry {
  readonly kind:
    | 'started'
    | 'tool-called'
    | 'call-refused'
    | 'elicit-called'
    | 'tool-changed'
    | 'redecided'
    | 'planned'
    | 'timer-set'
    | 'printed'
    | 'asked'
    | 'approval-given'
    | 'consented'
    | 'revised'
    | 'answered'
    | 'side-quest-ended'
    | 'invoking'
    | 'program-entered'
    | 'returned'
    | 'threw'
    | 'fired'
    | 'late-outcome'
    | 'parked'
    | 'taken-over'
    | 'sandbox-lost'
    | 'reopened'
    | 'completed'
    | 'failed'
    | 'cancelled';
  readonly seq: number;
  readonly at: number;
  readonly call?: number | undefined;
  readonly elicitationId?: string | undefined;
  readonly [member: string]: unknown;
}

/** Whether a program does again what its journal says. */
export type ReplayReport =
  | {
      readonly kind: 'same';
      readonly calls: number;
      readonly steps: readonly {
        readonly call: number;
        readonly what: string;
        readonly outcome: 'returned' | 'threw' | 'fired' | 'open';
      }[];
      readonly otherTools: readonly {
        readonly call: number;
        readonly path: string;
        readonly kind: 'missing' | 'changed';
      }[];
    }
  | {
      readonly kind: 'diverged';
      readonly call: number;
      readonly recorded: string;
      readonly replayed: string;
      readonly steps: readonly {
        readonly call: number;
        readonly what: string;
        readonly outcome: 'returned' | 'threw' | 'fired' | 'open';
      }[];
      readonly engine: string;
    };

/** A part of what an execution returned, printed or emitted. */
export interface ExecutionValue {
  readonly executionId: string;
  readonly path: string;
  /** What from and count count */
  readonly kind: 'items' | 'keys' | 'characters' | 'value';
  readonly from: number;
  /** How many there are in all */
  readonly of: number;
  readonly value?: unknown | undefined;
  /** Where the rest begins */
  readonly next?: number | undefined;
}

/** Every entry of a journal. */
export interface Journal {
  readonly items: readonly JournalEntry[];
}

/** A journal entry, and the cursor to continue after it. */
export interface Event {
  /** Opaque: where to continue; the same as the id of the event */
  readonly cursor: string;
  readonly executionId: string;
  readonly session: string;
  readonly entry: JournalEntry;
}

/** An open question. */
export interface Question {
  readonly executionId: string;
  readonly elicitationId: string;
  readonly toolPath?: string | undefined;
  readonly message: string;
  readonly args?: unknown | undefined;
  readonly type:
    | 'approval'
    | 'confirmation'
    | 'text'
    | 'choice'
    | 'multi_choice'
    | 'secret'
    | 'form'
    | 'url'
    | 'named'
    | 'in-doubt';
  readonly request: QuestionRequest;
  readonly asker: 'gate' | 'handler' | 'program' | 'in-doubt';
  readonly call: number;
  readonly session: string;
  readonly agent?: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly askedAt: number;
  readonly expiresAt?: number | undefined;
  readonly approvals?: Approvals | undefined;
  readonly consent?: AnsweredBy | undefined;
}

/** A page of open questions. */
export interface QuestionPage {
  readonly items: readonly Question[];
  readonly total: number;
  readonly next?: string | undefined;
}

/** A question, open or not, with where the program stood when it came up. */
export interface QuestionDetail {
  readonly executionId: string;
  readonly elicitationId: string;
  readonly toolPath?: string | undefined;
  readonly message: string;
  readonly args?: unknown | undefined;
  readonly type:
    | 'approval'
    | 'confirmation'
    | 'text'
    | 'choice'
    | 'multi_choice'
    | 'secret'
    | 'form'
    | 'url'
    | 'named'
    | 'in-doubt';
  readonly request: QuestionRequest;
  readonly asker: 'gate' | 'handler' | 'program' | 'in-doubt';
  readonly call: number;
  readonly session: string;
  readonly agent?: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly askedAt: number;
  readonly expiresAt?: number | undefined;
  readonly approvals?: Approvals | undefined;
  readonly consent?: AnsweredBy | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly state: 'open' | 'answered' | 'closed';
  readonly answer?: Answer | undefined;
  readonly answeredAt?: number | undefined;
}

/** What is asked and what an answer may be, by `type`. */
export type QuestionRequest =
  | ApprovalRequest
  | ConfirmationRequest
  | TextRequest
  | ChoiceRequest
  | MultiChoiceRequest
  | SecretRequest
  | FormRequest
  | UrlRequest
  | NamedRequest
  | InDoubtRequest;

/** A question of type `approval`. */
export interface ApprovalRequest {
  readonly message: string;
  readonly description?: string | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly type: 'approval';
  readonly sensitive?: boolean | undefined;
  readonly origin?:
    | {
        readonly kind: 'mcp' | 'openapi' | 'graphql' | 'program';
        readonly server: string;
        readonly name: string;
        readonly account?: string | undefined;
      }
    | undefined;
  readonly previewBefore?: Preview | undefined;
  readonly canUndo?: true | undefined;
}

/** A question of type `confirmation`. */
export interface ConfirmationRequest {
  readonly message: string;
  readonly description?: string | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly type: 'confirmation';
  readonly sensitive?: boolean | undefined;
  readonly default?: boolean | undefined;
}

/** A question of type `text`. */
export interface TextRequest {
  readonly message: string;
  readonly description?: string | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly type: 'text';
  readonly sensitive?: boolean | undefined;
  readonly default?: string | undefined;
}

/** A question of type `choice`. */
export interface ChoiceRequest {
  readonly message: string;
  readonly description?: string | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly type: 'choice';
  readonly sensitive?: boolean | undefined;
  readonly options: readonly {
    readonly value: string;
    readonly label?: string | undefined;
  }[];
  readonly default?: string | undefined;
}

/** A question of type `multi_choice`. */
export interface MultiChoiceRequest {
  readonly message: string;
  readonly description?: string | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly type: 'multi_choice';
  readonly sensitive?: boolean | undefined;
  readonly options: readonly {
    readonly value: string;
    readonly label?: string | undefined;
  }[];
  readonly default?: readonly string[] | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A question of type `secret`. */
export interface SecretRequest {
  readonly message: string;
  readonly description?: string | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly type: 'secret';
  readonly sensitive: true;
  readonly name?: string | undefined;
}

/** A question of type `form`. */
export interface FormRequest {
  readonly message: string;
  readonly description?: string | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly type: 'form';
  readonly sensitive?: boolean | undefined;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A question of type `url`. */
export interface UrlRequest {
  readonly message: string;
  readonly description?: string | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly type: 'url';
  readonly sensitive?: boolean | undefined;
  readonly url: string;
  readonly flow?: string | undefined;
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
}

/** A question of type `named`. */
export interface NamedRequest {
  readonly message: string;
  readonly description?: string | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly type: 'named';
  readonly sensitive?: boolean | undefined;
  readonly name: string;
  readonly input: unknown;
  readonly actions: readonly Action[];
  readonly output: Readonly<Record<string, unknown>>;
}

/** A question of type `in-doubt`. */
export interface InDoubtRequest {
  readonly message: string;
  readonly description?: string | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly type: 'in-doubt';
  readonly sensitive?: boolean | undefined;
  readonly attempt: number;
  readonly origin?:
    | {
        readonly kind: 'mcp' | 'openapi' | 'graphql' | 'program';
        readonly server: string;
        readonly name: string;
        readonly account?: string | undefined;
      }
    | undefined;
}

/** What a call would do, or why there is no preview of it. */
export type Preview = TextPreview | DiffPreview | TablePreview | JsonPreview | FailedPreview;

/** A preview of kind `text`. */
export interface TextPreview {
  readonly kind: 'text';
  readonly text: string;
}

/** A preview of kind `diff`. */
export interface DiffPreview {
  readonly kind: 'diff';
  readonly before: string;
  readonly after: string;
  readonly file?: string | undefined;
}

/** A preview of kind `table`. */
export interface TablePreview {
  readonly kind: 'table';
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly note?: string | undefined;
}

/** A preview of kind `json`. */
export interface JsonPreview {
  readonly kind: 'json';
  readonly value: unknown;
}

/** A preview of kind `failed`. */
export interface FailedPreview {
  readonly kind: 'failed';
  readonly message: string;
}

/** The approvals so far of a question that several people have to approve. */
export interface Approvals {
  readonly needed: number;
  readonly by: readonly AnsweredBy[];
  readonly args?: unknown | undefined;
  readonly areEdited: boolean;
  readonly startedBy?: string | undefined;
}

/** An answer as it is recorded. An agent sees `action` and `reason`. */
export interface Answer {
  readonly action: Action;
  readonly reason?: string | undefined;
  readonly content?: unknown | undefined;
  readonly by?: AnsweredBy | undefined;
}

/** An answer, what it was about, and how it ended. */
export interface RecentAnswer {
  readonly at: number;
  readonly executionId: string;
  readonly elicitationId: string;
  readonly call: number;
  readonly asker: 'gate' | 'handler' | 'program' | 'in-doubt';
  readonly toolPath?: string | undefined;
  readonly message: string;
  readonly session: string;
  readonly agent?: string | undefined;
  readonly action: Action;
  readonly by: AnsweredBy;
  readonly reason?: string | undefined;
  readonly args?: unknown | undefined;
  readonly areEdited: boolean;
  readonly canUndo: boolean;
  readonly outcome:
    | {
        readonly kind: 'running';
      }
    | {
        readonly kind: 'returned';
        readonly ms: number;
      }
    | {
        readonly kind: 'threw';
        readonly ms: number;
        readonly message: string;
      }
    | {
        readonly kind: 'ended';
      };
}

/** A page of answers. */
export interface RecentAnswers {
  readonly items: readonly RecentAnswer[];
  readonly next?: string | undefined;
}

/** How many open questions there are of each tool, agent, session and kind. */
export interface Facets {
  readonly total: number;
  readonly tools: readonly {
    readonly name: string;
    readonly count: number;
  }[];
  readonly agents: readonly {
    readonly name: string;
    readonly count: number;
  }[];
  readonly sessions: readonly {
    readonly name: string;
    readonly count: number;
  }[];
  readonly kinds: readonly {
    readonly name: string;
    readonly count: number;
  }[];
}

/** How many questions wait, for how long, and what was answered recently. */
export interface Overview {
  readonly open: {
    readonly total: number;
    readonly looked: number;
    readonly medianMs: number;
    readonly p95Ms: number;
    readonly tools: readonly {
      readonly name: string;
      readonly count: number;
      readonly medianMs: number;
    }[];
    readonly agents: readonly {
      readonly name: string;
      readonly count: number;
      readonly medianMs: number;
    }[];
    readonly programs: {
      readonly count: number;
      readonly medianMs: number;
    };
  };
  readonly days: readonly {
    readonly day: string;
    readonly approved: number;
    readonly denied: number;
  }[];
  readonly asked: readonly {
    readonly path: string;
    readonly asked: number;
    readonly approved: number;
    readonly denied: number;
  }[];
  readonly lines: number;
}

/** Who acted, and how they were reached. */
export interface AnsweredBy {
  readonly principal: string;
  readonly kind: 'person' | 'agent' | 'runtime';
  readonly channel: string;
}

/** What happened to a question. */
export type Action = 'accept' | 'decline' | 'cancel' | 'denied' | 'other' | 'expired' | 'timeout' | 'not_supported';

/** What the bearer of a flow's token learns. */
export interface CompletedFlow {
  readonly completed: true;
}

/** A remembered approval or refusal, by its `scope`. */
export type Grant = OnceGrant | ExecutionGrant | SessionGrant | AlwaysGrant;

/** A grant for the next call it covers. */
export interface OnceGrant {
  readonly id: string;
  readonly effect: 'allow' | 'ask' | 'deny';
  readonly pattern: string;
  readonly grantedBy: string;
  readonly grantedAt: number;
  readonly expiresAt?: number | undefined;
  readonly when?: ArgumentCondition | undefined;
  readonly tool?: string | undefined;
  readonly tools?: Readonly<Record<string, string>> | undefined;
  readonly program?: string | undefined;
  readonly damage?: string | undefined;
  readonly usesLeft: number;
  readonly scope: 'once';
}

/** A grant for one execution. */
export interface ExecutionGrant {
  readonly id: string;
  readonly effect: 'allow' | 'ask' | 'deny';
  readonly pattern: string;
  readonly grantedBy: string;
  readonly grantedAt: number;
  readonly expiresAt?: number | undefined;
  readonly when?: ArgumentCondition | undefined;
  readonly tool?: string | undefined;
  readonly tools?: Readonly<Record<string, string>> | undefined;
  readonly program?: string | undefined;
  readonly damage?: string | undefined;
  readonly usesLeft?: number | undefined;
  readonly scope: 'execution';
  readonly executionId: string;
}

/** A grant for one session. */
export interface SessionGrant {
  readonly id: string;
  readonly effect: 'allow' | 'ask' | 'deny';
  readonly pattern: string;
  readonly grantedBy: string;
  readonly grantedAt: number;
  readonly expiresAt?: number | undefined;
  readonly when?: ArgumentCondition | undefined;
  readonly tool?: string | undefined;
  readonly tools?: Readonly<Record<string, string>> | undefined;
  readonly program?: string | undefined;
  readonly damage?: string | undefined;
  readonly usesLeft?: number | undefined;
  readonly scope: 'session';
  readonly session: string;
}

/** A grant for every session. */
export interface AlwaysGrant {
  readonly id: string;
  readonly effect: 'allow' | 'ask' | 'deny';
  readonly pattern: string;
  readonly grantedBy: string;
  readonly grantedAt: number;
  readonly expiresAt?: number | undefined;
  readonly when?: ArgumentCondition | undefined;
  readonly tool?: string | undefined;
  readonly tools?: Readonly<Record<string, string>> | undefined;
  readonly program?: string | undefined;
  readonly damage?: string | undefined;
  readonly usesLeft?: number | undefined;
  readonly scope: 'always';
}

/** The grant that was revoked. */
export interface RevokedGrant {
  readonly revoked: string;
}

/** A page of grants. */
export interface GrantPage {
  readonly items: readonly Grant[];
  readonly total: number;
  readonly next?: string | undefined;
}

/** A version of a saved program. */
export interface Program {
  readonly path: string;
  readonly version: number;
  readonly description: string;
  /** What it takes, as JSON Schema */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** Of its path, text and input schema; grants can be bound to it */
  readonly digest: string;
  readonly savedAt: number;
  readonly savedBy: AnsweredBy;
  readonly execution: string;
}

/** A version of a saved program, with its text. */
export interface ProgramText {
  readonly path: string;
  readonly version: number;
  readonly description: string;
  /** What it takes, as JSON Schema */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** Of its path, text and input schema; grants can be bound to it */
  readonly digest: string;
  readonly savedAt: number;
  readonly savedBy: AnsweredBy;
  readonly execution: string;
  readonly source: string;
}

/** Saved programs. */
export interface ProgramList {
  readonly items: readonly Program[];
}

/** The program that was deleted. */
export interface DeletedProgram {
  readonly deleted: string;
}

/** A saved program that Toolshed starts at certain times. */
export interface Schedule {
  readonly id: string;
  readonly program: string;
  readonly cron: string;
  readonly timezone: string;
  readonly input: unknown;
  readonly session: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Labels a host must have to run its executions */
  readonly placement?: readonly string[] | undefined;
  readonly createdAt: number;
  readonly createdBy: AnsweredBy;
  readonly paused?:
    | {
        readonly at: number;
        readonly by: AnsweredBy;
      }
    | undefined;
  readonly nextAt?: number | undefined;
  readonly last?: Occurrence | undefined;
  readonly latestExecution?: string | undefined;
}

/** Schedules. */
export interface ScheduleList {
  readonly items: readonly Schedule[];
}

/** What happened at an occurrence of a schedule, by its `kind`. */
export type Occurrence = StartingOccurrence | StartedOccurrence | SkippedOccurrence | FailedOccurrence;

/** An occurrence that is `starting`. */
export interface StartingOccurrence {
  readonly kind: 'starting';
  readonly occurrence: number;
  readonly at: number;
  readonly missedSince?: number | undefined;
}

/** An occurrence that is `started`. */
export interface StartedOccurrence {
  readonly kind: 'started';
  readonly occurrence: number;
  readonly at: number;
  readonly execution: string;
  /** The first occurrence that was missed because no host was running */
  readonly missedSince?: number | undefined;
}

/** An occurrence that is `skipped`. */
export interface SkippedOccurrence {
  readonly kind: 'skipped';
  readonly occurrence: number;
  readonly at: number;
  readonly execution: string;
}

/** An occurrence that is `failed`. */
export interface FailedOccurrence {
  readonly kind: 'failed';
  readonly occurrence: number;
  readonly at: number;
  readonly problem: string;
}

/** The schedule that was removed. */
export interface RemovedSchedule {
  readonly removed: string;
}

/** A value that programs of a session keep. */
export interface StateValue {
  readonly key: string;
  /** Whose it is; absent for programs that no agent was named for */
  readonly agent?: string | undefined;
  readonly value: unknown;
  /** When it was written */
  readonly at: number;
}

/** What programs of a session keep. */
export interface StateList {
  readonly session: string;
  readonly items: readonly StateValue[];
}

/** How much a session kept that is forgotten now. */
export interface ClearedState {
  readonly session: string;
  /** How many values */
  readonly removed: number;
}

/** What the gate decides about a call, and why. */
export interface GateDecision {
  readonly kind: 'allow' | 'ask' | 'deny';
  readonly because:
    | {
        readonly kind: 'rule';
        readonly rule: string;
      }
    | {
        readonly kind: 'grant';
        readonly grant: string;
      }
    | {
        readonly kind: 'plan';
        readonly plan: string;
        readonly permit: number;
      }
    | {
        readonly kind: 'safe';
      }
    | {
        readonly kind: 'destructive';
      };
  readonly approvals?: number | undefined;
  readonly lapsed?: string | undefined;
  readonly unreadable?: string | undefined;
}

/** A decision of the gate, with each rule and grant that was looked at. */
export interface Explanation {
  readonly decision: GateDecision;
  readonly rules: readonly {
    readonly rule: Readonly<Record<string, unknown>>;
    readonly judgement: {
      readonly applies: boolean;
      readonly [member: string]: unknown;
    };
  }[];
  readonly grants: readonly {
    readonly grant: Grant;
    readonly judgement: {
      readonly applies: boolean;
      readonly [member: string]: unknown;
    };
  }[];
  readonly [member: string]: unknown;
}

/** A tool: its signature and schemas. */
export interface Tool {
  readonly path: string;
  readonly description: string;
  readonly destructive: boolean;
  /** Whether its calls can be undone; `sometimes`: it depends on the call */
  readonly undo: 'never' | 'sometimes';
  readonly signature: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output?: Readonly<Record<string, unknown>> | undefined;
}

/** A page of tools. */
export interface ToolPage {
  readonly items: readonly Tool[];
  readonly total: number;
  readonly next?: string | undefined;
}

/** One line of the audit log, chained to the line before it. */
export interface AuditLine {
  readonly at: number;
  readonly what: string;
  readonly execution?: string | undefined;
  readonly session?: string | undefined;
  readonly seq?: number | undefined;
  readonly call?: number | undefined;
  readonly path?: string | undefined;
  readonly who?: string | undefined;
  readonly channel?: string | undefined;
  readonly detail?: string | undefined;
  readonly digest?: string | undefined;
  readonly n: number;
  readonly previous: string;
  readonly hash: string;
}

/** A page of the audit log. */
export interface AuditPage {
  readonly items: readonly AuditLine[];
  readonly total: number;
  readonly next?: string | undefined;
}

/** Whether the audit log is as it was written. */
export type AuditVerdict =
  | {
      readonly kind: 'intact';
      readonly lines: number;
      readonly head: string;
      readonly sealed?:
        | {
            readonly lines: number;
            readonly at: number;
          }
        | undefined;
      readonly newer?: number | undefined;
    }
  | {
      readonly kind: 'broken';
      readonly at: number;
      readonly problem: string;
      readonly problems: readonly {
        readonly at: number;
        readonly problem: string;
      }[];
    };

/** The store can be read. */
export interface Health {
  readonly status: 'ok';
}

/** Who the caller is. */
export interface Caller {
  readonly kind: 'nobody' | 'agent' | 'flow' | 'metrics' | 'approver';
  readonly name?: string | undefined;
  readonly session?: string | undefined;
}

/** Who signed in, and the key its browser sends with every change. */
export interface SignedIn {
  readonly name: string;
  readonly key: string;
}

/** What went wrong, in the format of RFC 9457. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors?:
    | readonly {
        readonly field: string;
        readonly message: string;
      }[]
    | undefined;
  readonly open?:
    | readonly {
        readonly elicitationId: string;
        readonly message: string;
      }[]
    | undefined;
  readonly answer?:
    | {
        readonly action: string;
        readonly by: string;
        readonly at: number;
      }
    | undefined;
  readonly executionId?: string | undefined;
}

/** A program to start, or to plan. */
export interface StartExecution {
  /** JavaScript or TypeScript, with `await` and `return` at the top level */
  readonly program: string;
  /** Default: the token's session */
  readonly session?: string | undefined;
  /** Who submits it, where the token is not an agent’s own */
  readonly agent?: string | undefined;
  /** For people; stored as `client.<name>`, so that none passes for a label of the host */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** A start repeated with the same key and program returns the first execution */
  readonly idempotencyKey?: string | undefined;
  /** The labels its host must have; none if empty, those of the placed tools here if left out */
  readonly placement?: readonly string[] | undefined;
  /** What the program reads as `input` */
  readonly input?: unknown | undefined;
  /** How long to wait until it is idle, in milliseconds. Default: 0; for a plan 10,000 */
  readonly waitMs?: number | undefined;
}

/** What a person says: `approved`, or an `action` by its name. */
export interface AnswerFields {
  /** `true` means the action `accept`, `false` means `decline` */
  readonly approved?: boolean | undefined;
  readonly action?: 'accept' | 'decline' | 'cancel' | 'denied' | 'other' | 'not_supported' | undefined;
  /** What is answered, in the shape the question asks for */
  readonly data?: unknown | undefined;
  /** Why; the program may read it */
  readonly reason?: string | undefined;
  readonly remember?: Remember | undefined;
  /** Arguments to run instead of those that were asked about */
  readonly args?: unknown | undefined;
}

/** An answer to one question. It says either `approved` or `action`. */
export interface AnswerQuestion {
  /** `true` means the action `accept`, `false` means `decline` */
  readonly approved?: boolean | undefined;
  readonly action?: 'accept' | 'decline' | 'cancel' | 'denied' | 'other' | 'not_supported' | undefined;
  /** What is answered, in the shape the question asks for */
  readonly data?: unknown | undefined;
  /** Why; the program may read it */
  readonly reason?: string | undefined;
  readonly remember?: Remember | undefined;
  /** Arguments to run instead of those that were asked about */
  readonly args?: unknown | undefined;
  readonly waitMs?: number | undefined;
}

/** An answer to one open question of an execution, to all of them, or one to each. */
export type ResumeExecution =
  | {
      /** `true` means the action `accept`, `false` means `decline` */
      readonly approved?: boolean | undefined;
      readonly action?: 'accept' | 'decline' | 'cancel' | 'denied' | 'other' | 'not_supported' | undefined;
      /** What is answered, in the shape the question asks for */
      readonly data?: unknown | undefined;
      /** Why; the program may read it */
      readonly reason?: string | undefined;
      readonly remember?: Remember | undefined;
      /** Arguments to run instead of those that were asked about */
      readonly args?: unknown | undefined;
      readonly elicitationId?: string | undefined;
      readonly all?: boolean | undefined;
      readonly waitMs?: number | undefined;
    }
  | {
      readonly answers: Readonly<Record<string, AnswerFields>>;
      readonly waitMs?: number | undefined;
    };

/** Which plan the person was shown. */
export interface ApprovePlan {
  /** The `digest` of the plan that the person was shown */
  readonly shown: string;
  /** How long to wait until the run is idle, in milliseconds */
  readonly waitMs?: number | undefined;
}

/** Why an execution is cancelled. */
export interface CancelExecution {
  readonly reason?: string | undefined;
}

/** How long to wait for the new execution. */
export interface RerunExecution {
  readonly waitMs?: number | undefined;
}

/** How long to wait for the undo of an execution. */
export interface UndoExecution {
  readonly waitMs?: number | undefined;
}

/** How long to wait for an execution that is taken over. */
export interface TakeOverExecution {
  readonly waitMs?: number | undefined;
}

/** What the page of a flow hands over. */
export interface CompleteFlow {
  readonly content?: unknown | undefined;
  readonly waitMs?: number | undefined;
}

/** A program to run beside an open question. */
export interface StartSideQuest {
  readonly program: string;
}

/** Calls to approve or refuse from now on. */
export interface CreateGrant {
  readonly pattern: string;
  readonly effect?: 'allow' | 'deny' | undefined;
  readonly scope:
    | {
        readonly session: string;
      }
    | {
        readonly executionId: string;
      }
    | 'always';
  readonly expiresInMs?: number | undefined;
  readonly uses?: number | undefined;
  readonly when?: ArgumentCondition | undefined;
  readonly program?: string | undefined;
}

/** A completed program to save as a tool. */
export interface SaveProgram {
  /** A completed execution */
  readonly executionId: string;
  /** The path of the tool: a namespace of its own and a name */
  readonly as: string;
  /** What it takes, as JSON Schema; any object if left out */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  readonly description?: string | undefined;
}

/** What a saved program is started with. */
export interface RunProgram {
  /** The arguments of the program */
  readonly input?: unknown | undefined;
  readonly session?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** How long to wait until it is idle, in milliseconds */
  readonly waitMs?: number | undefined;
}

/** A saved program, and when to start it. */
export interface AddSchedule {
  /** The path of a saved program */
  readonly program: string;
  /** Minute, hour, day of the month, month, day of the week */
  readonly cron: string;
  /** Default: UTC */
  readonly timezone?: string | undefined;
  /** The arguments of the program */
  readonly input?: unknown | undefined;
  /** Default: one of its own */
  readonly session?: string | undefined;
}

/** A call to explain. */
export interface ExplainCall {
  readonly path: string;
  readonly args?: unknown | undefined;
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
}

/** An approver's token, or the code of a sign-in link. */
export type SignIn =
  | {
      readonly token: string;
    }
  | {
      readonly code: string;
    };

/** A condition on the arguments of a call. */
export type ArgumentCondition =
  | {
      readonly at?: ArgumentPath | undefined;
      readonly equals: unknown;
    }
  | {
      readonly at?: ArgumentPath | undefined;
      readonly oneOf: readonly unknown[];
    }
  | {
      readonly at?: ArgumentPath | undefined;
      readonly prefix: string;
    }
  | {
      readonly at?: ArgumentPath | undefined;
      readonly glob: string;
    }
  | {
      readonly at?: ArgumentPath | undefined;
      readonly min: number;
      readonly max?: number | undefined;
    }
  | {
      readonly at?: ArgumentPath | undefined;
      readonly max: number;
    }
  | {
      readonly at?: ArgumentPath | undefined;
      readonly exists: boolean;
    }
  | {
      readonly at?: ArgumentPath | undefined;
      readonly every: ArgumentCondition;
    }
  | {
      readonly at?: ArgumentPath | undefined;
      readonly some: ArgumentCondition;
    }
  | {
      readonly all: readonly ArgumentCondition[];
    }
  | {
      readonly any: readonly ArgumentCondition[];
    }
  | {
      readonly not: ArgumentCondition;
    };

/** Where a value is in the arguments of a call: `to`, `items[0].name`, or its keys. */
export type ArgumentPath = string | readonly (string | number)[];

/** How far an answer reaches beyond the call it was given for. */
export type Remember =
  | 'once'
  | 'execution'
  | 'session'
  | 'always'
  | {
      readonly scope: 'once' | 'execution' | 'session' | 'always';
      readonly expiresInMs?: number | undefined;
      readonly uses?: number | undefined;
      readonly sameArguments?: boolean | undefined;
      readonly when?: ArgumentCondition | undefined;
    };

/** The codes of the failures that the document declares. */
export type ProblemCode =
  | 'access/approver-only'
  | 'access/flow'
  | 'access/flows-only'
  | 'access/host'
  | 'access/key'
  | 'access/metrics-only'
  | 'access/origin'
  | 'access/rate'
  | 'access/session'
  | 'access/streams'
  | 'access/unauthorized'
  | 'answer/edit-refused'
  | 'answer/forbidden'
  | 'answer/invalid'
  | 'answer/own-execution'
  | 'answer/person-only'
  | 'answer/unseen-arguments'
  | 'elicitation/already-answered'
  | 'elicitation/ambiguous'
  | 'elicitation/cannot-fork'
  | 'elicitation/cannot-reask'
  | 'elicitation/changed'
  | 'elicitation/foreign'
  | 'elicitation/middleware-failed'
  | 'elicitation/not-consented'
  | 'elicitation/preview-changed'
  | 'elicitation/stale'
  | 'elicitation/unknown'
  | 'elicitation/unknown-flow'
  | 'execution/elsewhere'
  | 'execution/key-taken'
  | 'execution/not-completed'
  | 'execution/owner-silent'
  | 'execution/unknown'
  | 'grant/invalid'
  | 'grant/unknown'
  | 'host/draining'
  | 'internal/defect'
  | 'journal/corrupt'
  | 'limit/answer-size'
  | 'limit/live-executions'
  | 'limit/queue-full'
  | 'limit/source-size'
  | 'list/unknown-cursor'
  | 'options/invalid'
  | 'plan/changed'
  | 'plan/key-taken'
  | 'plan/not-ready'
  | 'plan/person-only'
  | 'plan/unknown'
  | 'policy/denied-since'
  | 'program/cannot-save'
  | 'program/not-kept'
  | 'program/types'
  | 'program/unknown'
  | 'replay/unfinished'
  | 'request/duplicate-key'
  | 'request/invalid'
  | 'request/not-json'
  | 'request/too-deep'
  | 'request/too-large'
  | 'schedule/invalid'
  | 'schedule/not-kept'
  | 'schedule/unknown'
  | 'server/stopping'
  | 'state/unavailable'
  | 'state/unreadable'
  | 'store/outcome-unknown'
  | 'store/unavailable'
  | 'tool/invalid-path'
  | 'tool/not-here'
  | 'tool/unknown'
  | 'tool/unplaced'
  | 'undo/key-taken'
  | 'undo/not-ended'
  | 'undo/nothing'
  | 'usage/invalid';

/** What each operation takes, what it replies, and the codes of its failures. */
export interface Operations {
  /** List executions, newest first. */
  readonly listExecutions: {
    readonly input: {
      readonly query?:
        | {
            readonly status?:
              | readonly (
                  | 'running'
                  | 'paused'
                  | 'sleeping'
                  | 'completed'
                  | 'failed'
                  | 'cancelled'
                  | 'damaged'
                  | 'queued'
                )[]
              | undefined;
            readonly session?: string | undefined;
            readonly agent?: string | undefined;
            /** Side quests of this question, or of any question of this execution */
            readonly parent?: string | string | undefined;
            /** Only of this kind, among the newest 1,000 executions */
            readonly purpose?: 'plan' | 'approved-plan' | 'undo' | undefined;
            /** Runs of this plan, or undos of this execution; as far back as with `purpose` */
            readonly of?: string | undefined;
            /** Only those that are queued for a host with a free slot */
            readonly queued?: 'true' | undefined;
            readonly cursor?: string | undefined;
            /** How many items a page has at most */
            readonly limit?: number | undefined;
          }
        | undefined;
    };
    readonly reply: ExecutionPage;
    readonly code:
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/session'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'list/unknown-cursor'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Start a program. */
  readonly startExecution: {
    readonly input: {
      readonly body: StartExecution;
    };
    readonly reply: Execution;
    readonly code:
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/session'
      | 'access/unauthorized'
      | 'execution/key-taken'
      | 'host/draining'
      | 'internal/defect'
      | 'limit/live-executions'
      | 'limit/queue-full'
      | 'limit/source-size'
      | 'options/invalid'
      | 'program/types'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/unplaced';
  };
  /** Show an execution: its program, calls, output, questions and result. */
  readonly getExecution: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly reply: Execution;
    readonly code:
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'elicitation/unknown'
      | 'execution/unknown'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Read a part of what an execution returned, printed or emitted, by its path. */
  readonly getExecutionValue: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly query?:
        | {
            /** Begins with value, logs or emitted: value.items[3].name, or /value/items/3/name */
            readonly path?: string | undefined;
            /** The first item of a list, key of an object or character of a text */
            readonly from?: number | undefined;
            /** How many of them at most; all if left out */
            readonly count?: number | undefined;
          }
        | undefined;
    };
    readonly reply: ExecutionValue;
    readonly code:
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'elicitation/unknown'
      | 'execution/not-completed'
      | 'execution/unknown'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable'
      | 'usage/invalid';
  };
  /** Show the journal of an execution. */
  readonly getJournal: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly reply: Journal;
    readonly code:
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'elicitation/unknown'
      | 'execution/unknown'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Answer the open question of an execution, one of several, all of them, or several with one answer each. */
  readonly resumeExecution: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };

      readonly body: ResumeExecution;
    };
    readonly reply: Execution;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'answer/edit-refused'
      | 'answer/forbidden'
      | 'answer/invalid'
      | 'answer/own-execution'
      | 'answer/person-only'
      | 'answer/unseen-arguments'
      | 'elicitation/already-answered'
      | 'elicitation/ambiguous'
      | 'elicitation/changed'
      | 'elicitation/foreign'
      | 'elicitation/middleware-failed'
      | 'elicitation/not-consented'
      | 'elicitation/preview-changed'
      | 'elicitation/stale'
      | 'elicitation/unknown'
      | 'execution/elsewhere'
      | 'execution/owner-silent'
      | 'execution/unknown'
      | 'grant/invalid'
      | 'host/draining'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'limit/answer-size'
      | 'limit/live-executions'
      | 'policy/denied-since'
      | 'replay/unfinished'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/not-here';
  };
  /** Cancel an execution; its pending calls never run. */
  readonly cancelExecution: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };

      readonly body: CancelExecution;
    };
    readonly reply: Execution;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'elicitation/unknown'
      | 'execution/elsewhere'
      | 'execution/owner-silent'
      | 'execution/unknown'
      | 'host/draining'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'limit/live-executions'
      | 'replay/unfinished'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/not-here';
  };
  /** Start the program of an execution again, with the same input, session, agent, labels and placement. */
  readonly rerunExecution: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };

      readonly body: RerunExecution;
    };
    readonly reply: Execution;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/session'
      | 'access/unauthorized'
      | 'elicitation/unknown'
      | 'execution/elsewhere'
      | 'execution/key-taken'
      | 'execution/owner-silent'
      | 'execution/unknown'
      | 'host/draining'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'limit/live-executions'
      | 'limit/queue-full'
      | 'limit/source-size'
      | 'options/invalid'
      | 'program/types'
      | 'replay/unfinished'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/not-here'
      | 'tool/unplaced';
  };
  /** Undo what an execution did, newest call first; replies with the execution that asks about each revert. */
  readonly undoExecution: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };

      readonly body: UndoExecution;
    };
    readonly reply: Execution;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/session'
      | 'access/unauthorized'
      | 'elicitation/unknown'
      | 'execution/elsewhere'
      | 'execution/key-taken'
      | 'execution/owner-silent'
      | 'execution/unknown'
      | 'host/draining'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'limit/live-executions'
      | 'limit/queue-full'
      | 'limit/source-size'
      | 'options/invalid'
      | 'program/types'
      | 'replay/unfinished'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/not-here'
      | 'tool/unplaced'
      | 'undo/key-taken'
      | 'undo/not-ended'
      | 'undo/nothing';
  };
  /** Replay an execution without any effect, and report whether it matches its journal. */
  readonly replayExecution: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly reply: ReplayReport;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'elicitation/unknown'
      | 'execution/elsewhere'
      | 'execution/owner-silent'
      | 'execution/unknown'
      | 'host/draining'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'limit/live-executions'
      | 'replay/unfinished'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/not-here';
  };
  /** Take over an execution whose owner hangs or cannot be reached. */
  readonly takeOverExecution: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };

      readonly body: TakeOverExecution;
    };
    readonly reply: Execution;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'elicitation/unknown'
      | 'execution/elsewhere'
      | 'execution/owner-silent'
      | 'execution/unknown'
      | 'host/draining'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'limit/live-executions'
      | 'replay/unfinished'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/not-here';
  };
  /** Find out what a program would ask; nothing it does has an effect. */
  readonly makePlan: {
    readonly input: {
      readonly body: StartExecution;
    };
    readonly reply: Plan;
    readonly code:
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/session'
      | 'access/unauthorized'
      | 'execution/key-taken'
      | 'host/draining'
      | 'internal/defect'
      | 'limit/live-executions'
      | 'limit/queue-full'
      | 'limit/source-size'
      | 'options/invalid'
      | 'program/types'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/unplaced';
  };
  /** Show a plan: what would be asked, in order, with previews. */
  readonly getPlan: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly reply: Plan;
    readonly code:
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'elicitation/unknown'
      | 'execution/unknown'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'plan/unknown'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Approve exactly the calls of a plan, and run its program. */
  readonly approvePlan: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };

      readonly body: ApprovePlan;
    };
    readonly reply: Execution;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/session'
      | 'access/unauthorized'
      | 'elicitation/unknown'
      | 'execution/elsewhere'
      | 'execution/key-taken'
      | 'execution/owner-silent'
      | 'execution/unknown'
      | 'host/draining'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'limit/live-executions'
      | 'limit/queue-full'
      | 'limit/source-size'
      | 'options/invalid'
      | 'plan/changed'
      | 'plan/key-taken'
      | 'plan/not-ready'
      | 'plan/person-only'
      | 'plan/unknown'
      | 'program/types'
      | 'replay/unfinished'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/not-here'
      | 'tool/unplaced';
  };
  /** List open questions, newest first. */
  readonly listQuestions: {
    readonly input: {
      readonly query?:
        | {
            /** This one only, if it is open */
            readonly elicitationId?: string | undefined;
            readonly session?: string | undefined;
            readonly executionId?: string | undefined;
            /** Only about calls of this tool */
            readonly tool?: string | undefined;
            readonly agent?: string | undefined;
            /** Who asks */
            readonly kind?: 'gate' | 'handler' | 'program' | 'in-doubt' | undefined;
            /** Only those that contain all of these words */
            readonly text?: string | undefined;
            /** Only those that have waited at least so long */
            readonly olderThanMs?: number | undefined;
            readonly cursor?: string | undefined;
            /** How many items a page has at most; 0 to get `total` alone */
            readonly limit?: number | undefined;
          }
        | undefined;
    };
    readonly reply: QuestionPage;
    readonly code:
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/session'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'list/unknown-cursor'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Show a question, open or not. */
  readonly getQuestion: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly reply: QuestionDetail;
    readonly code:
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'elicitation/unknown'
      | 'execution/unknown'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Answer a question; the first answer counts. */
  readonly answerQuestion: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };

      readonly body: AnswerQuestion;
    };
    readonly reply: Execution;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'answer/edit-refused'
      | 'answer/forbidden'
      | 'answer/invalid'
      | 'answer/own-execution'
      | 'answer/person-only'
      | 'answer/unseen-arguments'
      | 'elicitation/already-answered'
      | 'elicitation/changed'
      | 'elicitation/middleware-failed'
      | 'elicitation/not-consented'
      | 'elicitation/preview-changed'
      | 'elicitation/unknown'
      | 'execution/elsewhere'
      | 'execution/owner-silent'
      | 'execution/unknown'
      | 'grant/invalid'
      | 'host/draining'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'limit/answer-size'
      | 'limit/live-executions'
      | 'policy/denied-since'
      | 'replay/unfinished'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/not-here';
  };
  /** Ask an expired question again. */
  readonly reaskQuestion: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly reply: Execution;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'elicitation/cannot-reask'
      | 'elicitation/unknown'
      | 'execution/elsewhere'
      | 'execution/owner-silent'
      | 'execution/unknown'
      | 'host/draining'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'limit/live-executions'
      | 'replay/unfinished'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/not-here';
  };
  /** Complete the flow that a url question sent the person to, by the id its tool gave the flow. */
  readonly completeFlow: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };

      readonly body?: CompleteFlow | undefined;
    };
    readonly reply: Execution | CompletedFlow;
    readonly code:
      | 'access/approver-only'
      | 'access/flow'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'answer/edit-refused'
      | 'answer/forbidden'
      | 'answer/invalid'
      | 'answer/own-execution'
      | 'answer/person-only'
      | 'answer/unseen-arguments'
      | 'elicitation/already-answered'
      | 'elicitation/changed'
      | 'elicitation/middleware-failed'
      | 'elicitation/not-consented'
      | 'elicitation/preview-changed'
      | 'elicitation/unknown'
      | 'elicitation/unknown-flow'
      | 'execution/elsewhere'
      | 'execution/owner-silent'
      | 'execution/unknown'
      | 'grant/invalid'
      | 'host/draining'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'limit/answer-size'
      | 'limit/live-executions'
      | 'policy/denied-since'
      | 'replay/unfinished'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/not-here';
  };
  /** Start a side quest of an open question. */
  readonly startSideQuest: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };

      readonly body: StartSideQuest;
    };
    readonly reply: Execution;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'elicitation/cannot-fork'
      | 'elicitation/unknown'
      | 'execution/elsewhere'
      | 'execution/owner-silent'
      | 'execution/unknown'
      | 'host/draining'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'limit/live-executions'
      | 'limit/queue-full'
      | 'limit/source-size'
      | 'program/types'
      | 'replay/unfinished'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/not-here';
  };
  /** List what was answered, by whom, and how it ended, newest first. */
  readonly listAnswers: {
    readonly input: {
      readonly query?:
        | {
            /** Only answers about calls of this tool */
            readonly path?: string | undefined;
            readonly cursor?: string | undefined;
            /** How many items a page has at most */
            readonly limit?: number | undefined;
          }
        | undefined;
    };
    readonly reply: RecentAnswers;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'list/unknown-cursor'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Count the open questions by tool, agent, session and who asks. */
  readonly countQuestions: {
    readonly input: Readonly<Record<string, never>>;
    readonly reply: Facets;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Say how many questions wait, for how long, and what was answered recently. */
  readonly getOverview: {
    readonly input: Readonly<Record<string, never>>;
    readonly reply: Overview;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** List remembered approvals and refusals, newest first. */
  readonly listGrants: {
    readonly input: {
      readonly query?:
        | {
            readonly session?: string | undefined;
            readonly cursor?: string | undefined;
            /** How many items a page has at most */
            readonly limit?: number | undefined;
          }
        | undefined;
    };
    readonly reply: GrantPage;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'list/unknown-cursor'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Approve or refuse calls from now on. */
  readonly createGrant: {
    readonly input: {
      readonly body: CreateGrant;
    };
    readonly reply: Grant;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'grant/invalid'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Revoke a remembered approval or refusal: such calls ask again. */
  readonly revokeGrant: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly reply: RevokedGrant;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'grant/unknown'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** List saved programs, each with its newest version. */
  readonly listPrograms: {
    readonly input: Readonly<Record<string, never>>;
    readonly reply: ProgramList;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'program/not-kept'
      | 'request/duplicate-key'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Save the program of a completed execution as a tool, or as the next version of one. */
  readonly saveProgram: {
    readonly input: {
      readonly body: SaveProgram;
    };
    readonly reply: Program;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'elicitation/unknown'
      | 'execution/elsewhere'
      | 'execution/unknown'
      | 'internal/defect'
      | 'journal/corrupt'
      | 'program/cannot-save'
      | 'program/not-kept'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Show a saved program with its text. */
  readonly getProgram: {
    readonly input: {
      readonly params: {
        readonly path: string;
      };
      readonly query?:
        | {
            readonly version?: number | undefined;
          }
        | undefined;
    };
    readonly reply: ProgramText;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'program/not-kept'
      | 'program/unknown'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Delete a saved program: nothing calls it any more. */
  readonly deleteProgram: {
    readonly input: {
      readonly params: {
        readonly path: string;
      };
    };
    readonly reply: DeletedProgram;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'program/not-kept'
      | 'program/unknown'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Start a saved program. */
  readonly runProgram: {
    readonly input: {
      readonly params: {
        readonly path: string;
      };

      readonly body: RunProgram;
    };
    readonly reply: Execution;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/session'
      | 'access/unauthorized'
      | 'execution/key-taken'
      | 'host/draining'
      | 'internal/defect'
      | 'limit/live-executions'
      | 'limit/queue-full'
      | 'limit/source-size'
      | 'options/invalid'
      | 'program/not-kept'
      | 'program/types'
      | 'program/unknown'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/outcome-unknown'
      | 'store/unavailable'
      | 'tool/unplaced';
  };
  /** List schedules. */
  readonly listSchedules: {
    readonly input: Readonly<Record<string, never>>;
    readonly reply: ScheduleList;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'schedule/not-kept'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Start a saved program on a cron schedule. */
  readonly addSchedule: {
    readonly input: {
      readonly body: AddSchedule;
    };
    readonly reply: Schedule;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'program/not-kept'
      | 'program/unknown'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'schedule/invalid'
      | 'schedule/not-kept'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Show a schedule, and what happened at its last occurrence. */
  readonly getSchedule: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly reply: Schedule;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'schedule/not-kept'
      | 'schedule/unknown'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Remove a schedule; executions it started keep running. */
  readonly removeSchedule: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly reply: RemovedSchedule;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'schedule/not-kept'
      | 'schedule/unknown'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Start nothing more until it is resumed. */
  readonly pauseSchedule: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly reply: Schedule;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'schedule/not-kept'
      | 'schedule/unknown'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Continue with the next occurrence from now. */
  readonly resumeSchedule: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
    };
    readonly reply: Schedule;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'schedule/not-kept'
      | 'schedule/unknown'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** List what programs of a session keep for later programs. */
  readonly listState: {
    readonly input: {
      readonly query: {
        readonly session: string;
        /** Only the values of this key */
        readonly key?: string | undefined;
      };
    };
    readonly reply: StateList;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'state/unavailable'
      | 'state/unreadable'
      | 'store/unavailable';
  };
  /** Forget all that programs of a session keep. */
  readonly clearState: {
    readonly input: {
      readonly query: {
        readonly session: string;
      };
    };
    readonly reply: ClearedState;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'state/unavailable'
      | 'state/unreadable'
      | 'store/unavailable';
  };
  /** Find tools by words in their path or description; all of them without any. */
  readonly findTools: {
    readonly input: {
      readonly query?:
        | {
            readonly query?: string | undefined;
            readonly cursor?: string | undefined;
            /** How many items a page has at most */
            readonly limit?: number | undefined;
          }
        | undefined;
    };
    readonly reply: ToolPage;
    readonly code:
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'list/unknown-cursor'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Describe one tool: its signature and schemas. */
  readonly getTool: {
    readonly input: {
      readonly params: {
        readonly path: string;
      };
    };
    readonly reply: Tool;
    readonly code:
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable'
      | 'tool/unknown';
  };
  /** Explain what the gate would decide about a call. */
  readonly explainCall: {
    readonly input: {
      readonly body: ExplainCall;
    };
    readonly reply: Explanation;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/unavailable'
      | 'tool/invalid-path';
  };
  /** Read lines of the audit log, newest first. */
  readonly listAuditLines: {
    readonly input: {
      readonly query?:
        | {
            readonly cursor?: string | undefined;
            /** How many items a page has at most */
            readonly limit?: number | undefined;
          }
        | undefined;
    };
    readonly reply: AuditPage;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'list/unknown-cursor'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Find any line that was changed, removed or moved. */
  readonly verifyAudit: {
    readonly input: Readonly<Record<string, never>>;
    readonly reply: AuditVerdict;
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Report whether the store can be read. */
  readonly getHealth: {
    readonly input: Readonly<Record<string, never>>;
    readonly reply: Health;
    readonly code:
      | 'access/host'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Follow everything that is journaled, as Server-Sent Events. */
  readonly followEvents: {
    readonly input: {
      readonly query?:
        | {
            readonly session?: string | undefined;
            /** The cursor to start after, or `0` for everything; `Last-Event-ID` overrides it. Default: now */
            readonly after?: string | undefined;
          }
        | undefined;
    };
    readonly reply: unknown;
    readonly code:
      | 'access/flows-only'
      | 'access/host'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/session'
      | 'access/streams'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Show who the caller is. */
  readonly getCaller: {
    readonly input: Readonly<Record<string, never>>;
    readonly reply: Caller;
    readonly code:
      | 'access/host'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Sign a browser in with an approver's token, or with the code of a sign-in link. */
  readonly signIn: {
    readonly input: {
      readonly body: SignIn;
    };
    readonly reply: SignedIn;
    readonly code:
      | 'access/host'
      | 'access/key'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'request/invalid'
      | 'request/not-json'
      | 'request/too-deep'
      | 'request/too-large'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Sign this browser out. */
  readonly signOut: {
    readonly input: Readonly<Record<string, never>>;
    readonly reply: {
      readonly kind: 'nobody';
    };
    readonly code:
      | 'access/approver-only'
      | 'access/flows-only'
      | 'access/host'
      | 'access/key'
      | 'access/metrics-only'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'server/stopping'
      | 'store/unavailable';
  };
  /** Get this document. */
  readonly getDocument: {
    readonly input: Readonly<Record<string, never>>;
    readonly reply: Readonly<Record<string, unknown>>;
    readonly code:
      | 'access/host'
      | 'access/origin'
      | 'access/rate'
      | 'access/unauthorized'
      | 'internal/defect'
      | 'request/duplicate-key'
      | 'server/stopping'
      | 'store/unavailable';
  };
}

/** Where each operation is. */
export const OPERATIONS = {
  listExecutions: { method: 'GET', path: '/v1/executions' },
  startExecution: { method: 'POST', path: '/v1/executions' },
  getExecution: { method: 'GET', path: '/v1/executions/{id}' },
  getExecutionValue: { method: 'GET', path: '/v1/executions/{id}/value' },
  getJournal: { method: 'GET', path: '/v1/executions/{id}/journal' },
  resumeExecution: { method: 'POST', path: '/v1/executions/{id}/resume' },
  cancelExecution: { method: 'POST', path: '/v1/executions/{id}/cancel' },
  rerunExecution: { method: 'POST', path: '/v1/executions/{id}/rerun' },
  undoExecution: { method: 'POST', path: '/v1/executions/{id}/undo' },
  replayExecution: { method: 'POST', path: '/v1/executions/{id}/replay' },
  takeOverExecution: { method: 'POST', path: '/v1/executions/{id}/take-over' },
  makePlan: { method: 'POST', path: '/v1/plans' },
  getPlan: { method: 'GET', path: '/v1/plans/{id}' },
  approvePlan: { method: 'POST', path: '/v1/plans/{id}/approve' },
  listQuestions: { method: 'GET', path: '/v1/elicitations' },
  getQuestion: { method: 'GET', path: '/v1/elicitations/{id}' },
  answerQuestion: { method: 'POST', path: '/v1/elicitations/{id}/answer' },
  reaskQuestion: { method: 'POST', path: '/v1/elicitations/{id}/reask' },
  completeFlow: { method: 'POST', path: '/v1/elicitations/{id}/complete' },
  startSideQuest: { method: 'POST', path: '/v1/elicitations/{id}/fork' },
  listAnswers: { method: 'GET', path: '/v1/answers' },
  countQuestions: { method: 'GET', path: '/v1/facets' },
  getOverview: { method: 'GET', path: '/v1/overview' },
  listGrants: { method: 'GET', path: '/v1/grants' },
  createGrant: { method: 'POST', path: '/v1/grants' },
  revokeGrant: { method: 'DELETE', path: '/v1/grants/{id}' },
  listPrograms: { method: 'GET', path: '/v1/programs' },
  saveProgram: { method: 'POST', path: '/v1/programs' },
  getProgram: { method: 'GET', path: '/v1/programs/{path}' },
  deleteProgram: { method: 'DELETE', path: '/v1/programs/{path}' },
  runProgram: { method: 'POST', path: '/v1/programs/{path}/executions' },
  listSchedules: { method: 'GET', path: '/v1/schedules' },
  addSchedule: { method: 'POST', path: '/v1/schedules' },
  getSchedule: { method: 'GET', path: '/v1/schedules/{id}' },
  removeSchedule: { method: 'DELETE', path: '/v1/schedules/{id}' },
  pauseSchedule: { method: 'POST', path: '/v1/schedules/{id}/pause' },
  resumeSchedule: { method: 'POST', path: '/v1/schedules/{id}/resume' },
  listState: { method: 'GET', path: '/v1/state' },
  clearState: { method: 'DELETE', path: '/v1/state' },
  findTools: { method: 'GET', path: '/v1/tools' },
  getTool: { method: 'GET', path: '/v1/tools/{path}' },
  explainCall: { method: 'POST', path: '/v1/policy/explain' },
  listAuditLines: { method: 'GET', path: '/v1/audit' },
  verifyAudit: { method: 'GET', path: '/v1/audit/verify' },
  getHealth: { method: 'GET', path: '/v1/health' },
  followEvents: { method: 'GET', path: '/v1/events' },
  getCaller: { method: 'GET', path: '/v1/session' },
  signIn: { method: 'POST', path: '/v1/session' },
  signOut: { method: 'DELETE', path: '/v1/session' },
  getDocument: { method: 'GET', path: '/v1/openapi.json' },
} as const satisfies Readonly<Record<keyof Operations, { readonly method: string; readonly path: string }>>;
