import type { Action, ElicitationRequest, GivenAction } from '@toolshed/kernel';

/**
 * Whether only a person can answer this way: say yes to one of several approvals, to a page or to what is sensitive, or
 * say anything at all about a call in doubt. Nothing a host puts around questions says it for them.
 */
export function isForPeople(request: ElicitationRequest, approvals: unknown, action: Action): boolean {
  if (request.type === 'in-doubt') return true;
  const isYesForPeople =
    approvals !== undefined || request.sensitive === true || (request.type === 'url' && request.flow !== undefined);
  return action === 'accept' && isYesForPeople;
}

/**
 * Why only a person may give this answer, whatever agents are allowed to answer; undefined where others may.
 *
 * Threats: an agent that answers a sensitive question with words of its own, in whichever action carries content, and
 * has them kept as the person's secret; one that says of a call in doubt that it happened, or has it repeated.
 */
export function whyOnlyPeople(request: ElicitationRequest, action: GivenAction): string | undefined {
  if (request.type === 'in-doubt') return 'only a person can find out what became of the call, and say it';
  const isSecret = request.type === 'secret' || request.sensitive === true;
  const hasContent = action === 'accept' || action === 'other';
  return isSecret && hasContent ? 'its answer is secret and must not pass through you' : undefined;
}
