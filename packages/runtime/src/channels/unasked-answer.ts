// What happens to a question that no channel takes: it waits, or is answered as its asker or the host configured.

import type { ElicitationId, ExecutionId, ToolLog } from '@toolshed/kernel';
import { type ExecutionState, openQuestion, pendingElicitation } from '@toolshed/kernel/runtime';
import type { Reachable } from '../ports/people-reach.js';
import type { ResumeAnswer } from '../host-api/resume-answer.js';
import type { Offer } from './offers.js';
import { NOBODY } from './reachable.js';

export interface UnaskedDeps {
  readonly whenNobody: 'park' | 'cancel';
  readonly reachable: Reachable;
  readonly log: ToolLog;
  readonly latest: (id: ExecutionId) => Promise<ExecutionState | undefined>;
  readonly answer: (id: ElicitationId, answer: ResumeAnswer) => Promise<void>;
}

/** Answers it, if configured; false if it waits. */
export type AnswerUnasked = (offer: Offer) => Promise<boolean>;

export function createAnswerUnasked(deps: UnaskedDeps): AnswerUnasked {
  const { whenNobody, log } = deps;

  /** Undefined if it waits, or somebody is reached in another way. */
  const wishedFor = async ({ execution, id }: Offer): Promise<'cancel' | 'not_supported' | undefined> => {
    const state = await deps.latest(execution);
    const question = state && openQuestion(state, id);
    if (!state || !question || question.request.type === 'in-doubt') return undefined;
    const elsewhere = deps.reachable.elsewhere(pendingElicitation(execution, state.started, question));
    const { request, original = request } = question;
    if (original.whenNobody !== undefined && elsewhere === false) return original.whenNobody;
    return whenNobody === 'cancel' && elsewhere !== true ? 'cancel' : undefined;
  };

  return async (offer) => {
    const action = await wishedFor(offer);
    if (action === undefined) return false;
    try {
      await deps.answer(offer.id, { action, by: NOBODY });
      return true;
    } catch (error) {
      log.warn(
        { err: error, elicitation: offer.id },
        'answering a question that no channel took failed; it stays open',
      );
      return false;
    }
  };
}
