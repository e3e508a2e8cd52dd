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
  readonly source: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly logs: readonly LogLine[];
  readonly emitted: readonly unknown[];
  readonly calls: readonly Call[];
  readonly sandbox?: 'process+os' | 'process' | 'thread' | undefined;
  readonly status: 'failed';
  readonly error: ExecutionError;
  readonly [member: string]: unknown;
}

/** An execution that is `cancelled`. */
export interface CancelledExecution {
  readonly executionId: string;
  readonly session: string;
  readonly agent?: string | undefined;
  readonly createdAt: number;
  readonly parent?: ParentQuestion | undefined;
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

/** What lists show of an execution. */
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

/** What became of a handler after nobody waited for it any more. */
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
    | 'timer-set'
    | 'printed'
    | 'asked'
    | 'approval-given'
    | 'consented'
    | 'revised'
    | 'answered'
    | 'side-quest-ended'
    | 'invoking'
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
  readonly elicitation?: string | undefined;
  readonly [member: string]: unknown;
}

/** Every entry of a journal. */
export interface Journal {
  readonly items: readonly JournalEntry[];
}

/** A journal entry with its position among all entries of the store. */
export interface Event {
  readonly position: number;
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
  readonly type: 'approval';
  readonly message: string;
  readonly description?: string | undefined;
  readonly sensitive?: boolean | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly origin?:
    | {
        readonly kind: 'mcp' | 'openapi';
        readonly server: string;
        readonly name: string;
        readonly account?: string | undefined;
      }
    | undefined;
  readonly previewBefore?: Preview | undefined;
}

/** A question of type `confirmation`. */
export interface ConfirmationRequest {
  readonly type: 'confirmation';
  readonly message: string;
  readonly description?: string | undefined;
  readonly sensitive?: boolean | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly default?: boolean | undefined;
}

/** A question of type `text`. */
export interface TextRequest {
  readonly type: 'text';
  readonly message: string;
  readonly description?: string | undefined;
  readonly sensitive?: boolean | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly default?: string | undefined;
}

/** A question of type `choice`. */
export interface ChoiceRequest {
  readonly type: 'choice';
  readonly message: string;
  readonly description?: string | undefined;
  readonly sensitive?: boolean | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly options: readonly {
    readonly value: string;
    readonly label?: string | undefined;
  }[];
  readonly default?: string | undefined;
}

/** A question of type `multi_choice`. */
export interface MultiChoiceRequest {
  readonly type: 'multi_choice';
  readonly message: string;
  readonly description?: string | undefined;
  readonly sensitive?: boolean | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
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
  readonly type: 'secret';
  readonly message: string;
  readonly description?: string | undefined;
  readonly sensitive: true;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly name?: string | undefined;
}

