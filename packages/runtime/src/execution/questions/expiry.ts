// The expiry of a question: journaled by the clock, or by an answer that comes after its time, whichever is first.

import { type Due, type ExecutionState, type NewEntry, type RecordedQuestion, timeUp } from '@toolshed/kernel/runtime';

export const isDue = ({ expiresAt }: RecordedQuestion, now: number): boolean =>
  expiresAt !== undefined && expiresAt <= now;

/** With the action its asker gets then, whatever middleware made of the question. */
export const expiredEntry = ({ elicitation, call, request, original = request }: RecordedQuestion): NewEntry => ({
  kind: 'answered',
  elicitation,
  call,
  answer: timeUp(original.timeoutMs === undefined ? 'expired' : 'timeout'),
});

/** Expires the questions among what is due that are still unanswered. */
export const expiriesAmong = ({ questions }: ExecutionState, due: readonly Due[]): readonly NewEntry[] =>
  due.flatMap(({ elicitation }) => {
    const question = elicitation === undefined ? undefined : questions.get(elicitation);
    return question === undefined || question.answer !== undefined ? [] : [expiredEntry(question)];
  });
