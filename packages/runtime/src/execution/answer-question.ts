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
import type { ResumeAnswer } from '../toolshed.js';
import { ForbiddenAnswerError, ForeignElicitationError } from './errors.js';
import { type GivenAnswer, partSecret } from './secret-answers.js';

/** Who answers when a host does not say. */
export const LIBRARY: AnsweredBy = { principal: 'host', kind: 'person', channel: 'library' };

/**
 * Which questions an answer is meant for, and what it says to each. Decided by the first state it is asked about and
 * then kept: an answer that has to be written anew must not meet a question that came up since.
 */
export function meantAnswers(
  id: ExecutionId,
  given: ResumeAnswer,
  agentsMayAnswer: boolean,
): (state: ExecutionState) => readonly GivenAnswer[] {
  let meant: readonly GivenAnswer[] | undefined;
  return (state) => {
    meant ??= chooseQuestions(id, state, given).map((question) =>
      partSecret(question, readAnswer(question, given, agentsMayAnswer)),
    );
    return meant;
  };
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

/** Throws before anything is written if the content does not fit the question. */
function readAnswer(
  question: Question,
  { approved, data, reason, by = LIBRARY }: ResumeAnswer,
  agentsMayAnswer: boolean,
): Answer {
  if (by.kind === 'agent' && !agentsMayAnswer) throw new ForbiddenAnswerError(by.principal);
  const common = { by, ...(reason === undefined ? {} : { reason }) };
  if (!approved) return { action: 'decline', ...common };
  const content = readContent(question.request, data);
  if (content.kind === 'invalid') throw new InvalidAnswerError(question.elicitation, content.issues);
  return content.value === undefined
    ? { action: 'accept', ...common }
    : { action: 'accept', content: toJson(content.value), ...common };
}

const toJson = (value: unknown): NonNullable<Answer['content']> => JSON.parse(JSON.stringify(value));

/** An approval and the start of what it approves are one write. */
export function answerEntries(
  state: ExecutionState,
  { question: { elicitation, call, asker }, answer }: GivenAnswer,
): readonly NewEntry[] {
  const isOpen = openQuestions(state).some((question) => question.elicitation === elicitation);
  if (!isOpen) return [];
  const answered: NewEntry = { kind: 'answered', elicitation, call, answer };
  if (asker !== 'gate' || answer.action !== 'accept') return [answered];
  return [answered, { kind: 'invoking', call, attempt: 1 }];
}
