// The end of a question whose time is up: written by whoever finds it so first, the clock or somebody who answers late.

import type { Answer } from '@toolshed/kernel';
import type { Due, ExecutionState, NewEntry, RecordedQuestion } from '@toolshed/kernel/runtime';

export const isDue = ({ expiresAt }: RecordedQuestion, now: number): boolean =>
  expiresAt !== undefined && expiresAt <= now;

/** With what its asker wanted to hear then, whatever middleware made of the question. */
export const expiredEntry = ({ elicitation, call, request, original = request }: RecordedQuestion): NewEntry => ({
  kind: 'answered',
  elicitation,
  call,
  answer: { ...NOBODY, action: original.timeoutMs === undefined ? 'expired' : 'timeout' },
});

/** The questions among what is due that nobody has answered meanwhile, as expired. */
export const expiriesAmong = ({ questions }: ExecutionState, due: readonly Due[]): readonly NewEntry[] =>
  due.flatMap(({ elicitation }) => {
    const question = elicitation === undefined ? undefined : questions.get(elicitation);
    return question === undefined || question.answer !== undefined ? [] : [expiredEntry(question)];
  });

const NOBODY: Answer = { action: 'expired', by: { principal: 'toolshed', kind: 'runtime', channel: 'clock' } };
