// What a person has to be asked before the model continues: the open approvals of the executions that the last tool results
// are about.

import { UnknownExecutionError } from '@toolshed/runtime';
import type { AgentSession } from '@toolshed/runtime/agent';
import { safeText } from '@toolshed/kernel/runtime';
import { type ApproveInput, approveInput, askedForm, isApproval } from './approve-call.js';
import { type AskedCall, askedCalls } from './asked-calls.js';
import { executionOf, textOf } from './model-output.js';
import type { Prompt } from './prompt-types.js';

/**
 * A question that was asked in this very form is not asked again: the person has answered, and it waits for somebody else.
 * One whose approval was refused because of changed arguments is asked again, with the reason.
 * `ours`: names of the tools whose replies are ours.
 */
export async function openApprovals(
  agent: AgentSession,
  prompt: Prompt,
  ours: ReadonlySet<string>,
): Promise<readonly ApproveInput[]> {
  const last = prompt.at(-1);
  if (last?.role !== 'tool') return [];
  const asked = askedCalls(prompt);
  const ids = new Set(
    last.content.flatMap((part) => {
      if (part.type !== 'tool-result' || !ours.has(part.toolName)) return [];
      const call = asked.find(({ toolCallId }) => toolCallId === part.toolCallId);
      const id = call?.input.execution_id ?? executionOf(textOf(part.output));
      return id === undefined ? [] : [id];
    }),
  );
  // The last reply to each decides.
  const before = new Map(asked.map((one) => [askedForm(one.input), refusedEdit(one)]));
  const open = await Promise.all([...ids].map((id) => approvalsOf(agent, id)));
  return open.flat().flatMap((input) => {
    const form = askedForm(input);
    const refused = before.get(form);
    if (refused !== undefined) return [{ ...input, refused }];
    return before.has(form) ? [] : [input];
  });
}

const LONGEST_REASON = 1_000;

function refusedEdit(asked: AskedCall): string | undefined {
  if (asked.kind !== 'replied' || !EDIT_REFUSED.some((code) => asked.text.startsWith(`${code}: `))) return undefined;
  return safeText(asked.text).slice(0, LONGEST_REASON);
}

/** The codes of `InvalidAnswerError` and `EditRefusedError`. */
const EDIT_REFUSED = ['answer/invalid', 'answer/edit-refused'] as const;

async function approvalsOf(agent: AgentSession, id: string): Promise<readonly ApproveInput[]> {
  try {
    const result = await agent.own(id);
    return result.status === 'paused' ? result.pending.filter(isApproval).map(approveInput) : [];
  } catch (error) {
    if (error instanceof UnknownExecutionError) return [];
    throw error;
  }
}
