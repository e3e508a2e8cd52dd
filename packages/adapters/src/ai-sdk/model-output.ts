// A reply as the model reads it, and the execution that a reply is about.

import type { AgentReply } from '@toolshed/runtime';
import { z } from 'zod';

export const modelOutput = ({ text, isError }: AgentReply) =>
  isError ? { type: 'error-text' as const, value: text } : { type: 'text' as const, value: text };

const Reply = z.object({ text: z.string() });
const Named = z.object({ executionId: z.string() });

/** The text of an output; a history may have it as we gave it to the model, or as we gave it to the application. */
export function textOf(output: { readonly type: string; readonly value?: unknown }): string | undefined {
  if (typeof output.value === 'string') return output.value;
  return Reply.safeParse(output.value).data?.text;
}

/**
 * Threat: a program that returns `{ executionId: … }`. What a program returns is inside `value`; the first line of a reply
 * is one JSON text of ours, and its own `executionId` is the only one that is read.
 */
export function executionOf(text: string | undefined): string | undefined {
  const [line = ''] = text?.split('\n') ?? [];
  try {
    return Named.safeParse(JSON.parse(line)).data?.executionId;
  } catch {
    return undefined;
  }
}
