// Turns what a caller of `resume` said into journal entries, against the latest state of the execution.

import {
  AmbiguousAnswerError,
  type Answer,
  type AnsweredBy,
  type ExecutionId,
  type ExecutionState,
  InvalidAnswerError,
  type NewEntry,
  openQuestions,
  type Question,
  readContent,
} from '@toolshed/kernel';
import type { ResumeAnswer, ResumeAnswers } from '../toolshed.js';
import { type NamedArguments, partialApproval } from './approval-entries.js';
import { type EditDeps, readEdit } from './edit-arguments.js';
import { ForbiddenAnswerError, ForeignElicitationError } from './errors.js';

/** Who answers when a host does not say. */
export const LIBRARY: AnsweredBy = { principal: 'host', kind: 'person', channel: 'library' };

export interface GivenAnswer {
  readonly question: Question;
  readonly answer: Answer;
  readonly named: NamedArguments;
  readonly remember: ResumeAnswer['remember'];
}

export interface AnswerDeps extends EditDeps {
  readonly agentsMayAnswer: boolean;
}

/**
 * Which questions an answer is meant for, and what it says to each. Decided by the first state it is asked about and
 * then kept: an answer that has to be written anew must not meet a question that came up since. All of it is checked
 * before any of it is written.
 */
export function meantAnswers(
  id: ExecutionId,
  given: ResumeAnswer | ResumeAnswers,
  deps: AnswerDeps,
): (state: ExecutionState) => readonly GivenAnswer[] {
  let meant: readonly GivenAnswer[] | undefined;
  return (state) => {
    meant ??= chooseQuestions(id, state, given).map(([question, answer]) =>
      readGiven(id, state, question, answer, deps),
    );
    return meant;
  };
}

type Chosen = readonly [Question, ResumeAnswer];

/** None if what it names was answered before. */
function chooseQuestions(
  id: ExecutionId,
  state: ExecutionState,
  given: ResumeAnswer | ResumeAnswers,
): readonly Chosen[] {
  const open = openQuestions(state);
  if ('answers' in given) {
    const { answers, by } = given;
    return open.flatMap((question): readonly Chosen[] => {
      const answer = Object.hasOwn(answers, question.elicitation) ? answers[question.elicitation] : undefined;
      return answer === undefined ? [] : [[question, by === undefined ? answer : { by, ...answer }]];
    });
  }
  if (given.elicitationId !== undefined)
    return open.filter(({ elicitation }) => elicitation === given.elicitationId).map((question) => [question, given]);
  // Arguments are meant for one call: given to all, they would make every call the same.
  if (open.length > 1 && (!given.all || given.args !== undefined)) {
    throw new AmbiguousAnswerError(
      id,
      open.map(({ elicitation, request }) => ({ elicitationId: elicitation, message: request.message })),
    );
  }
  return open.map((question) => [question, given]);
}

export function assertOwn(id: ExecutionId, elicitation: string, owner: ExecutionId): void {
  if (owner !== id) throw new ForeignElicitationError(elicitation, id);
}

function readGiven(
  id: ExecutionId,
  state: ExecutionState,
  question: Question,
  given: ResumeAnswer,
  deps: AnswerDeps,
): GivenAnswer {
  const answer = readAnswer(question, given, deps.agentsMayAnswer);
  if (answer.action !== 'accept') return { question, answer, named: undefined, remember: undefined };
  const { approvals, elicitation } = question;
  if (approvals && answer.by.kind === 'agent' && answer.by.principal === state.started.agent)
    throw new ForbiddenAnswerError(answer.by.principal);
  if (approvals && given.remember !== undefined && given.remember !== 'once') {
    const message = `${approvals.needed} people approve such a call each time; nothing can be remembered`;
    throw new InvalidAnswerError(elicitation, [{ field: 'remember', message }]);
  }
  const named = given.args === undefined ? undefined : { args: readEdit(id, state, question, given.args, deps) };
  return { question, answer, named, remember: given.remember };
}

/** Throws before anything is written if the content does not fit the question. */
function readAnswer(
  question: Question,
  { approved, data, reason, by = LIBRARY }: ResumeAnswer,
  agentsMayAnswer: boolean,
): Answer {
  if (by.kind === 'agent' && !agentsMayAnswer) throw new ForbiddenAnswerError(by.principal);
  const common = { by, ...(reason === undefined ? {} : { reason }) };
  // Answers come from clients' JSON, where "false" is a text and texts are truthy.
  if (approved !== true) return { action: 'decline', ...common };
  const content = readContent(question.request, data);
  if (content.kind === 'invalid') throw new InvalidAnswerError(question.elicitation, content.issues);
  return content.value === undefined
    ? { action: 'accept', ...common }
    : { action: 'accept', content: toJson(content.value), ...common };
}

const toJson = (value: unknown): NonNullable<Answer['content']> => JSON.parse(JSON.stringify(value));

/** An approval and the start of what it approves are one write; an approval that is not the last is only noted. */
export function answerEntries(state: ExecutionState, { question, answer, named }: GivenAnswer): readonly NewEntry[] {
  const { elicitation, call, asker } = question;
  const open = openQuestions(state).find((one) => one.elicitation === elicitation);
  if (!open) return [];
  const partial = answer.action === 'accept' ? partialApproval(open, answer, named) : undefined;
  if (partial) return partial;
  const edited = named?.args === undefined ? {} : { args: named.args };
  const answered: NewEntry = { kind: 'answered', elicitation, call, answer, ...edited };
  if (asker !== 'gate' || answer.action !== 'accept') return [answered];
  return [answered, { kind: 'invoking', call, attempt: 1 }];
}
