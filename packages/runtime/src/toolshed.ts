// The public face of the runtime: one open host, its executions, its questions and its grants.

import type {
  AnsweredBy,
  ArgumentCondition,
  AuditLog,
  ElicitationId,
  ExecutionFilter,
  ExecutionId,
  ExecutionSummary,
  GivenAction,
  Grant,
  GrantEffect,
  GrantId,
  Jobs,
  JournalEntry,
  Page,
  QuestNode,
  QuestionFilter,
  Remember,
  SecretFacts,
  SecretHandle,
  SharedRecords,
  ToolCatalog,
  PendingElicitation,
} from '@toolshed/kernel';
import type { EntriesFilter, EntriesPage, LocatedQuestion, QuestEnd, VaultKeeping } from '@toolshed/kernel/runtime';
import type { Changes } from './changes/change-feed.js';
import type { ExecutionResult } from './execution/execution-result.js';
import type { Occupancy } from './execution/residency/places.js';
import type { ReplayReport } from './execution/replay/dry-run.js';
import type { Metric } from './metrics/metric.js';
import type { Policy } from './policy/host-policy.js';

/** How a program is started: in which session, for which agent, with which labels. */
export interface ExecuteOptions {
  /** The conversation it belongs to; session approvals and trust domains are scoped to it. Default: `default`. */
  readonly session?: string;
  /** The name of the agent that wrote the program, for rules and quotas. */
  readonly agent?: string;
  /** Who starts it. Where several people have to approve a call, this one is not among them. */
  readonly by?: AnsweredBy;
  /** Facts for tools and channels that the program cannot set. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Started twice with one key in one session is one execution. */
  readonly idempotencyKey?: string;
  /**
   * Labels a host must have to drive it, where several machines share a store. Default: those of the placed tools of
   * this host; an empty list lets it run anywhere.
   */
  readonly placement?: readonly string[];
  /** Waits as long as a channel has one of its questions, instead of returning at the pause. */
  readonly waitForChannels?: boolean;
  /** Told its id once it would survive a crash, before it rests; of the earlier one where the key was known. */
  readonly onStarted?: (id: ExecutionId) => void;
  /**
   * Cancels the execution when it aborts, until the execution first rests; not one that another call started with the
   * same key. Aborted before the start, nothing is started and its reason is thrown.
   */
  readonly signal?: AbortSignal;
  /** The trace of what starts it, as W3C writes it (`traceparent`); a text that is none is ignored. */
  readonly trace?: string;
}

/** `approved` says yes or no; `action` says which answer it is, where there are more than two. */
export type ResumeAnswer = AnswerFacts &
  (
    | { readonly approved: boolean; readonly action?: undefined }
    | { readonly action: GivenAction; readonly approved?: undefined }
  );

/** What an answer may say beside yes or no. */
export interface AnswerFacts {
  /** Which question, where several are open. */
  readonly elicitationId?: string;
  /** Every open question of the execution. */
  readonly all?: boolean;
  /** The content of what is accepted; the person's own words for `other`. */
  readonly data?: unknown;
  /** Why, in the person's words. */
  readonly reason?: string;
  /** With an approval of a call: run it with these instead of the arguments it was made with. */
  readonly args?: unknown;
  /** With an approval or a refusal at the gate: for later calls of this path, too. */
  readonly remember?: Remember;
  /** Who answers; default: the host. */
  readonly by?: AnsweredBy;
}

/** Several questions answered at once: either all of it is written, or nothing. Questions not named stay open. */
export interface ResumeAnswers {
  /** By the id of each question. */
  readonly answers: Readonly<
    Record<string, ResumeAnswer & { readonly elicitationId?: undefined; readonly all?: undefined }>
  >;
  /** Who answers, where an answer does not say. */
  readonly by?: AnsweredBy;
}

/** How a flow behind a page ended. */
export interface FlowOutcome {
  /** What the asker gets beside `accept`; refused where it does not fit the question's schema. */
  readonly content?: unknown;
  /** Who says so, for the audit log. Default: `host`. */
  readonly by?: string;
}

/** How `resume` takes an answer. */
export interface ResumeOptions extends Pick<ExecuteOptions, 'waitForChannels' | 'trace'> {
  /** This one answer may come from an agent, though agents may not answer otherwise. Never made from what a client sent. */
  readonly fromAgent?: boolean;
}

