// Answers that came too late: another one was faster, the question changed, or policy overruled an approval. Their senders
// get an error (W3 of `submit-answer`), never the outcome of somebody else's answer as if it were theirs.

import type { Answer, JournalEntry } from '@toolshed/kernel';
import type { ExecutionState, NewEntry } from '@toolshed/kernel/runtime';
import { QuestionChangedError } from '../execution-errors.js';
import type { Past } from '../journal/past.js';
import type { ProcessedAnswer } from './apply-middleware.js';
import { type EarlierAnswers, earlierAnswers } from './earlier-answers.js';

/** Answers on their way into the journal. */
export interface Submission {
  readonly answers: readonly ProcessedAnswer[];
  /** What happens to an answer when another one was faster. A channel already knows: its question was withdrawn. */
  readonly late: 'refused' | 'ignored';
}

/** Throws if one of the answers is not among what was written, and is not what was recorded either. */
export function assertTaken(past: Past, { answers, late }: Submission, written: readonly NewEntry[]): void {
  if (late === 'ignored' || answers.length === 0) return;
  const earlier = earlierAnswers(past.entries);
  const taken = new Set(
    written.flatMap((entry) => (entry.kind === 'answered' && isGiven(entry) ? [entry.elicitation] : [])),
  );
  for (const one of answers)
    if (!taken.has(one.given.question.elicitation) && !isAskedAgain(one, earlier))
      assertStands(past.state, earlier, one);
}

/** Not one with which the runtime closed a question, or recorded its expiry. */
const isGiven = ({ answer }: { readonly answer: Answer }): boolean => answer.by.kind !== 'runtime';

/** Its sender gets the error once there is a new question to look at. */
const isAskedAgain = (one: ProcessedAnswer, earlier: EarlierAnswers): boolean =>
  one.kind === 'answered' && one.isStale && earlier.isStale(one.given.question.elicitation);

/**
 * Throws if an approval that was taken runs nothing, once that is on disk: its question is asked again, or policy
 * overruled it afterwards, in the process that owns the execution or when the call was to be retried.
 */
export function assertNotOverruled(entries: readonly JournalEntry[], { answers, late }: Submission): void {
  if (late === 'ignored') return;
  const earlier = earlierAnswers(entries);
  for (const { given } of answers) earlier.assertNotOverruled(given.question.elicitation, given.answer.action);
}

/** Throws if the question is open in other words by now: another answer made middleware ask again. */
export function assertSameWords({ questions }: ExecutionState, { given: { question } }: ProcessedAnswer): void {
  const open = questions.get(question.elicitation);
  if (open === undefined || open.answer !== undefined || open.digest === question.digest) return;
  throw new QuestionChangedError(open.elicitation);
}

/** Throws if the question is no longer open and has another answer than this. */
export function assertStands({ questions }: ExecutionState, earlier: EarlierAnswers, { given }: ProcessedAnswer): void {
  const { question, answer, secrets, named } = given;
  const known = questions.get(question.elicitation);
  if (known && known.answer === undefined) return;
  earlier.assertSame(question.elicitation, {
    action: answer.action,
    ...(secrets.length > 0 || answer.content === undefined ? {} : { content: answer.content }),
    ...(named?.args === undefined ? {} : { args: named.args }),
  });
}
