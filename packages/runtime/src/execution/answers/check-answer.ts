// Checks an answer against the question it is for. The third stage of an answer: `choose-questions` has found the question;
// `apply-middleware` gets the checked answer next.
//
// Everything an answer holds is checked here before any of it is written (invariant 5 of ARCHITECTURE.md): who may give
// it, its action, its content, the arguments an approver changes, and what is to be remembered. Secrets are separated
// from it here and continue as handles.

import { Answer, type ExecutionId, type GivenAction, InvalidAnswerError, type SchemaIssue } from '@toolshed/kernel';
import {
  canonicalJson,
  type ExecutionState,
  isTimeUp,
  type RecordedQuestion,
  readContent,
  readIssues,
  readOtherAnswer,
  refusalFor,
} from '@toolshed/kernel/runtime';
import type { MemorableAnswer } from '../../policy/host-grants.js';
import type { ResumeAnswer } from '../../host-api/resume-answer.js';
import { ForbiddenAnswerError, PersonOnlyError } from '../execution-errors.js';
import { assertMayApprove, type NamedArguments } from './approval-counting.js';
import type { AnswerToOpen } from './choose-questions.js';
import { type EditDeps, readEdit } from './check-edited-arguments.js';
import { whyOnlyPeople } from './person-only.js';
import { LIBRARY } from './read-answer.js';
import { answerIssues, type PartedAnswer, partSecrets } from './secret-answers.js';

export interface CheckAnswerDeps extends EditDeps {
  readonly agentsMayAnswer: boolean;
}

/** An answer that fits its question, without its secrets. */
export interface CheckedAnswer extends PartedAnswer {
  readonly question: RecordedQuestion;
  readonly named: NamedArguments;
  /** What is to be remembered if this becomes the answer. */
  readonly memory: MemorableAnswer | undefined;
}

/** Throws if one of them does not fit its question: then none is taken. */
export const checkAnswers = (
  id: ExecutionId,
  state: ExecutionState,
  answers: readonly AnswerToOpen[],
  deps: CheckAnswerDeps,
): Promise<readonly CheckedAnswer[]> =>
  Promise.all(answers.map(([question, given]) => checkAnswer(id, state, question, given, deps)));

async function checkAnswer(
  id: ExecutionId,
  state: ExecutionState,
  question: RecordedQuestion,
  given: ResumeAnswer,
  deps: CheckAnswerDeps,
): Promise<CheckedAnswer> {
  const answer = readAnswer(question, given, deps.agentsMayAnswer);
  assertAllIsUsed(question, given, answer.action);
  const bare = { question, ...partSecrets(question, answer), named: undefined };
  if (answer.action !== 'accept') return { ...bare, memory: memoryOf(id, state, question, given, answer) };
  const { approvals } = question;
  if (approvals) assertMayApprove(state, question.elicitation, answer.by, approvals.needed);
  const named = given.args === undefined ? undefined : { args: await readEdit(id, state, question, given.args, deps) };
  return { ...bare, named, memory: memoryOf(id, state, question, given, answer, named?.args) };
}

function readAnswer(question: RecordedQuestion, given: ResumeAnswer, agentsMayAnswer: boolean): Answer {
  const { data, reason, by = LIBRARY } = given;
  const { elicitation, request } = question;
  if (by.principal.trim() === '')
    throw new InvalidAnswerError(elicitation, [{ field: 'by.principal', message: 'is empty; say who answers' }]);
  if (by.kind === 'agent' && !agentsMayAnswer) throw new ForbiddenAnswerError(by.principal);
  const common = { by, ...(reason === undefined ? {} : { reason }) };
  const action = actionOf(question, given);
  const why = by.kind === 'person' ? undefined : whyOnlyPeople(request, action);
  if (why !== undefined) throw new PersonOnlyError(elicitation, why);
  const content = action === 'accept' ? readContent(request, data) : readOtherAnswer(request, action, data);
  if (content.kind === 'invalid') throw new InvalidAnswerError(elicitation, answerIssues(request, content.issues));
  const kept = content.value === undefined ? {} : { content: toJson(content.value) };
  return wellFormed(question, { action, ...kept, ...common });
}

/** Clients and channels may be written in JavaScript: an unknown action must not get into a journal. */
function wellFormed({ elicitation }: RecordedQuestion, answer: Answer): Answer {
  const read = Answer.safeParse(answer);
  if (read.success && !isTimeUp(read.data.action)) return read.data;
  const message = `"${answer.action}" cannot be given as an answer`;
  throw new InvalidAnswerError(elicitation, read.error ? readIssues(read.error) : [{ field: 'action', message }]);
}

/** `approved: false` is whichever refusal the question has. */
function actionOf({ elicitation, request }: RecordedQuestion, { action, approved }: ResumeAnswer): GivenAction {
  if (action !== undefined) return action;
  if (approved) return 'accept';
  const refusal = refusalFor(request);
  const issue: SchemaIssue = { field: '', message: 'this question cannot be refused' };
  if (refusal === undefined) throw new InvalidAnswerError(elicitation, [issue]);
  return refusal;
}

/** Threat: part of an answer that nothing reads, such as other arguments beside a refusal or an action that ignores them. */
function assertAllIsUsed(
  { elicitation, asker }: RecordedQuestion,
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

/**
 * Threat: a path in a question of the program's own is chosen by the program; remembering it would let a program have any
 * tool granted under any text it likes. Only the gate's questions can be remembered.
 */
function memoryOf(
  id: ExecutionId,
  { started, open }: ExecutionState,
  { call, asker, elicitation, approvals }: RecordedQuestion,
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

const toJson = (value: unknown): NonNullable<Answer['content']> => JSON.parse(canonicalJson(value));
