// Turns what a caller of `resume` said into journal entries, against the latest state of the execution.

import {
  AmbiguousAnswerError,
  Answer,
  type Clock,
  type EntryOf,
  type ExecutionId,
  ElicitationId,
  type ElicitationRequest,
  type GateDecision,
  type GivenAction,
  InvalidAnswerError,
  type JournalEntry,
  type SchemaIssue,
  StaleAnswerError,
} from '@toolshed/kernel';
import {
  canonicalJson,
  type Digest,
  type ExecutionState,
  isTimeUp,
  type NewEntry,
  type OpenNamed,
  openQuestion,
  openQuestions,
  type Question,
  readContent,
  readIssues,
  readOtherAnswer,
  refusalFor,
} from '@toolshed/kernel/runtime';
import type { MemorableAnswer } from '../../policy/host-grants.js';
import type { ResumeAnswer, ResumeAnswers } from '../../toolshed.js';
import { answerIssues } from './answer-issues.js';
import { assertMayApprove, type NamedArguments, partialApproval } from './approval-counting.js';
import { type EditDeps, readEdit } from './edit-arguments.js';
import type { EarlierAnswers, SaidAgain } from './earlier-answers.js';
import { type DecideAgainDeps, stricterNow } from '../calls/decide-again.js';
import { ForbiddenAnswerError, ForeignElicitationError, PersonOnlyError } from '../execution-errors.js';
import type { Past } from '../journal/execution-journal.js';
import { expiredEntry, isDue } from './expiry.js';
import { whyNoAgent } from './for-people.js';
import { LIBRARY } from './library-answers.js';
import { type PartedAnswer, partSecrets } from './secret-answers.js';
import { SUPERSEDED } from '../calls/stale-previews.js';
import { stricterEntries } from './stricter-answers.js';

export interface AnsweringDeps extends EditDeps {
  readonly agentsMayAnswer: boolean;
}

export interface GivenAnswer extends PartedAnswer {
  readonly question: Question;
  readonly named: NamedArguments;
  /** What is to be remembered if this becomes the answer. */
  readonly memory: MemorableAnswer | undefined;
}

/** What became of an answer on its way through the host's middleware. */
export type HeardAnswer =
  | {
      readonly kind: 'answered';
      readonly given: GivenAnswer;
      readonly answer: Answer;
      readonly raw: Answer | undefined;
      /** Whether it approves what is no longer what would happen. */
      readonly isStale: boolean;
    }
  | {
      readonly kind: 'revised';
      readonly given: GivenAnswer;
      readonly request: ElicitationRequest;
      readonly raw: Answer;
    };

export interface MeantAnswers {
  readonly open: readonly GivenAnswer[];
  /** What is said to questions that are no longer open. */
  closed(earlier: EarlierAnswers): readonly { readonly elicitation: string; readonly said: SaidAgain }[];
}

/**
 * Which questions an answer is meant for, and what it says to each. Decided once, by the state it was first asked
 * about: an answer that has to be written anew must not meet a question that came up since. All of it is checked
 * before any of it is written.
 */
export async function meantAnswers(
  id: ExecutionId,
  { entries, state }: Past,
  given: ResumeAnswer | ResumeAnswers,
  deps: AnsweringDeps,
  shown?: string,
): Promise<MeantAnswers> {
  if ('answers' in given || given.elicitationId !== undefined) {
    const chosen = namedOpen(state, namedIn(given), shown);
    const still = new Set<string>(chosen.map(([{ elicitation }]) => elicitation));
    // Whoever was shown a question by a channel that took it back is not told.
    const closed = shown === undefined ? namedIn(given).filter(([one]) => !still.has(one)) : [];
    return { open: await readAll(id, state, chosen, deps), closed: (earlier) => toSaid(earlier, closed) };
  }
  const open = openQuestions(state).filter(({ digest }) => shown === undefined || digest === shown);
  const chosen = chooseQuestions(id, open, given);
  if (shown !== undefined) return { open: await readAll(id, state, chosen, deps), closed: () => [] };
  assertFresh(id, state, entries, given.all === true, open);
  const closed = (earlier: EarlierAnswers): readonly Named[] =>
    open.length > 0 ? [] : earlier.ids.map((one) => [one, given] as const);
  return { open: await readAll(id, state, chosen, deps), closed: (earlier) => toSaid(earlier, closed(earlier)) };
}

