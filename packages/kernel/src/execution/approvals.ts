// Counting the approvals of a question that needs several.
//
// Invariants
//   A1. A person counts once, whatever channel they answer through.
//   A2. All who count approved the same arguments: an approver who changes them starts the count again, as its first.

import type { AnsweredBy } from '../elicitation/answer/answer.js';
import type { Approvals } from './execution-state.js';

export const noApprovals = (needed: number): Approvals => ({ needed, by: [], args: undefined });

/** `args` are the arguments this person approves; those the question asked about if undefined. */
export function withApproval(
  { needed, by: before, args: agreed }: Approvals,
  by: AnsweredBy,
  args?: string,
): Approvals {
  if (args !== agreed) return { needed, by: [by], args };
  const hasCounted = before.some(({ principal }) => principal === by.principal);
  return { needed, by: hasCounted ? before : [...before, by], args };
}

export const hasEnough = ({ needed, by }: Approvals): boolean => by.length >= needed;