/** A question of type `form`. */
export interface FormRequest {
  readonly type: 'form';
  readonly message: string;
  readonly description?: string | undefined;
  readonly sensitive?: boolean | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A question of type `url`. */
export interface UrlRequest {
  readonly type: 'url';
  readonly message: string;
  readonly description?: string | undefined;
  readonly sensitive?: boolean | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly url: string;
  readonly flow?: string | undefined;
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
}

/** A question of type `named`. */
export interface NamedRequest {
  readonly type: 'named';
  readonly message: string;
  readonly description?: string | undefined;
  readonly sensitive?: boolean | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly name: string;
  readonly input: unknown;
  readonly actions: readonly Action[];
  readonly output: Readonly<Record<string, unknown>>;
}

/** A question of type `in-doubt`. */
export interface InDoubtRequest {
  readonly type: 'in-doubt';
  readonly message: string;
  readonly description?: string | undefined;
  readonly sensitive?: boolean | undefined;
  readonly toolPath?: string | undefined;
  readonly args?: unknown | undefined;
  readonly preview?: Preview | undefined;
  readonly whenNobody?: 'not_supported' | 'cancel' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly attempt: number;
  readonly origin?:
    | {
        readonly kind: 'mcp' | 'openapi';
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

/** How far a question has come that several people have to approve. */
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

/** Who acted, and how they were reached. */
export interface AnsweredBy {
  readonly principal: string;
  readonly kind: 'person' | 'agent' | 'runtime';
  readonly channel: string;
}

/** What became of a question. */
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
  readonly usesLeft: number;
  readonly when?: ArgumentCondition | undefined;
  readonly tool?: string | undefined;
  readonly tools?: Readonly<Record<string, string>> | undefined;
  readonly damage?: string | undefined;
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
  readonly usesLeft?: number | undefined;
  readonly when?: ArgumentCondition | undefined;
  readonly tool?: string | undefined;
  readonly tools?: Readonly<Record<string, string>> | undefined;
  readonly damage?: string | undefined;
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
  readonly usesLeft?: number | undefined;
  readonly when?: ArgumentCondition | undefined;
  readonly tool?: string | undefined;
  readonly tools?: Readonly<Record<string, string>> | undefined;
  readonly damage?: string | undefined;
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
  readonly usesLeft?: number | undefined;
  readonly when?: ArgumentCondition | undefined;
  readonly tool?: string | undefined;
  readonly tools?: Readonly<Record<string, string>> | undefined;
  readonly damage?: string | undefined;
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
}

/** A program to start. */
export interface StartExecution {
  /** JavaScript: the body of an async function */
  readonly program: string;
  /** Default: the token's session */
  readonly session?: string | undefined;
  /** Who submits it, where the token is not an agent’s own */
  readonly agent?: string | undefined;
  /** For people; stored as `client.<name>`, so that none passes for a label of the host */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** A start that is sent again with the same key and program replies with the first one’s execution */
  readonly idempotencyKey?: string | undefined;
  /** The labels its host must have; none if empty, those of the placed tools here if left out */
  readonly placement?: readonly string[] | undefined;
  /** How long to wait until it is idle, in milliseconds */
  readonly waitMs?: number | undefined;
}

/** What a person says: `approved`, or an `action` by its name. */
export interface AnswerFields {
  /** `true` is the action `accept`, `false` is `decline` */
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
  /** `true` is the action `accept`, `false` is `decline` */
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
      /** `true` is the action `accept`, `false` is `decline` */
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

/** Why an execution is cancelled. */
export interface CancelExecution {
  readonly reason?: string | undefined;
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
        readonly execution: string;
      }
    | 'always';
  readonly expiresInMs?: number | undefined;
  readonly uses?: number | undefined;
  readonly when?: ArgumentCondition | undefined;
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
      readonly at?: string | readonly (string | number)[] | undefined;
      readonly equals: unknown;
    }
  | {
      readonly at?: string | readonly (string | number)[] | undefined;
      readonly oneOf: readonly unknown[];
    }
  | {
      readonly at?: string | readonly (string | number)[] | undefined;
      readonly prefix: string;
    }
  | {
      readonly at?: string | readonly (string | number)[] | undefined;
      readonly glob: string;
    }
  | {
      readonly at?: string | readonly (string | number)[] | undefined;
      readonly min: number;
      readonly max?: number | undefined;
    }
  | {
      readonly at?: string | readonly (string | number)[] | undefined;
      readonly max: number;
    }
  | {
      readonly at?: string | readonly (string | number)[] | undefined;
      readonly exists: boolean;
    }
  | {
      readonly at?: string | readonly (string | number)[] | undefined;
      readonly every: ArgumentCondition;
    }
  | {
      readonly at?: string | readonly (string | number)[] | undefined;
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
  | 'tool/invalid-path'
  | 'tool/not-here'
  | 'tool/unknown'
  | 'tool/unplaced';

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
            /** Only those that wait for a host with a place for them */
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
  /** Answer the open question of an execution, one of several, all, or several with an answer each. */
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
  /** List open questions, newest first. */
  readonly listQuestions: {
    readonly input: {
      readonly query?:
        | {
            /** This one only, if it is open */
            readonly elicitationId?: string | undefined;
            readonly session?: string | undefined;
            readonly executionId?: string | undefined;
            readonly cursor?: string | undefined;
            /** How many items a page has at most */
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
  /** Say what the gate would decide for a call, and why. */
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
  /** Say whether the store can be read. */
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
            /** The position to start after; `Last-Event-ID` overrides it. Default: now */
            readonly after?: number | undefined;
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
  /** Say who the caller is. */
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
  getJournal: { method: 'GET', path: '/v1/executions/{id}/journal' },
  resumeExecution: { method: 'POST', path: '/v1/executions/{id}/resume' },
  cancelExecution: { method: 'POST', path: '/v1/executions/{id}/cancel' },
  takeOverExecution: { method: 'POST', path: '/v1/executions/{id}/take-over' },
  listQuestions: { method: 'GET', path: '/v1/elicitations' },
  getQuestion: { method: 'GET', path: '/v1/elicitations/{id}' },
  answerQuestion: { method: 'POST', path: '/v1/elicitations/{id}/answer' },
  reaskQuestion: { method: 'POST', path: '/v1/elicitations/{id}/reask' },
  completeFlow: { method: 'POST', path: '/v1/elicitations/{id}/complete' },
  startSideQuest: { method: 'POST', path: '/v1/elicitations/{id}/fork' },
  listGrants: { method: 'GET', path: '/v1/grants' },
  createGrant: { method: 'POST', path: '/v1/grants' },
  revokeGrant: { method: 'DELETE', path: '/v1/grants/{id}' },
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
