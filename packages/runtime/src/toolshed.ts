// The public face of the runtime: one open host, its executions, its questions and its grants. What its methods take is
// in `host-api/`; `toolshed-methods.ts` makes it.

import type {
  AnsweredBy,
  AuditLog,
  Clock,
  ElicitationId,
  ExecutionFilter,
  ExecutionId,
  ExecutionSummary,
  Jobs,
  JournalEntry,
  Page,
  QuestNode,
  QuestionFilter,
  SharedRecords,
  ToolCatalog,
  PendingElicitation,
} from '@toolshed/kernel';
import type { EntriesFilter, EntriesPage, LocatedQuestion } from '@toolshed/kernel/runtime';
import type { CheckMode, CheckOutcome } from './check/type-problem.js';
import type { Changes } from './changes/changes.js';
import type { ExecutionResult } from './execution/execution-result.js';
import type { Occupancy } from './execution/residency/places/places.js';
import type { ReplayReport } from './execution/replay/dry-run.js';
import type { ExecuteOptions } from './host-api/execute-options.js';
import type { Grants } from './host-api/grants-api.js';
import type { ExecutionEvent, ProgressEvent } from './host-api/host-events.js';
import type { Plans } from './host-api/plans-api.js';
import type { Readiness } from './host-api/readiness.js';
import type { FlowOutcome, ResumeAnswer, ResumeAnswers, ResumeOptions } from './host-api/resume-answer.js';
import type { Secrets } from './host-api/secrets-api.js';
import type { UndoOptions } from './host-api/undo-api.js';
import type { State } from './host-api/state-api.js';
import type { Metric } from './metrics/metric.js';
import type { Programs } from './programs/host-programs.js';
import type { Schedules } from './schedules/host-schedules.js';
import type { Policy } from './policy/host-policy.js';

/** How a host is drained. */
export interface DrainOptions {
  /** How long working handlers may continue. Default: 10 s. */
  readonly graceMs?: number;
}

/** How an execution is read. */
export interface GetOptions {
  /** `warn`: a failure names what the types of the program show, if the host sets nothing. Default: `off`. */
  readonly check?: CheckMode;
}

