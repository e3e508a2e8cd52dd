// Turns what a caller of `resume` said into journal entries, against the latest state of the execution.

import {
  AmbiguousAnswerError,
  Answer,
  type AnsweredBy,
  canonicalJson,
  type Digest,
  type ExecutionId,
  type ElicitationRequest,
  type ExecutionState,
  InvalidAnswerError,
  type NewEntry,
  openQuestions,
  type Question,
  readContent,
} from '@toolshed/kernel';
import type { ResumeAnswer } from '../toolshed.js';
import { ForbiddenAnswerError, ForeignElicitationError } from './errors.js';

/** Who answers when a host does not say. */
export const LIBRARY: AnsweredBy = { principal: 'host', kind: 'person', channel: 'library' };

export interface GivenAnswer {
  readonly question: Question;
  readonly answer: Answer;
}

/** What became of an answer on its way through the host's middleware. */
export type HeardAnswer =
  | {
      readonly kind: 'answered';
      readonly question: Question;
      readonly answer: Answer;
      readonly raw: Answer | undefined;
    }
  | {
      readonly kind: 'revised';
      readonly question: Question;
      readonly request: ElicitationRequest;
      readonly raw: Answer;
    };

/** Only `true` approves: an answer often comes from a client's JSON, where "false" is a text and texts are truthy. */
export const isApproval = (answer: ResumeAnswer): boolean =>
  'approved' in answer ? answer.approved === true : answer.action === 'accept';

/**
 * Which questions an answer is meant for, and what it says to each. Decided by the first state it is asked about and
 * then kept: an answer that has to be written anew must not meet a question that came up since.
 */
export function meantAnswers(
  id: ExecutionId,
  given: ResumeAnswer,
  agentsMayAnswer: boolean,
  shown?: string,
): (state: ExecutionState) => readonly GivenAnswer[] {
  let meant: readonly GivenAnswer[] | undefined;
  return (state) => {
    meant ??= chooseQuestions(id, state, given, shown).map((question) => ({
      question,
      answer: readAnswer(question, given, agentsMayAnswer),
    }));
    return meant;
  };
}

/** None if what it names was answered before, or is asked in other words than those that were `shown`. */
function chooseQuestions(
  id: ExecutionId,
  state: ExecutionState,
  answer: ResumeAnswer,
  shown: string | undefined,
): readonly Question[] {
  const open = openQuestions(state).filter(({ digest }) => shown === undefined || digest === shown);
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
function readAnswer(question: Question, given: ResumeAnswer, agentsMayAnswer: boolean): Answer {
  const { data, reason, by = LIBRARY } = given;
  if (by.kind === 'agent' && !agentsMayAnswer) throw new ForbiddenAnswerError(by.principal);
  const common = { by, ...(reason === undefined ? {} : { reason }) };
  if (!isApproval(given)) return wellFormed(question, { action: refusalIn(given), ...contentOf(given), ...common });
  const content = readContent(question.request, data);
  if (content.kind === 'invalid') throw new InvalidAnswerError(question.elicitation, content.issues);
  const accepted = content.value === undefined ? {} : { content: toJson(content.value) };
  return wellFormed(question, { action: 'accept', ...accepted, ...common });
}

/** Clients and channels may be written in JavaScript: an action nobody knows must not get into a journal. */
function wellFormed({ elicitation }: Question, answer: Answer): Answer {
  const read = Answer.safeParse(answer);
  if (read.success && read.data.action !== 'expired') return read.data;
  const issues = read.error?.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  throw new InvalidAnswerError(elicitation, issues ?? [{ field: 'action', message: 'only time says that' }]);
}

const toJson = (value: unknown): NonNullable<Answer['content']> => JSON.parse(JSON.stringify(value));

/** Only a text that was given instead of an answer is kept of a refusal. */
function contentOf(given: ResumeAnswer): Pick<Answer, 'content'> {
  if (refusalIn(given) !== 'other' || given.data === undefined) return {};
  return { content: toJson(given.data) };
}

const refusalIn = (given: ResumeAnswer): Exclude<Answer['action'], 'accept'> =>
  'approved' in given || given.action === 'accept' ? 'decline' : given.action;

/** An approval and the start of what it approves are one write. Nothing if the words it was given to are not open. */
export function answerEntries(state: ExecutionState, heard: HeardAnswer, digest: Digest): readonly NewEntry[] {
  const { elicitation, call, asker } = heard.question;
  const open = openQuestions(state).find((question) => question.elicitation === elicitation);
  if (open?.digest !== heard.question.digest) return [];
  if (heard.kind === 'revised') {
    const { request, raw } = heard;
    const { expiresAt } = open;
    const expiry = expiresAt === undefined ? {} : { expiresAt };
    return [
      { kind: 'revised', elicitation, call, asker, digest: digest(canonicalJson(request)), request, raw, ...expiry },
    ];
  }
  const { answer, raw } = heard;
  const answered: NewEntry = { kind: 'answered', elicitation, call, answer, ...(raw === undefined ? {} : { raw }) };
  if (asker !== 'gate' || answer.action !== 'accept') return [answered];
  return [answered, { kind: 'invoking', call, attempt: 1 }];
}
