// The entries of a journal. An execution is the fold of its entries; everything else about it is derived.
//
// Add kinds freely; never change what an existing kind means: journals of this format are replayed forever. A new kind
// breaks the build in each place that must decide about it; test/architecture/entry-kinds.test.ts finds them.
// Values that crossed the sandbox boundary are kept as the JSON text that crossed it.

import { z } from 'zod';
import { Answer, AnsweredBy } from '../elicitation/answer/answer.js';
import { Asker } from '../elicitation/asker.js';
import { ElicitationRequest } from '../elicitation/request.js';
import { QuestEnd, RecordedParent } from '../elicitation/parent-question.js';
import { ElicitationId, ExecutionId } from '../ids.js';
import { GateDecision } from '../policy/gate-decision.js';
import { ToolPath } from '../tool/catalog/tool-path.js';
import { Label } from '../tool/catalog/placement.js';
import { Purpose } from './purpose.js';

export const JOURNAL_FORMAT = 1;

const JsonText = z.string();
const CallNumber = z.int().positive();

/** What a program may learn about a failure: nothing of the host, no stack, no cause. */
export const GuestError = z.strictObject({
  name: z.string(),
  code: z.string(),
  message: z.string(),
  reason: z.string().optional(),
  /** Pages a person has to visit first. */
  elicitations: z.array(z.strictObject({ message: z.string(), url: z.string(), elicitationId: z.string() })).optional(),
});
export type GuestError = Readonly<z.infer<typeof GuestError>>;

/** What a handler threw that is not for the program: stack and causes, without secrets. For people only. */
const Defect = z.string();

/** How an execution failed, with the program's own line and column where there is one. */
export const ExecutionError = z.strictObject({
  code: z.string(),
  message: z.string(),
  name: z.string().optional(),
  reason: z.string().optional(),
  line: z.int().optional(),
  column: z.int().optional(),
});
export type ExecutionError = Readonly<z.infer<typeof ExecutionError>>;

/** One line that a program printed with `console`. */
export const LogLine = z.strictObject({
  level: z.enum(['debug', 'log', 'info', 'warn', 'error']),
  text: z.string(),
});
export type LogLine = Readonly<z.infer<typeof LogLine>>;

const LateOutcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('returned'), value: JsonText.optional() }),
  z.strictObject({ kind: z.literal('threw'), error: GuestError, defect: Defect.optional() }),
]);

/** The call that entered the saved program this happened in. Left out: it happened in the program of the execution. */
const Within = { within: CallNumber.optional() };

const Position = { line: z.int().optional(), column: z.int().optional() };

/** How many different people have to approve, where one is not enough. */
const Approvals = z.int().min(2);

const entry = <K extends string, F extends z.core.$ZodLooseShape>(kind: K, facts: F) =>
  z.strictObject({ kind: z.literal(kind), seq: z.int().nonnegative(), at: z.int(), ...facts });

