// Passes checked answers through the host's middleware. The fourth stage of an answer: what comes out of here is what
// `answer-entries` journals.

import type { Answer, ElicitationRequest, ExecutionId } from '@toolshed/kernel';
import { type ExecutionState, MiddlewareError, pendingElicitation } from '@toolshed/kernel/runtime';
import { isStale } from '../calls/recheck/stale-previews.js';
import type { LiveDeps } from '../execution-deps.js';
import type { CheckedAnswer } from './check-answer.js';
import { isForPeople } from './person-only.js';

/** What middleware made of an answer. */
export type ProcessedAnswer =
  | {
      readonly kind: 'answered';
      readonly given: CheckedAnswer;
      readonly answer: Answer;
      /** The person's own answer, where middleware changed it. */
      readonly raw: Answer | undefined;
      /** Whether it approves a preview that no longer holds. */
      readonly isStale: boolean;
    }
  | {
      readonly kind: 'revised';
      readonly given: CheckedAnswer;
      readonly request: ElicitationRequest;
      readonly raw: Answer;
    };

/** Threat: middleware and a channel that keep asking and answering each other, filling the journal. */
const MAX_REVISIONS = 20;

/** A preview has a time limit of its own. */
const unlimited = new AbortController().signal;

/** Throws if middleware refuses one of them; then its waiting runs for all of them are dropped (W2). */
export async function applyMiddleware(
  id: ExecutionId,
  state: ExecutionState,
  checked: readonly CheckedAnswer[],
  deps: LiveDeps,
): Promise<readonly ProcessedAnswer[]> {
  const processed: ProcessedAnswer[] = [];
  try {
    for (const one of checked) processed.push(await processAnswer(id, state, one, deps));
    return processed;
  } catch (error) {
    for (const { question } of checked) deps.middleware.forget(question.elicitation);
    throw error;
  }
}

async function processAnswer(
  id: ExecutionId,
  state: ExecutionState,
  given: CheckedAnswer,
  deps: LiveDeps,
): Promise<ProcessedAnswer> {
  const { question, answer } = given;
  const { request, earlierAnswers, elicitation, approvals } = question;
  const original = question.original ?? request;
  const asked = pendingElicitation(id, state.started, { ...question, request: original });
  const step = await deps.middleware.pass(asked, earlierAnswers, answer);
  if (step.kind === 'asks') {
    if (earlierAnswers.length < MAX_REVISIONS) return { kind: 'revised', given, request: step.request, raw: answer };
    throw new MiddlewareError(elicitation, `it has asked again ${MAX_REVISIONS} times`);
  }
  if (step.raw !== undefined && isForPeople(original, approvals, step.answer.action))
    throw new MiddlewareError(elicitation, 'it gave its own answer to a question that only a person can answer');
  const isApproval = step.answer.action === 'accept' && question.asker === 'gate';
  const isOutdated = isApproval && (await isStale(id, state, question, unlimited, deps));
  return { kind: 'answered', given, answer: step.answer, raw: step.raw, isStale: isOutdated };
}
