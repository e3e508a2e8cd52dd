import type { ElicitationRequest } from '@toolshed/kernel';

/**
 * Whether only a person can say yes: one of several approvals, consent to open a page, what is sensitive. Nothing a host puts
 * around questions says it for them.
 */
export const isForPeople = (request: ElicitationRequest, approvals: unknown): boolean =>
  approvals !== undefined || request.sensitive === true || (request.type === 'url' && request.flow !== undefined);
