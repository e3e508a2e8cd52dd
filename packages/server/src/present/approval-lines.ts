// The approvals so far of a question that several people have to approve.

import type { PendingElicitation } from '@toolshed/kernel';
import { safeText } from '@toolshed/kernel/runtime';

/** How many of several people have approved, who they are, and who may not. */
export function approvalLines(given: {
  readonly needed: number;
  readonly by: readonly { readonly principal: string }[];
  readonly startedBy?: string | undefined;
}): string {
  const names = given.by.map(({ principal }) => safeText(principal)).join(', ');
  const soFar = names === '' ? `0 of ${given.needed}` : `${given.by.length} of ${given.needed}, by ${names}`;
  const others = `each person counts once, so ${names === '' ? 'different people have' : 'someone else has'} to approve`;
  const starter = given.startedBy === undefined ? '' : `; ${safeText(given.startedBy)} started it and does not count`;
  return `${soFar}; ${others}${starter}`;
}

/** Whether it waits for the approval of others: this person has given theirs, or started the execution. */
export const waitsForOthers = ({ approvals }: PendingElicitation, principal: string): boolean =>
  approvals !== undefined &&
  (approvals.startedBy === principal || approvals.by.some((one) => one.principal === principal));

/** The question about what is on the table now: arguments an approver changed stand in place of the program's. */
export const asItStands = (question: PendingElicitation): PendingElicitation =>
  question.approvals?.areEdited ? { ...question, args: question.approvals.args } : question;
