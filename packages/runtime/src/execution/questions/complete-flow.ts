// Completes a flow behind a page: its owner answers the question that a person consented to.
//
// Invariants
//   F1. A flow is known by an id its tool made and nobody can guess; a program's question has no flow.
//   F2. A flow is completed once, after a person consented to open its page, and before its question expires.
//   F3. Its owner may not know that it was completed: the same content, sent again, is the same completion. Other content is
//       refused with a named error.

import { type Answer, InvalidAnswerError, type ElicitationId, type JournalStore } from '@toolshed/kernel';
import {
  canonicalJson,
  type ExecutionState,
  type LocatedQuestion,
  type NewEntry,
  openQuestion,
  type RecordedQuestion,
  readFlowContent,
} from '@toolshed/kernel/runtime';
import type { FlowOutcome } from '../../host-api/resume-answer.js';
import { NotConsentedError, UnknownFlowError } from '../execution-errors.js';
import { expiredEntry, isDue } from './expiry.js';
import { answerIssues } from '../answers/secret-answers.js';

/** The channel of an answer by the owner of a flow. */
export const FLOW_CHANNEL = 'flow';

/** The question a flow belongs to, the open one if there is any. Never found by the question's own id, which agents know (F1). */
export async function findFlow(store: JournalStore, id: string): Promise<LocatedQuestion> {
  const found = await store.locateFlow(id);
  if (found === undefined) throw new UnknownFlowError();
  return found;
}

/** No entries if it was answered in the meantime; its expiry, if its time is up. */
export function completionEntries(
  state: ExecutionState,
  elicitation: ElicitationId,
  answer: Answer,
  now: number,
): readonly NewEntry[] {
  const question = openQuestion(state, elicitation);
  if (question === undefined) return [];
  if (question.request.type !== 'url' || question.request.flow === undefined) throw new UnknownFlowError();
  if (isDue(question, now)) return [expiredEntry(question)];
  if (question.consent === undefined) throw new NotConsentedError(elicitation);
  return [{ kind: 'answered', elicitation, call: question.call, answer }];
}

/** The answer to the asker, checked against the schema of its question. */
export function flowAnswer(
  { elicitation, request }: Pick<RecordedQuestion, 'elicitation' | 'request'>,
  { content, by = 'host' }: FlowOutcome,
): Answer {
  if (request.type !== 'url') throw new UnknownFlowError();
  const read = readFlowContent(request, content);
  if (read.kind === 'invalid') throw new InvalidAnswerError(elicitation, answerIssues(request, read.issues));
  return {
    action: 'accept',
    by: { principal: by, kind: 'runtime', channel: FLOW_CHANNEL },
    ...(read.value === undefined ? {} : { content: JSON.parse(canonicalJson(read.value)) }),
  };
}
