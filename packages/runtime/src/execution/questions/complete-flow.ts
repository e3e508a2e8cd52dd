// The end of a flow behind a page, told by its owner.
//
// Invariants
//   F1. A flow is known by an id its tool made and nobody can guess; a program's question has no flow.
//   F2. A flow ends once, after a person consented to open its page, and in time.

import {
  type Answer,
  InvalidAnswerError,
  type ElicitationId,
  type JournalEntry,
  type JournalStore,
} from '@toolshed/kernel';
import {
  canonicalJson,
  type ExecutionState,
  type LocatedQuestion,
  type NewEntry,
  openQuestion,
  type RecordedQuestion,
  readFlowContent,
} from '@toolshed/kernel/runtime';
import type { FlowOutcome } from '../../toolshed.js';
import { NotConsentedError, UnknownFlowError } from '../execution-errors.js';
import { expiredEntry, isDue } from './expiry.js';
import { answerIssues } from './secret-answers.js';

/** How the owner of a flow answers. */
export const FLOW_CHANNEL = 'flow';

/** The open question a flow belongs to. Never by the question's own id, which agents are told. */
export async function findFlow(store: JournalStore, id: string): Promise<LocatedQuestion> {
  const found = await store.locateFlow(id);
  if (found === undefined) throw new UnknownFlowError();
  return found;
}

/** None if it was answered in the meantime; that it expired, if its time was up and nobody had said so. */
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

/** Whoever says how a flow ended is never told that it counts where it expired, or ended otherwise, at that moment. */
export function assertCompleted(
  entries: readonly JournalEntry[],
  elicitation: ElicitationId,
  given: Answer | undefined,
): void {
  const text = given && canonicalJson(given);
  const isTaken = entries.some(
    (entry) => entry.kind === 'answered' && entry.elicitation === elicitation && canonicalJson(entry.answer) === text,
  );
  if (!isTaken) throw new UnknownFlowError();
}

/** What the asker is answered with, checked against the schema of its question. */
export function flowAnswer({ elicitation, request }: RecordedQuestion, { content, by = 'host' }: FlowOutcome): Answer {
  if (request.type !== 'url') throw new UnknownFlowError();
  const read = readFlowContent(request, content);
  if (read.kind === 'invalid') throw new InvalidAnswerError(elicitation, answerIssues(request, read.issues));
  return {
    action: 'accept',
    by: { principal: by, kind: 'runtime', channel: FLOW_CHANNEL },
    ...(read.value === undefined ? {} : { content: JSON.parse(canonicalJson(read.value)) }),
  };
}