/** A grant that the host gives without being asked. */
export interface GrantRequest {
  /** A path or a pattern of whole segments. */
  readonly pattern: string;
  /** `allow` lets such calls pass, `deny` refuses them without asking. Default: `allow`. */
  readonly effect?: GrantEffect;
  /** `once` is for the next call it covers, wherever that is made. */
  readonly scope: { readonly session: string } | { readonly execution: ExecutionId } | 'once' | 'always';
  /** Default: 8 hours for a session (`sessionGrantsExpireInMs`), otherwise never. */
  readonly expiresInMs?: number;
  /** Of an approval only. */
  readonly uses?: number;
  /** Only calls whose arguments are so. */
  readonly when?: ArgumentCondition;
  /** Who gives it, for the audit log; default: `host`. */
  readonly by?: string;
}

/** Which grants to list. */
export interface GrantFilter {
  /** Only grants for this session. */
  readonly session?: string | undefined;
  /** Only those older than this one, for paging: the `next` of the page before. */
  readonly before?: GrantId | undefined;
  /** Default: all of them. */
  readonly limit?: number | undefined;
}

/** Remembered answers: `shed.grants`. */
export interface Grants {
  /** Adds a grant, bound to the tools as they are now. */
  add(request: GrantRequest): Promise<Grant>;
  /** Newest first. */
  list(filter?: GrantFilter): Promise<Page<Grant, GrantId>>;
  /** Revokes one grant; returns whether it was there. */
  revoke(id: GrantId, by?: string): Promise<boolean>;
  /** Revokes every grant of a session; returns how many. */
  clear(session: string, by?: string): Promise<number>;
}

/** Which secrets to list. */
export interface SecretFilter {
  /** Only secrets of this session. */
  readonly session?: string | undefined;
  /** Only those older than this one, for paging: the `next` of the page before. */
  readonly before?: SecretHandle | undefined;
  /** Default: all of them. */
  readonly limit?: number | undefined;
}

/** Secrets as their owner sees them: names and handles. Values go in and only tools get them out. */
export interface Secrets {
  /** Keeps a secret of the host's under a name; programs may use it where `sharedSecrets` lists it. */
  set(name: string, value: string): Promise<SecretFacts>;
  /** Newest first. */
  list(filter?: SecretFilter): Promise<Page<SecretFacts, SecretHandle>>;
  /** By handle, or by the name of one of the host's. Whether it was there. */
  remove(nameOrHandle: string): Promise<boolean>;
  /** Removes every secret of a session; returns how many. */
  clear(session: string): Promise<number>;
  /** Where they are kept, and whether they last. */
  keeping(): Promise<VaultKeeping>;
}

/** What happened, as it was journaled; in order for each execution. */
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

/** Whether a host can take work. */
export interface Readiness {
  /** True if there is no reason against it. */
  readonly isReady: boolean;
  /** Why it cannot, in words that name no address and no secret. */
  readonly reasons: readonly string[];
}

/** How a host is drained. */
export interface DrainOptions {
  /** How long handlers that work may go on. Default: 10 s. */
  readonly graceMs?: number;
}

/**
 * An open host: it runs programs, keeps their questions, and resumes them when somebody answers.
 *
 * Close it with `await using`, or `await shed[Symbol.asyncDispose]()`. Executions outlive it: their journals are in the
 * store, and the next host goes on with them.
 *
 * @example
 * ```ts
 * await using shed = await openToolshed({ tools: [mail], store: { sqlite: 'toolshed.db' } });
 *
 * const result = await shed.execute(`return await tools.mail.send({ to: 'ada@x.org' })`);
 * if (result.status === 'paused') {
 *   // now, or weeks later, here or in another process:
 *   const done = await shed.resume(result.executionId, true);
 * }
 * ```
 */
