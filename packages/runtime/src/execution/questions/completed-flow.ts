// Compares the completion of a flow with the answer its question has (F2, F3 of `complete-flow`).

import { type Answer, type ElicitationId, InvalidAnswerError, type JournalEntry } from '@toolshed/kernel';
import { canonicalJson, isWorded, type RecordedQuestion } from '@toolshed/kernel/runtime';
import type { FlowOutcome } from '../../host-api/resume-answer.js';
import { UnknownFlowError } from '../execution-errors.js';
import { FLOW_CHANNEL, flowAnswer } from './complete-flow.js';
import { earlierAnswers } from '../answers/earlier-answers.js';
import { type PartedAnswer, partSecrets, type SecretAnswers } from '../answers/secret-answers.js';

/**
 * Throws if the question has another answer: `UnknownFlowError` where no flow gave it, because the question expired or a
 * person refused, and `AlreadyAnsweredError` where the flow was completed with other content.
 */
export async function assertCompletedWith(
  entries: readonly JournalEntry[],
  elicitation: ElicitationId,
  given: PartedAnswer | undefined,
  secretAnswers: Pick<SecretAnswers, 'isSame'>,
): Promise<void> {
  const recorded = earlierAnswers(entries).recorded(elicitation);
  if (recorded?.answer.by.channel !== FLOW_CHANNEL) throw new UnknownFlowError();
  if (given === undefined) throw recorded.refusal;
  const isSame =
    given.secrets.length > 0
      ? await secretAnswers.isSame(recorded.answer, given)
      : contentText(recorded.answer) === contentText(given.answer);
  if (!isSame) throw recorded.refusal;
}

/** A completion of a question that is closed, as it would have been kept; undefined for content the question would not have accepted. */
export function repeatedCompletion(
  entries: readonly JournalEntry[],
  elicitation: ElicitationId,
  outcome: FlowOutcome,
): PartedAnswer | undefined {
  const asked = entries.filter(isWorded).findLast((entry) => entry.elicitation === elicitation);
  if (asked === undefined) return undefined;
  const question: Pick<RecordedQuestion, 'elicitation' | 'request'> = asked;
  try {
    return partSecrets(question, flowAnswer(question, outcome));
  } catch (error) {
    if (error instanceof InvalidAnswerError) return undefined;
    throw error;
  }
}

const contentText = ({ content }: Answer): string | undefined =>
  content === undefined ? undefined : canonicalJson(content);