type Chosen = readonly [Question, ResumeAnswer];
type Named = readonly [elicitation: string, ResumeAnswer];

const readAll = (
  id: ExecutionId,
  state: ExecutionState,
  chosen: readonly Chosen[],
  deps: AnsweringDeps,
): Promise<readonly GivenAnswer[]> =>
  Promise.all(chosen.map(([question, answer]) => readGiven(id, state, question, answer, deps)));

/** Those that are open, in the order of their calls. */
const namedOpen = (state: ExecutionState, named: readonly Named[], shown: string | undefined): readonly Chosen[] =>
  named
    .flatMap(([one, answer]): readonly Chosen[] => {
      const id = ElicitationId.safeParse(one);
      const question = id.success ? openQuestion(state, id.data) : undefined;
      const isMeant = question !== undefined && (shown === undefined || question.digest === shown);
      return isMeant ? [[question, answer]] : [];
    })
    .toSorted(([a], [b]) => a.call - b.call);

function chooseQuestions(id: ExecutionId, open: readonly Question[], given: ResumeAnswer): readonly Chosen[] {
  // Arguments are meant for one call: given to all, they would make every call the same.
  if (open.length > 1 && (!given.all || given.args !== undefined)) throw new AmbiguousAnswerError(id, openOf(open));
  return open.map((question) => [question, given]);
}

function namedIn(given: ResumeAnswer | ResumeAnswers): readonly Named[] {
  if (!('answers' in given)) return given.elicitationId === undefined ? [] : [[given.elicitationId, given]];
  const { answers, by } = given;
  return Object.entries(answers).map(([id, answer]) => [id, by === undefined ? answer : { by, ...answer }]);
}

const toSaid = (earlier: EarlierAnswers, named: readonly Named[]): ReturnType<MeantAnswers['closed']> =>
  named.map(([elicitation, answer]) => ({ elicitation, said: earlier.saidAgain(elicitation, answer) }));

const openOf = (open: readonly Question[]): readonly OpenNamed[] =>
  open.map(({ elicitation, request }) => ({ elicitationId: elicitation, message: request.message }));

/**
 * Threat: an answer that is sent twice, or late, and meets a question its giver has not seen. An answer that names no
 * question is for the only one an execution ever asked, in the only words it had; one to all that is open says so, and
 * is refused only where a question expired under its giver's eyes.
 */
function assertFresh(
  id: ExecutionId,
  state: ExecutionState,
  entries: readonly JournalEntry[],
  isForAll: boolean,
  open: readonly Question[],
): void {
  if (open.length === 0) return;
  const isFirst = state.asked === open.length && open.every(({ raws }) => raws.length === 0);
  if (isForAll ? hasExpiredUnanswered(entries) : !isFirst) throw new StaleAnswerError(id, openOf(open));
}

/**
 * Threat: a program that asks something harmless for a moment, and something else once that has expired. Whoever
 * answers all that is open may have read the first; only what somebody answered since shows that they have not.
 */
function hasExpiredUnanswered(entries: readonly JournalEntry[]): boolean {
  const last = entries.findLast(
    (entry) => entry.kind === 'reopened' || (entry.kind === 'answered' && isTelling(entry)),
  );
  return last?.kind === 'answered' && isTimeUp(last.answer.action);
}

const isTelling = ({ answer }: EntryOf<'answered'>): boolean => isTimeUp(answer.action) || answer.by.kind !== 'runtime';

export function assertOwn(id: ExecutionId, elicitation: string, owner: ExecutionId): void {
  if (owner !== id) throw new ForeignElicitationError(elicitation, id);
}

async function readGiven(
  id: ExecutionId,
  state: ExecutionState,
  question: Question,
  given: ResumeAnswer,
  deps: AnsweringDeps,
): Promise<GivenAnswer> {
  const answer = readAnswer(question, given, deps.agentsMayAnswer);
  assertAllIsUsed(question, given, answer.action);
  const bare = { question, ...partSecrets(question, answer), named: undefined };
  if (answer.action !== 'accept') return { ...bare, memory: memoryOf(id, state, question, given, answer) };
  const { approvals } = question;
  if (approvals) assertMayApprove(state, question.elicitation, answer.by, approvals.needed);
  const named = given.args === undefined ? undefined : { args: await readEdit(id, state, question, given.args, deps) };
  return { ...bare, named, memory: memoryOf(id, state, question, given, answer, named?.args) };
}