/**
 * An open host: it runs programs, keeps their questions, and resumes them when somebody answers.
 *
 * Close it with `await using`, or `await shed[Symbol.asyncDispose]()`. Executions outlive it: their journals are in the
 * store, and the next host continues them.
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
  /** Runs a program until it is done or can only wait for a person or a timer. Failures of the program are results. */
  execute(program: string, options?: ExecuteOptions): Promise<ExecutionResult>;
  /** Starts a program, and resolves with its id once the start is on disk. It keeps running; a failure is in its result. */
  start(program: string, options?: ExecuteOptions): Promise<ExecutionId>;
  /** Checks a program against the types of the tools, without running it. Never throws for what it finds. */
  check(program: string): Promise<CheckOutcome>;
  /** The whole run at a glance: what a program would ask, and the approval of exactly that. */
  readonly plans: Plans;
  /**
   * Undoes what an execution did that has ended: an execution of its own reverts its calls, newest first, each of them a
   * call that asks. Its value says what was undone, and what cannot be. A call is undone once; an undo that has not ended
   * continues.
   */
  undo(id: string, options?: UndoOptions): Promise<ExecutionResult>;
  /** Answers an open question and continues its execution. Takes an execution's id or a question's. Sent twice, it is one answer. */
  resume(id: string, answer: boolean | ResumeAnswer | ResumeAnswers, options?: ResumeOptions): Promise<ExecutionResult>;
  /**
   * Starts a side quest: an execution attached to an open question, by default in the same session. When it ends, the
   * person is brought back to the question; when the question is cancelled, so is it.
   */
  fork(elicitationId: string, program: string, options?: ExecuteOptions): Promise<ExecutionResult>;
  /** The tree of an execution and its side quests, from its root; takes the id of any of them, or of one of their questions. */
  tree(id: string): Promise<QuestNode>;
  /** Offers an open question to the channels again, although a side quest is under way or nobody took it. */
  returnTo(elicitationId: string): Promise<void>;
  /** Asks an expired question again. */
  reask(elicitationId: string): Promise<ExecutionResult>;
  /**
   * Completes the flow behind a page, by the id its tool gave it (`flowId`, `elicitUrl`). For the owner of
   * the flow only, who alone knows that id: no program and no channel can call it. The same content, sent again, counts
   * once and resolves with how far the execution is; other content is refused (`elicitation/already-answered`).
   */
  completeElicitation(flow: string, outcome?: FlowOutcome): Promise<ExecutionResult>;
  /** The question that waits for this flow, or did, and its execution. */
  locateFlow(flow: string): Promise<LocatedQuestion>;
  /** For the host's people: with what handlers threw (`defect`), which no other result has. */
  get(id: string, options?: GetOptions): Promise<ExecutionResult>;
  /** The execution that an id, its own or one of its questions', belongs to. */
  locate(id: string): Promise<ExecutionId>;
  /** Newest first, by default 50, with how many there are in all (`total`) and where the next page starts (`next`). */
  list(filter?: ExecutionFilter): Promise<Page<ExecutionSummary, ExecutionId>>;
  /** The same for questions that wait for somebody. */
  pending(filter?: QuestionFilter): Promise<Page<PendingElicitation, ElicitationId>>;
  /** Stops it at once, for good: handlers are aborted, questions are closed. With a plan, its run is stopped. */
  cancel(id: string, reason?: string, by?: AnsweredBy): Promise<ExecutionResult>;
  /** Resumes an execution that time or a crash left waiting, until it is idle. */
  wake(id: string): Promise<ExecutionResult>;
  /**
   * Takes over an execution although another process drives it: for an owner that hangs, or that cannot be distinguished from
   * a live one. Later writes of that process are refused; a call it had started is in doubt.
   */
  takeOver(id: string, by?: AnsweredBy): Promise<ExecutionResult>;
  /** The same for all that are due; returns which. A host that `wakes` does so by itself. */
  wakeAll(): Promise<readonly ExecutionId[]>;
  /** How many executions are at work in this host, and how many are queued here for a slot. */
  occupancy(): Occupancy;
  /** Every entry of an execution's journal, without what handlers threw. */
  journal(id: string): Promise<readonly JournalEntry[]>;
  /** Replays it without doing anything: whether it could still continue, and if not, where it diverges from its journal. */
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
   * What handlers report with `context.progress`, from now on. From handlers on other nodes of a cluster, only the newest report of
   * each interval, and possibly none.
   */
  progress(): AsyncIterableIterator<ProgressEvent>;
  /** Deletes terminal executions that ended longer ago than this; returns how many. The audit log keeps its lines. */
  prune(olderThanMs: number): Promise<number>;
  /**
   * Removes an execution whose journal cannot be read, so that it can be neither answered nor cancelled. `keep` is
   * called with what is left of its entries first; if it fails, nothing is removed. The audit log says who did it.
   */
  retire(id: string, keep: (remains: readonly string[]) => Promise<void>, by?: AnsweredBy): Promise<void>;
  /** Remembered answers. */
  readonly grants: Grants;
  /** The rules, and what they say about a call. */
  readonly policy: Policy;
  /** Programs that people saved as tools. */
  readonly programs: Programs;
  /** When saved programs are started by themselves. */
  readonly schedules: Schedules;
  /** What programs keep for later programs of their session. */
  readonly state: State;
  /** The host's secrets. */
  readonly secrets: Secrets;
  /** The audit log. */
  readonly audit: AuditLog;
  /** The tools of the host and of its sources. */
  readonly catalog: ToolCatalog;
  /** The time it goes by: where nodes share a store, that of the database. */
  readonly clock: Clock;
  /** Work that any node of a cluster may do; undefined where one machine has the store for itself. */
  readonly jobs: Jobs | undefined;
  /** Everything that is measured, as it is now: no session, agent, id or argument is in it. */
  metrics(): Promise<readonly Metric[]>;
  /** Whether it can take work: its store answers, its lease holds, and it is not draining. Asks the store once a second at most. */
  readiness(): Promise<Readiness>;
  /**
   * Gets it ready to be stopped: it starts and wakes nothing more (`host/draining`), and hands over what it drives, so
   * that another host continues it at once. Answers are still journaled. Resolves when nothing is left here, or when
   * `graceMs` are over; handlers that work until then are aborted when it is closed.
   */
  drain(options?: DrainOptions): Promise<void>;
  /** Small records that the nodes of a cluster share; undefined where one machine has the store for itself. */
  readonly records: SharedRecords | undefined;
}
