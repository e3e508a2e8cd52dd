// What a person has to be asked before the model goes on: the open approvals of the executions that the last tool results
// are about.

import { UnknownExecutionError } from '@toolshed/runtime';
import type { AgentSession } from '@toolshed/runtime/agent';
import { canonicalJson } from '@toolshed/kernel/runtime';
import { type ApproveInput, approveInput, isApproval } from './approve-call.js';
import { askedCalls } from './asked-calls.js';
import { executionOf, textOf } from './model-output.js';
import type { Prompt } from './prompt-types.js';

/**
 * A question that was asked in this very form is not asked again: the person has answered, and it waits for somebody else.
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
  const before = new Set(asked.map(({ input }) => canonicalJson(input)));
  const open = await Promise.all([...ids].map((id) => approvalsOf(agent, id)));
  return open.flat().filter((input) => !before.has(canonicalJson(input)));
}

async function approvalsOf(agent: AgentSession, id: string): Promise<readonly ApproveInput[]> {
  try {
    const result = await agent.own(id);
    return result.status === 'paused' ? result.pending.filter(isApproval).map(approveInput) : [];
  } catch (error) {
    if (error instanceof UnknownExecutionError) return [];
    throw error;
  }
}
