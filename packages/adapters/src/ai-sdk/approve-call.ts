// A question of the gate as a tool call of the AI SDK. The SDK asks its person about tool calls and nothing else, so each
// open question becomes a call of the tool `approve_call`, whose input is all that the person has to see.
//
// Invariants
//   A1. The input is made from the store. When an approval comes back, it counts only if the input that was approved is
//       still, to the letter, what the store says is asked: a history can be forged, and a model can make a call up.
//   A2. An approval is a response in the SDK's own part, in the last message of the history. Nothing that a program, a tool
//       or a model wrote is one, whatever it looks like.

import type { PendingElicitation } from '@toolshed/kernel';
import { canonicalJson } from '@toolshed/kernel/runtime';
import { questionForAgent } from '@toolshed/runtime/agent';
import { z } from 'zod';

export const APPROVE_CALL = 'approve_call';

export const ApproveInput = z.strictObject({
  execution_id: z.string(),
  elicitation_id: z.string(),
  message: z.string(),
  /** The tool that the program calls; absent if the program itself asks. */
  tool: z.string().optional(),
  args: z.unknown().optional(),
  /** What else there is to see: a preview, where the tool comes from, who has approved so far. */
  details: z.record(z.string(), z.unknown()).optional(),
  /** Why it is asked again: the arguments that the person put in place were refused. */
  refused: z.string().optional(),
});
export type ApproveInput = z.infer<typeof ApproveInput>;

/** Whether yes or no is an answer to it. Other questions are answered where Toolshed asks them. */
export const isApproval = (question: PendingElicitation): boolean =>
  (question.request.type === 'approval' || question.request.type === 'confirmation') &&
  question.request.sensitive !== true;

/** A1. */
export function approveInput(question: PendingElicitation): ApproveInput {
  const { executionId, elicitationId, request, approvals } = questionForAgent(question);
  const { type: _type, message, toolPath, args, ...others } = request;
  const shown = approvals?.areEdited ? approvals.args : args;
  const details = { ...others, ...(approvals === undefined ? {} : { approvals }) };
  return {
    execution_id: executionId,
    elicitation_id: elicitationId,
    message,
    ...(toolPath === undefined ? {} : { tool: toolPath }),
    ...(shown === undefined ? {} : { args: shown }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  };
}

/** What is asked, in a form that can be compared: why it is asked again is not part of it. */
export const askedForm = ({ refused: _, ...asked }: ApproveInput): string => canonicalJson(asked);

export const isSame = (input: ApproveInput, question: PendingElicitation): boolean =>
  askedForm(input) === askedForm(approveInput(question));
