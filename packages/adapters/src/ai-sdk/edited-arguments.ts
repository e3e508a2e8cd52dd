// Other arguments than those the program gave. The SDK's response says yes or no and why, and nothing else; so they travel
// beside it, in the options that the SDK keeps for each provider, under our own name.

import type { ModelMessage } from 'ai';
import { z } from 'zod';

const PROVIDER = 'toolshed';

const Edits = z.object({ [PROVIDER]: z.object({ args: z.record(z.string(), z.unknown()) }) });

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;
/** The member `providerOptions` of a tool message, as the SDK has it. */
export type ToolMessageOptions = NonNullable<Extract<ModelMessage, { role: 'tool' }>['providerOptions']>;

/**
 * Makes approved calls run with other arguments: put it beside the approval in the tool message. The keys are the approval
 * ids. What does not fit the tool, or what policy denies, is refused, and the question stays open.
 *
 * @example
 * ```ts
 * messages.push({
 *   role: 'tool',
 *   content: [{ type: 'tool-approval-response', approvalId, approved: true }],
 *   providerOptions: approveWith({ [approvalId]: { to: 'grace@x.org' } }),
 * });
 * ```
 */
export const approveWith = (args: Readonly<Record<string, ToolMessageOptions[string]>>): ToolMessageOptions => ({
  [PROVIDER]: { args },
});

/** The arguments of one approval; undefined if the person accepted them as they are. */
export function editedArguments({ providerOptions }: ToolMessage, approvalId: string): unknown {
  const edits = Edits.safeParse(providerOptions).data?.[PROVIDER].args;
  return edits !== undefined && Object.hasOwn(edits, approvalId) ? edits[approvalId] : undefined;
}
