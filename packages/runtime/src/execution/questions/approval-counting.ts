// What an approval becomes in the journal of a question that needs several.
//
// Threat: a person who approves what another put on the table after they looked. An approval counts for the arguments
// it names; one that names none counts for those the question asked about, and only as long as nobody changed them.

import type { Answer, AnsweredBy } from '@toolshed/kernel';
import { type ExecutionState, hasEnough, type NewEntry, type Question, withApproval } from '@toolshed/kernel/runtime';
import { ForbiddenAnswerError, OwnExecutionError, UnseenArgumentsError } from '../execution-errors.js';

/** `undefined` where the approver named no arguments; `args` is undefined for those of the call itself. */
export type NamedArguments = { readonly args: string | undefined } | undefined;

/** Undefined when with this approval there are enough; nothing if this person has approved the same before. */
export function partialApproval(
  { elicitation, call, approvals }: Question,
  { by, reason }: Answer,
  named: NamedArguments,
): readonly NewEntry[] | undefined {
  if (approvals === undefined) return undefined;
  if (named === undefined && approvals.args !== undefined) throw new UnseenArgumentsError(elicitation, approvals.args);
  const args = named?.args;
  const after = withApproval(approvals, by, args);
  if (hasEnough(after)) return undefined;
  if (after.by === approvals.by) return [];
  return [
    {
      kind: 'approval-given',
      elicitation,
      call,
      by,
      ...(args === undefined ? {} : { args }),
      ...(reason === undefined ? {} : { reason }),
    },
  ];
}

/** Throws where several people have to approve, and this one is the agent that asks or started the execution. */
export function assertMayApprove(
  { started }: ExecutionState,
  elicitation: string,
  by: AnsweredBy,
  needed: number,
): void {
  if (by.kind === 'agent' && by.principal === started.agent) throw new ForbiddenAnswerError(by.principal);
  if (by.principal === started.by?.principal) throw new OwnExecutionError(elicitation, by.principal, needed);
}
