// How far a question has come that several people have to approve.

import type { PausedQuestion } from '@toolshed/runtime';
import { safeText } from './safe-text.js';

export function approvalLines(given: {
  readonly needed: number;
  readonly by: readonly { readonly principal: string }[];
}): string {
  const names = given.by.map(({ principal }) => safeText(principal)).join(', ');
  const soFar = names === '' ? `0 of ${given.needed}` : `${given.by.length} of ${given.needed}, by ${names}`;
  return `${soFar}; each person counts once, so ${names === '' ? 'different people have' : 'someone else has'} to approve`;
}

/** Whether this person has done their part. */
export const hasApproved = ({ approvals }: PausedQuestion, principal: string): boolean =>
  approvals?.by.some((one) => one.principal === principal) ?? false;

/** The question about what is on the table now: arguments an approver changed stand in place of the program's. */
export const asItStands = (question: PausedQuestion): PausedQuestion =>
  question.approvals?.areEdited ? { ...question, args: question.approvals.args } : question;