/**
 * Threat: a path in a question of the program's own is the program's word; remembering it would let a program have any
 * tool granted under any text it likes. Only the gate's questions can be remembered.
 */
function memoryOf(
  id: ExecutionId,
  { started, open }: ExecutionState,
  { call, asker, elicitation, approvals }: Question,
  { remember }: ResumeAnswer,
  { action, by }: Answer,
  edited?: string,
): MemorableAnswer | undefined {
  const about = open.get(call);
  if (remember === undefined || remember === 'once' || asker !== 'gate') return undefined;
  if (about?.kind !== 'asking' || about.issued.kind !== 'tool-called') return undefined;
  const refuse = (message: string) => new InvalidAnswerError(elicitation, [{ field: 'remember', message }]);
  if (action !== 'accept' && action !== 'decline' && action !== 'denied')
    throw refuse('only an approval or a refusal can be remembered');
  const effect = action === 'accept' ? 'allow' : 'deny';
  if (approvals && effect === 'allow')
    throw refuse(`${approvals.needed} people approve such a call each time; nothing can be remembered`);
  const { path, tool, args } = about.issued;
  const { session } = started;
  return { session, execution: id, path, tool, args: JSON.parse(edited ?? args), effect, remember, by };
}

/** Throws before anything is written if the answer does not fit the question. */
function readAnswer(question: Question, given: ResumeAnswer, agentsMayAnswer: boolean): Answer {
  const { data, reason, by = LIBRARY } = given;
  const { elicitation, request } = question;
  if (by.principal.trim() === '')
    throw new InvalidAnswerError(elicitation, [{ field: 'by.principal', message: 'is empty; say who answers' }]);
  if (by.kind === 'agent' && !agentsMayAnswer) throw new ForbiddenAnswerError(by.principal);
  const common = { by, ...(reason === undefined ? {} : { reason }) };
  const action = actionOf(question, given);
  const why = by.kind === 'agent' ? whyNoAgent(request, action) : undefined;
  if (why !== undefined) throw new PersonOnlyError(elicitation, why);
  const content = action === 'accept' ? readContent(request, data) : readOtherAnswer(request, action, data);
  if (content.kind === 'invalid') throw new InvalidAnswerError(elicitation, answerIssues(request, content.issues));
  const kept = content.value === undefined ? {} : { content: toJson(content.value) };
  return wellFormed(question, { action, ...kept, ...common });
}

/** Clients and channels may be written in JavaScript: an action nobody knows must not get into a journal. */
function wellFormed({ elicitation }: Question, answer: Answer): Answer {
  const read = Answer.safeParse(answer);
  if (read.success && !isTimeUp(read.data.action)) return read.data;
  const issues = read.error ? readIssues(read.error) : [{ field: 'action', message: 'only time says that' }];
  throw new InvalidAnswerError(elicitation, issues);
}

/** A plain no is whichever refusal the question knows. */
function actionOf({ elicitation, request }: Question, { action, approved }: ResumeAnswer): GivenAction {
  if (action !== undefined) return action;
  if (approved) return 'accept';
  const refusal = refusalFor(request);
  const issue: SchemaIssue = { field: '', message: 'it takes no refusal' };
  if (refusal === undefined) throw new InvalidAnswerError(elicitation, [issue]);
  return refusal;
}

/** Threat: something a person said that nobody reads, such as other arguments beside a word that runs the old ones. */
function assertAllIsUsed(
  { elicitation, asker }: Question,
  { data, args, remember }: ResumeAnswer,
  action: Answer['action'],
): void {
  const refuse = (field: string, message: string): never => {
    throw new InvalidAnswerError(elicitation, [{ field, message }]);
  };
  const isAccepted = action === 'accept';
  if (data !== undefined && isAccepted && asker === 'gate')
    refuse('data', 'has no meaning in the approval of a call; "args" are other arguments, "reason" is why');
  if (data !== undefined && !isAccepted && action !== 'other')
    refuse('data', 'has no meaning in a refusal; say why in "reason"');
  if (args !== undefined && !isAccepted) refuse('args', 'have no meaning in a refusal; only an approval changes them');
  if (remember === undefined || remember === 'once') return;
  if (asker !== 'gate') refuse('remember', 'is for calls at the gate; this question is asked by a tool or a program');
}