/** One entry of an execution's journal. Its `kind` says what happened. */
export const JournalEntry = z.discriminatedUnion('kind', [
  entry('started', {
    format: z.literal(JOURNAL_FORMAT),
    source: z.string(),
    seed: z.string(),
    session: z.string(),
    agent: z.string().optional(),
    /** Who started it: not an approver of its calls, where several are needed. */
    by: AnsweredBy.optional(),
    labels: z.record(z.string(), z.string()),
    idempotencyKey: z.string().optional(),
    /** Versions of what ran the program first, to explain a later divergence. */
    engine: z.string(),
    /** The question it left, for a side quest. */
    parent: RecordedParent.optional(),
    /** The first segments of the paths its host had tools under: another host may have others. */
    namespaces: z.array(z.string()).optional(),
    /** The limits it was started with, by the runtime's names. It keeps them: its program may depend on them. */
    limits: z.record(z.string(), z.int()).optional(),
    /** Responses to its questions carry `elicitationId`; those of executions started before that never will. */
    namesQuestions: z.literal(true).optional(),
    /** By which of the runtime's rules its program is run, for as long as it lives. Left out: the first. */
    rules: z.int().min(2).optional(),
    /** The trace it belongs to, as W3C writes it (`traceparent`), where its start was traced. */
    trace: z.string().optional(),
    /** Labels a host must have to drive it, because its tools are there. Left out: any host that has its tools. */
    placement: z.array(Label).min(1).optional(),
    /** What its program reads as `input`. */
    input: JsonText.optional(),
    /** Left out: to run its program. */
    purpose: Purpose.optional(),
  }),

  // What the program issued, numbered in the order it issued them. `digest` is of the arguments as sent.
  entry('tool-called', {
    call: CallNumber,
    path: ToolPath,
    /** Left out where what was sent is what is in `args`: see `digestOfSent`. */
    digest: z.string().optional(),
    /** The arguments as validated: what is shown, and what runs. */
    args: JsonText,
    /** Digest of the tool's definition when it was called. */
    tool: z.string(),
    decision: GateDecision,
    /** In a plan: whatever was decided, it does not run. */
    planned: z.literal(true).optional(),
    ...Position,
    ...Within,
  }),
  entry('call-refused', {
    call: CallNumber,
    /** As the program wrote it, which may not be a path at all. */
    path: z.string(),
    digest: z.string(),
    error: GuestError,
    ...Position,
    ...Within,
  }),
  entry('elicit-called', {
    call: CallNumber,
    digest: z.string(),
    /** What the program asks, where it is not asked in the same append. */
    request: JsonText.optional(),
    ...Position,
    ...Within,
  }),
  /**
   * The tool of a call that has not started is now defined differently. An approval was for the tool as it was, so the
   * call is decided again, with these arguments as the tool takes them now.
   */
  entry('tool-changed', { call: CallNumber, tool: z.string(), args: JsonText, decision: GateDecision }),
  /**
   * The call is decided again before it runs, and more strictly than before: policy now denies it, or a person has to
   * be asked again. An earlier approval no longer lets it run. `stale`: because its preview is no longer what would
   * happen.
   */
  entry('redecided', { call: CallNumber, decision: GateDecision, stale: z.literal(true).optional() }),
  /**
   * In a plan: what a person would be shown about a call that does not run, and what the program gets in place of its result.
   * Without a stand-in the program cannot continue from here, because of `missing`.
   */
  entry('planned', {
    call: CallNumber,
    request: ElicitationRequest,
    standIn: JsonText.optional(),
    missing: z.string().optional(),
  }),
  entry('timer-set', { call: CallNumber, digest: z.string(), due: z.int(), ...Within }),
  entry('printed', { logs: z.array(LogLine), emitted: z.array(JsonText), ...Within }),

  // Questions and answers.
  entry('asked', {
    elicitation: ElicitationId,
    call: CallNumber,
    asker: Asker,
    /** Digest of the request; an answer is given to this text and no other. */
    digest: z.string(),
    request: ElicitationRequest,
    /** What the asker wrote, where the person is shown something else. */
    original: ElicitationRequest.optional(),
    expiresAt: z.int().optional(),
    approvals: Approvals.optional(),
  }),
  /** One of several approvals a question needs, of the arguments it was asked about or of others; it stays open. */
  entry('approval-given', {
    elicitation: ElicitationId,
    call: CallNumber,
    by: AnsweredBy,
    args: JsonText.optional(),
    reason: z.string().optional(),
  }),
  /** A person agreed to open a page; the answer comes when the flow behind it is over. */
  entry('consented', { elicitation: ElicitationId, call: CallNumber, by: AnsweredBy }),
  /**
   * The same question in other words, after a person answered the words before; or, with a `decision`, in the same words
   * for more people, because policy now wants more of them. Those who approved it still count.
   */
  entry('revised', {
    elicitation: ElicitationId,
    call: CallNumber,
    asker: Asker,
    digest: z.string(),
    request: ElicitationRequest,
    raw: Answer.optional(),
    decision: GateDecision.optional(),
    expiresAt: z.int().optional(),
    approvals: Approvals.optional(),
  }),
  entry('answered', {
    elicitation: ElicitationId,
    call: CallNumber,
    answer: Answer,
    args: JsonText.optional(),
    /** The person's own answer, where the host's middleware made another of it. */
    raw: Answer.optional(),
  }),
  /** The person is back from a side quest. */
  entry('side-quest-ended', { elicitation: ElicitationId, execution: ExecutionId, status: QuestEnd }),

  // What happened to a call. The order of `returned`, `threw` and `fired` is the order of delivery to the program.
  entry('invoking', { call: CallNumber, attempt: z.int().positive() }),
  /**
   * The tool of the call is a saved program, which runs from here on in a sandbox of its own, with the arguments of the
   * call as its `input`. The text is recorded: the call keeps the version it began with, whatever is saved or deleted.
   */
  entry('program-entered', {
    call: CallNumber,
    version: z.int().positive(),
    /** Of the path, the text and the input schema: what grants for calls inside of it are bound to. */
    digest: z.string(),
    source: z.string(),
    input: JsonText,
    rules: z.int().min(1),
  }),
  entry('returned', { call: CallNumber, value: JsonText.optional() }),
  entry('threw', { call: CallNumber, error: GuestError, defect: Defect.optional() }),
  entry('fired', { call: CallNumber }),
  /**
   * The outcome of an attempt that nobody waited for any more: its execution has ended, or has continued without it.
   * The program does not learn it; nothing else changes.
   */
  entry('late-outcome', { call: CallNumber, attempt: z.int().positive(), outcome: LateOutcome }),

  // What happened to the execution.
  entry('parked', {
    wakeAt: z.int().optional(),
    /** The time the program has used so far, replays not counted. */
    used: z.strictObject({ cpuMs: z.int(), wallMs: z.int() }).optional(),
  }),
  /** A person let another process take over from its owner; what the former owner still appends is refused. */
  entry('taken-over', { by: AnsweredBy, from: z.string().optional() }),
  entry('sandbox-lost', { reason: z.string() }),
  /** Revokes the expiry of a question and everything that followed from it: the program is where it was before. */
  entry('reopened', { elicitation: ElicitationId }),
  entry('completed', { value: JsonText.optional() }),
  entry('failed', { error: ExecutionError }),
  entry('cancelled', { by: AnsweredBy, reason: z.string().optional() }),
]);
export type JournalEntry = Readonly<z.infer<typeof JournalEntry>>;
/** The kinds of journal entries: `started`, `called`, `answered` and so on. */
export type EntryKind = JournalEntry['kind'];
/** The journal entries of one kind: `EntryOf<'started'>`. */
export type EntryOf<K extends EntryKind> = Extract<JournalEntry, { kind: K }>;

/** An entry before the journal gave it its place and time. */
export type NewEntry = { [K in EntryKind]: Omit<EntryOf<K>, 'seq' | 'at'> }[EntryKind];
