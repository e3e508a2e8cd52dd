// Turns what a caller of `resume` said into journal entries, against the latest state of the execution.

import {
  AmbiguousAnswerError,
  type Answer,
  type AnsweredBy,
  canonicalJson,
  type ExecutionId,
  type ExecutionState,
  type GivenAction,
  InvalidAnswerError,
  type KeepSecret,
  type NewEntry,
  NoVaultError,
  openQuestions,
  type Question,
  readContent,
  readOtherAnswer,
  refusalFor,
  type SchemaIssue,
} from '@toolshed/kernel';
import type { ResumeAnswer } from '../toolshed.js';
import { ForbiddenAnswerError, ForeignElicitationError } from './errors.js';

/** Who answers when a host does not say. */
export const LIBRARY: AnsweredBy = { principal: 'host', kind: 'person', channel: 'library' };

export interface AnsweringDeps {
  readonly agentsMayAnswer: boolean;
  /** Absent where there is no vault: then no secret is taken. */
  readonly keepSecret: KeepSecret | undefined;
}

export interface GivenAnswer {
  readonly question: Question;
  readonly answer: Answer;
}

/**
 * Which questions an answer is meant for, and what it says to each. Decided once, by the state it was first asked
 * about: an answer that has to be written anew must not meet a question that came up since.
 */
export async function meantAnswers(
  id: ExecutionId,
  state: ExecutionState,
  given: ResumeAnswer,
  deps: AnsweringDeps,
): Promise<readonly GivenAnswer[]> {
  const read = chooseQuestions(id, state, given).map((question) => ({
    question,
    answer: readAnswer(question, given, deps.agentsMayAnswer),
  }));
  return Promise.all(read.map((one) => withoutSecret(one, deps.keepSecret)));
}

/** None if what it names was answered before. */
function chooseQuestions(id: ExecutionId, state: ExecutionState, answer: ResumeAnswer): readonly Question[] {
  const open = openQuestions(state);
  if (answer.elicitationId !== undefined) return open.filter(({ elicitation }) => elicitation === answer.elicitationId);
  if (open.length > 1 && !answer.all) {
    throw new AmbiguousAnswerError(
      id,
      open.map(({ elicitation, request }) => ({ elicitationId: elicitation, message: request.message })),
    );
  }
  return open;
}

export function assertOwn(id: ExecutionId, elicitation: string, owner: ExecutionId): void {
  if (owner !== id) throw new ForeignElicitationError(elicitation, id);
}

/** Throws before anything is written if the answer does not fit the question. */
function readAnswer(question: Question, given: ResumeAnswer, agentsMayAnswer: boolean): Answer {
  const { data, reason, by = LIBRARY } = given;
  const { elicitation, request } = question;
  if (by.kind === 'agent' && !agentsMayAnswer) throw new ForbiddenAnswerError(by.principal);
  const common = { by, ...(reason === undefined ? {} : { reason }) };
  const action = actionOf(question, given);
  const content = action === 'accept' ? readContent(request, data) : readOtherAnswer(request, action, data);
  if (content.kind === 'invalid') throw new InvalidAnswerError(elicitation, content.issues);
  return content.value === undefined ? { action, ...common } : { action, content: toJson(content.value), ...common };
}

/** A plain no is whichever refusal the question knows. Only `true` approves: a client's "false" is a text, and truthy. */
function actionOf({ elicitation, request }: Question, { action, approved }: ResumeAnswer): GivenAction {
  if (action !== undefined) return action;
  if (approved === true) return 'accept';
  const refusal = refusalFor(request);
  const issue: SchemaIssue = { field: '', message: 'it takes no refusal' };
  if (refusal === undefined) throw new InvalidAnswerError(elicitation, [issue]);
  return refusal;
}

/** The value goes to the vault before anything is written; what is journaled and handed on is its handle. */
async function withoutSecret(
  { question, answer }: GivenAnswer,
  keepSecret: KeepSecret | undefined,
): Promise<GivenAnswer> {
  const { request, elicitation } = question;
  if (request.type !== 'secret' || answer.action !== 'accept') return { question, answer };
  if (keepSecret === undefined || typeof answer.content !== 'string') throw new NoVaultError(elicitation);
  return { question, answer: { ...answer, content: await keepSecret(answer.content, request) } };
}

const toJson = (value: unknown): NonNullable<Answer['content']> => JSON.parse(canonicalJson(value));

/**
 * An approval and the start of what it approves are one write. To accept a page with a flow behind it is to consent:
 * the answer is there when the flow is over.
 */
export function answerEntries(
  state: ExecutionState,
  { question: { elicitation, call, asker, request }, answer }: GivenAnswer,
): readonly NewEntry[] {
  const open = openQuestions(state).find((question) => question.elicitation === elicitation);
  if (open === undefined) return [];
  if (request.type === 'url' && request.flow !== undefined && answer.action === 'accept')
    return open.consent ? [] : [{ kind: 'consented', elicitation, call, by: answer.by }];
  const answered: NewEntry = { kind: 'answered', elicitation, call, answer };
  if (asker !== 'gate' || answer.action !== 'accept') return [answered];
  return [answered, { kind: 'invoking', call, attempt: 1 }];
}