const toJson = (value: unknown): NonNullable<Answer['content']> => JSON.parse(canonicalJson(value));

/**
 * An approval and the start of what it approves are one write; one that is not the last is only noted. To accept a
 * page with a flow behind it is to consent: the answer is there when the flow is over. Nothing if the words the
 * answer was given to are not open; that it expired, if its time was up and nobody had said so. Every approval of a
 * call, whoever brings it, is decided about here once more.
 */
export function answerEntries(
  id: ExecutionId,
  state: ExecutionState,
  heard: HeardAnswer,
  deps: DecideAgainDeps & { readonly digest: Digest; readonly clock: Clock },
): readonly NewEntry[] {
  const { digest, clock } = deps;
  const { question, named } = heard.given;
  const { elicitation, call, asker, request: asked } = question;
  const open = state.questions.get(elicitation);
  if (open === undefined || open.answer !== undefined || open.digest !== question.digest) return [];
  if (isDue(open, clock.now())) return [expiredEntry(open)];
  if (heard.kind === 'revised') {
    const { request, raw } = heard;
    const kept = {
      ...(open.expiresAt === undefined ? {} : { expiresAt: open.expiresAt }),
      ...(open.approvals === undefined ? {} : { approvals: open.approvals.needed }),
    };
    return [
      { kind: 'revised', elicitation, call, asker, digest: digest(canonicalJson(request)), request, raw, ...kept },
    ];
  }
  const { answer, raw } = heard;
  const isAccepted = answer.action === 'accept';
  if (isAccepted && asked.type === 'url' && asked.flow !== undefined)
    return open.consent ? [] : [{ kind: 'consented', elicitation, call, by: answer.by }];
  const entries = (isAccepted ? partialApproval(open, answer, named) : undefined) ?? [answered(heard)];
  if (asker !== 'gate' || !isAccepted || entries.length === 0) return entries;
  const stricter = stricterFor(id, state, open, named, deps);
  if (heard.isStale && stricter?.kind !== 'deny') return staleEntries(state, open, stricter);
  const isItsOwn = raw !== undefined;
  if (stricter)
    return stricterEntries(state, open, { given: heard.given, answer, isItsOwn, entries }, stricter, digest);
  return entries.some(({ kind }) => kind === 'answered')
    ? [...entries, { kind: 'invoking', call, attempt: 1 }]
    : entries;
}

function answered({ given, answer, raw }: Extract<HeardAnswer, { kind: 'answered' }>): NewEntry {
  const { question, named } = given;
  const { elicitation, call } = question;
  return {
    kind: 'answered',
    elicitation,
    call,
    answer,
    ...(answer.action === 'accept' && named?.args !== undefined ? { args: named.args } : {}),
    ...(raw === undefined ? {} : { raw }),
  };
}

/** The decision about a call whose question is being approved, where it is stricter by now. */
function stricterFor(
  id: ExecutionId,
  state: ExecutionState,
  { call, approvals }: Question,
  named: NamedArguments,
  deps: DecideAgainDeps,
): GateDecision | undefined {
  const about = state.open.get(call);
  if (about?.kind !== 'asking' || about.issued.kind !== 'tool-called') return undefined;
  return stricterNow(id, state, about.issued, named?.args ?? about.issued.args, approvals?.needed ?? 1, deps);
}

/** The question is closed, and the call asks again: with what it would do now, and as policy decides now. */
function staleEntries(
  { open }: ExecutionState,
  { elicitation, call }: Question,
  stricter: GateDecision | undefined,
): readonly NewEntry[] {
  const about = open.get(call);
  if (about?.kind !== 'asking' || about.issued.kind !== 'tool-called') return [];
  const decision = stricter ?? about.issued.decision;
  return [
    { kind: 'answered', elicitation, call, answer: SUPERSEDED },
    { kind: 'redecided', call, decision, stale: true },
  ];
}
