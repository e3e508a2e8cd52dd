// What the person answered, read from the last message of a history (A2 of `approve-call.ts`).

import type { ModelMessage } from 'ai';
import { APPROVE_CALL, ApproveInput } from './approve-call.js';
import { editedArguments } from './edited-arguments.js';

export interface PersonResponse {
  readonly toolCallId: string;
  readonly input: ApproveInput;
  readonly approved: boolean;
  readonly reason: string | undefined;
  /** Arguments the person put in place of those they were shown. */
  readonly args: unknown;
}

/** The first response to each call counts, as in the SDK. */
export function personResponses(messages: readonly ModelMessage[]): readonly PersonResponse[] {
  const last = messages.at(-1);
  if (last?.role !== 'tool') return [];
  const calls = new Map<string, ApproveInput>();
  const asked = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== 'assistant' || typeof message.content === 'string') continue;
    for (const part of message.content) {
      if (part.type === 'tool-approval-request') asked.set(part.approvalId, part.toolCallId);
      const input =
        part.type === 'tool-call' && part.toolName === APPROVE_CALL ? ApproveInput.safeParse(part.input) : undefined;
      if (part.type === 'tool-call' && input?.success) calls.set(part.toolCallId, input.data);
    }
  }
  const responses = new Map<string, PersonResponse>();
  for (const part of last.content) {
    if (part.type !== 'tool-approval-response') continue;
    const { approvalId, approved, reason } = part;
    const toolCallId = asked.get(approvalId);
    const input = toolCallId === undefined ? undefined : calls.get(toolCallId);
    if (toolCallId === undefined || input === undefined || responses.has(toolCallId)) continue;
    responses.set(toolCallId, { toolCallId, input, approved, reason, args: editedArguments(last, approvalId) });
  }
  return [...responses.values()];
}
