// The prompt as the model reads it: as if `run` had taken as long as the person did. The model made none of the calls of
// `approve_call`, and some providers refuse a history with calls that their model did not sign; so they are taken out,
// and their outcome is put where the program was run.

import { APPROVE_CALL } from './approve-call.js';
import { executionOf, textOf } from './model-output.js';
import type { CallOptions, Prompt, PromptMessage } from './prompt-types.js';

/** `outcomes`: the newest reply about each execution. */
export function plainPrompt(prompt: Prompt, outcomes: ReadonlyMap<string, string>): Prompt {
  return prompt.flatMap((message): readonly PromptMessage[] => {
    if (message.role === 'assistant') {
      const content = message.content.filter((part) => !isOurs(part));
      return content.length === 0 && message.content.length > 0 ? [] : [{ ...message, content }];
    }
    if (message.role !== 'tool') return [message];
    const content = message.content
      .filter((part) => !isOurs(part))
      .map((part) => {
        if (part.type !== 'tool-result') return part;
        const id = executionOf(textOf(part.output));
        const outcome = id === undefined ? undefined : outcomes.get(id);
        return outcome === undefined ? part : { ...part, output: { type: 'text' as const, value: outcome } };
      });
    return content.length === 0 ? [] : [{ ...message, content }];
  });
}

const isOurs = (part: { readonly type: string; readonly toolName?: string }): boolean =>
  (part.type === 'tool-call' || part.type === 'tool-result') && part.toolName === APPROVE_CALL;

/** The model is not offered a tool that it must not call. */
export const withoutApproveTool = (tools: CallOptions['tools']): CallOptions['tools'] =>
  tools?.filter(({ name }) => name !== APPROVE_CALL);
