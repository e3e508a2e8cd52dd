// Decides which questions an answer is for. The second stage of an answer: `read-answer` has parsed it, `check-answer` then
// checks it against each question chosen here.
//
// Threat: an answer that is sent twice, or late, and meets a question its sender has not seen. Everything here follows
// from one reading of the journal (W1), and an answer that names no question is taken only where there can be no doubt
// which one its sender saw.

import {
  AmbiguousAnswerError,
  ElicitationId,
  type EntryOf,
  type ExecutionId,
  type JournalEntry,
  StaleAnswerError,
} from '@toolshed/kernel';
import {
  type ExecutionState,
  isTimeUp,
  type OpenNamed,
  openQuestion,
  openQuestions,
  type RecordedQuestion,
} from '@toolshed/kernel/runtime';
import type { ResumeAnswer, ResumeAnswers } from '../../host-api/resume-answer.js';
import type { Past } from '../journal/past.js';
import type { EarlierAnswers } from './earlier-answers.js';

/** An open question, and the answer to it. */
export type AnswerToOpen = readonly [RecordedQuestion, ResumeAnswer];
/** The same for a question that is no longer open: the answer may repeat the one it has. */
export type AnswerToClosed = readonly [elicitation: string, ResumeAnswer];

export interface ChosenQuestions {
  /** In the order of their calls. */
  readonly open: readonly AnswerToOpen[];
  closed(earlier: EarlierAnswers): readonly AnswerToClosed[];
}

/**
 * `shown`: the digest of the words a channel showed. A question in other words is not meant, and a question that was
 * closed meanwhile is not reported: the channel was notified that it was withdrawn.
 */
export function chooseQuestions(
  id: ExecutionId,
  { entries, state }: Past,
  given: ResumeAnswer | ResumeAnswers,
  shown: string | undefined,
): ChosenQuestions {
  if ('answers' in given || given.elicitationId !== undefined) {
    const named = namedIn(given);
    const open = openAmong(state, named, shown);
    const isOpen = new Set<string>(open.map(([{ elicitation }]) => elicitation));
    return { open, closed: () => (shown === undefined ? named.filter(([one]) => !isOpen.has(one)) : []) };
  }
  const questions = openQuestions(state).filter(({ digest }) => shown === undefined || digest === shown);
  const open = unnamed(id, questions, given);
  if (shown !== undefined) return { open, closed: () => [] };
  assertFresh(id, state, entries, given.all === true, questions);
  return { open, closed: (earlier) => (open.length > 0 ? [] : earlier.ids.map((one) => [one, given] as const)) };
}

function namedIn(given: ResumeAnswer | ResumeAnswers): readonly AnswerToClosed[] {
  if (!('answers' in given)) return given.elicitationId === undefined ? [] : [[given.elicitationId, given]];
  const { answers, by } = given;
  return Object.entries(answers).map(([id, answer]) => [id, by === undefined ? answer : { by, ...answer }]);
}

const openAmong = (
  state: ExecutionState,
  named: readonly AnswerToClosed[],
  shown: string | undefined,
): readonly AnswerToOpen[] =>
  named
    .flatMap(([one, answer]): readonly AnswerToOpen[] => {
      const id = ElicitationId.safeParse(one);
      const question = id.success ? openQuestion(state, id.data) : undefined;
      const isMeant = question !== undefined && (shown === undefined || question.digest === shown);
      return isMeant ? [[question, answer]] : [];
    })
    .toSorted(([a], [b]) => a.call - b.call);

function unnamed(id: ExecutionId, open: readonly RecordedQuestion[], given: ResumeAnswer): readonly AnswerToOpen[] {
  // Arguments are meant for one call: given to all, they would make every call the same.
  if (open.length > 1 && (!given.all || given.args !== undefined)) throw new AmbiguousAnswerError(id, listOf(open));
  return open.map((question) => [question, given]);
}

const listOf = (open: readonly RecordedQuestion[]): readonly OpenNamed[] =>
  open.map(({ elicitation, request }) => ({ elicitationId: elicitation, message: request.message }));

/**
 * An answer that names no question is for the only one its execution ever asked, in the only words it had. An answer to
 * all open questions says so, and is refused only where a question may have expired while its sender read it.
 */
function assertFresh(
  id: ExecutionId,
  state: ExecutionState,
  entries: readonly JournalEntry[],
  isForAll: boolean,
  open: readonly RecordedQuestion[],
): void {
  if (open.length === 0) return;
  const isFirst = state.asked === open.length && open.every(({ earlierAnswers }) => earlierAnswers.length === 0);
  if (isForAll ? hasExpiredUnanswered(entries) : !isFirst) throw new StaleAnswerError(id, listOf(open));
}

/**
 * Threat: a program that asks something harmless for a moment, and something else once that has expired. A person who
 * answers all that is open may have read the first; only an answer given since shows that they have not.
 */
function hasExpiredUnanswered(entries: readonly JournalEntry[]): boolean {
  const last = entries.findLast(
    (entry) => entry.kind === 'reopened' || (entry.kind === 'answered' && isExpiryOrGiven(entry)),
  );
  return last?.kind === 'answered' && isTimeUp(last.answer.action);
}

const isExpiryOrGiven = ({ answer }: EntryOf<'answered'>): boolean =>
  isTimeUp(answer.action) || answer.by.kind !== 'runtime';