export interface Toolshed extends AsyncDisposable {
  /** Runs a program until it is done or can go no further without a person. Failures of the program are results. */
  execute(program: string, options?: ExecuteOptions): Promise<ExecutionResult>;
  /** Starts a program, and resolves with its id once the start is on disk. It runs on; a failure is in its result. */
  start(program: string, options?: ExecuteOptions): Promise<ExecutionId>;
  /** Answers an open question and goes on. Takes an execution's id or a question's. Sent twice, it is one answer. */
  resume(id: string, answer: boolean | ResumeAnswer | ResumeAnswers, options?: ResumeOptions): Promise<ExecutionResult>;
  /**
   * Starts a side quest: an execution attached to an open question, by default in the same session. When it ends, the
   * person is brought back to the question; when the question is cancelled, so is it.
   */
  fork(elicitationId: string, program: string, options?: ExecuteOptions): Promise<ExecutionResult>;
  /** The executions one errand is made of, from its root, whichever of them, or of their questions, is named. */
  tree(id: string): Promise<QuestNode>;
  /** Offers an open question to the channels again, although a side quest goes on or nobody took it. */
  returnTo(elicitationId: string): Promise<void>;
  /** Asks an expired question again. */
  reask(elicitationId: string): Promise<ExecutionResult>;
  /**
   * Says that the flow behind a page is over, under the id its tool gave it (`flowId`, `elicitUrl`). For the owner of
   * the flow only, who alone knows that id: no program and no channel can call it. The same content, sent again, counts
   * once and resolves with how far the execution is; other content is refused (`elicitation/already-answered`).
   */
  completeElicitation(flow: string, outcome?: FlowOutcome): Promise<ExecutionResult>;
  /** The question that waits for this flow, or did, and its execution. */
  locateFlow(flow: string): Promise<LocatedQuestion>;
  /** For the host's people: with what handlers threw (`defect`), which no other result has. */
  get(id: string): Promise<ExecutionResult>;
  /** The execution that an id, its own or one of its questions', belongs to. */
  locate(id: string): Promise<ExecutionId>;
  /** Newest first, by default 50, with how many there are in all (`total`) and where to go on (`next`). */
  list(filter?: ExecutionFilter): Promise<Page<ExecutionSummary, ExecutionId>>;
  /** The same for questions that wait for somebody. */
  pending(filter?: QuestionFilter): Promise<Page<PendingElicitation, ElicitationId>>;
  /** Stops it at once, for good: handlers are aborted, questions are closed. */
  cancel(id: string, reason?: string, by?: AnsweredBy): Promise<ExecutionResult>;
  /** Resumes an execution that time or a crash left waiting, until it is idle. */
  wake(id: string): Promise<ExecutionResult>;
  /**
   * Goes on with an execution here although another process drives it: for one whose owner hangs, or cannot be told from
   * one that lives. What that process still does about it is refused; a call it had started is in doubt.
   */
  takeOver(id: string, by?: AnsweredBy): Promise<ExecutionResult>;
  /** The same for all that are due; returns which. A host that `wakes` does so by itself. */
  wakeAll(): Promise<readonly ExecutionId[]>;
  /** How many executions are at work in this host, and how many wait here for a place. */
  occupancy(): Occupancy;
  /** Every entry of an execution's journal, without what handlers threw. */
  journal(id: string): Promise<readonly JournalEntry[]>;
  /** Replays it without doing anything: whether it could still go on, and if not, where it departs from its journal. */
  replay(id: string): Promise<ReplayReport>;
  /** What this process journals, from now on. */
  events(): AsyncIterableIterator<ExecutionEvent>;
  /** What any process journaled after a position, in one order; the way to follow without missing anything. */
  eventsAfter(position: number, filter?: EntriesFilter): Promise<EntriesPage>;
  /** The position of the newest entry. */
  lastEvent(): Promise<number>;
  /** Notifies of what any process appends: names of executions and kinds of entries, never what they say. */
  readonly changes: Changes;
  /**
   * What handlers report with `context.progress`, from now on. Of handlers at other nodes of a cluster only the newest of
   * a moment, and possibly nothing.
   */
  progress(): AsyncIterableIterator<ProgressEvent>;
  /** Deletes terminal executions that ended longer ago than this; returns how many. The audit log keeps its lines. */
  prune(olderThanMs: number): Promise<number>;
  /**
   * Forgets an execution whose journal is damaged beyond reading, which can be neither answered nor cancelled. `keep` is
   * given what is left of its entries first; if it fails, nothing is forgotten. The audit log says who did it.
   */
  retire(id: string, keep: (remains: readonly string[]) => Promise<void>, by?: AnsweredBy): Promise<void>;
  /** Remembered answers. */
  readonly grants: Grants;
  /** The rules, and what they say about a call. */
  readonly policy: Policy;
  /** The host's secrets. */
  readonly secrets: Secrets;
  /** The audit log. */
  readonly audit: AuditLog;
  /** The tools of the host and of its sources. */
  readonly catalog: ToolCatalog;
  /** Work that any node of a cluster may do; undefined where one machine has the store for itself. */
  readonly jobs: Jobs | undefined;
  /** Everything that is measured, as it is now: no session, agent, id or argument is in it. */
  metrics(): Promise<readonly Metric[]>;
  /** Whether it can take work: its store answers, its lease is sure, and it does not drain. Asks the store once a second at most. */
  readiness(): Promise<Readiness>;
  /**
   * Gets it ready to be stopped: it starts and wakes nothing more (`host/draining`), and hands over what it drives, so
   * that another host goes on at once. Answers are still journaled. Resolves when nothing is left here, or when
   * `graceMs` are over; handlers that work until then are aborted when it is closed.
   */
  drain(options?: DrainOptions): Promise<void>;
  /** Small records that the nodes of a cluster share; undefined where one machine has the store for itself. */
  readonly records: SharedRecords | undefined;
}
