// What only a person may answer, whatever the host lets middleware and agents answer.

import type { Action, ElicitationRequest, GivenAction } from '@toolshed/kernel';

/**
 * Whether only a person can give this answer: accept one of several approvals, a page or a sensitive question, or answer
 * a question about a call in doubt at all. No middleware does it for them.
 */
export function isForPeople(request: ElicitationRequest, approvals: unknown, action: Action): boolean {
  if (request.type === 'in-doubt') return true;
  const isAcceptForPeople =
    approvals !== undefined || request.sensitive === true || (request.type === 'url' && request.flow !== undefined);
  return action === 'accept' && isAcceptForPeople;
}

/**
 * Why only a person may give this answer, whatever agents are allowed to answer; undefined where others may.
 *
 * Threats: an agent that answers a sensitive question with words of its own, in whichever action carries content, and
 * has them kept as the person's secret; an agent that claims that a call in doubt happened, or has it retried.
 */
export function whyOnlyPeople(request: ElicitationRequest, action: GivenAction): string | undefined {
  if (request.type === 'in-doubt') return 'only a person can find out what happened to the call';
  const isSecret = request.type === 'secret' || request.sensitive === true;
  const hasContent = action === 'accept' || action === 'other';
  return isSecret && hasContent ? 'its answer is secret and must not pass through you' : undefined;
}

/** Why no agent is one of those who approve. */
export const whyOnlyPeopleCount = (needed: number): string =>
  `${needed} people have to approve it, and only people count`;
