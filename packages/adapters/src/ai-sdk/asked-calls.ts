// The calls of `approve_call` in a prompt, and the outcome of each.

import { APPROVE_CALL, ApproveInput } from './approve-call.js';
import { textOf } from './model-output.js';
import type { PersonResponse } from './person-responses.js';
import type { Prompt } from './prompt-types.js';

export type AskedCall =
  | { readonly kind: 'replied'; readonly toolCallId: string; readonly input: ApproveInput; readonly text: string }
  | {
      readonly kind: 'denied';
      readonly toolCallId: string;
      readonly input: ApproveInput;
      readonly response: PersonResponse;
    };

/** In the order of their results. */
export function askedCalls(prompt: Prompt): readonly AskedCall[] {
  const inputs = new Map<string, ApproveInput>();
  const asked: AskedCall[] = [];
  for (const { role, content } of prompt) {
    if (role === 'system' || role === 'user') continue;
    for (const part of content) {
      if (part.type === 'tool-call' && part.toolName === APPROVE_CALL) {
        const input = ApproveInput.safeParse(part.input);
        if (input.success) inputs.set(part.toolCallId, input.data);
      }
      if (part.type !== 'tool-result') continue;
      const input = inputs.get(part.toolCallId);
      if (input === undefined) continue;
      const { output, toolCallId } = part;
      if (output.type === 'execution-denied')
        asked.push({
          kind: 'denied',
          toolCallId,
          input,
          response: { toolCallId, input, approved: false, reason: output.reason, args: undefined },
        });
      else asked.push({ kind: 'replied', toolCallId, input, text: textOf(output) ?? '' });
    }
  }
  return asked;
}
