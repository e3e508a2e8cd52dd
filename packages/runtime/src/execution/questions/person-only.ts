import type { ElicitationRequest, GivenAction } from '@toolshed/kernel';

/**
 * Whether only a person can say yes: one of several approvals, consent to open a page, what is sensitive. Nothing a host puts
 * around questions says it for them.
 */
export const isForPeople = (request: ElicitationRequest, approvals: unknown): boolean =>
  approvals !== undefined || request.sensitive === true || (request.type === 'url' && request.flow !== undefined);

/**
 * Why no agent may give this answer, whatever it is allowed to answer; undefined where it may.
 *
 * Threats: an agent that answers a sensitive question with words of its own, in whichever action carries content, and
 * has them kept as the person's secret; one that says of a call in doubt that it happened, or has it repeated.
 */
export function whyNoAgent(request: ElicitationRequest, action: GivenAction): string | undefined {
  if (request.type === 'in-doubt') return 'only a person can find out what became of the call, and say it';
  const isSecret = request.type === 'secret' || request.sensitive === true;
  const hasContent = action === 'accept' || action === 'other';
  return isSecret && hasContent ? 'its answer is secret and must not pass through you' : undefined;
}
