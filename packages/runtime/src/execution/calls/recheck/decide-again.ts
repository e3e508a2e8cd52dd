// Whether the present policy is stricter about a call than the decision that admitted it, or is about to admit it (C5 in
// `call-steps.ts`).
//
// Only rules count: an approval is a person's answer about this very call, which no grant adds to, and a grant that was
// used stays used. A laxer policy changes nothing: the person who was to be asked is still asked.

import type { ExecutionId, GateDecision } from '@toolshed/kernel';
import type { ExecutionState, Rulebook, ToolCall } from '@toolshed/kernel/runtime';
import { currentTool, type ToolsHere } from './same-tool.js';

export interface DecideAgainDeps extends ToolsHere {
  readonly rulebook: Rulebook;
}

/** How many people's approval has admitted a call. */
export function approversOf({ decision }: ToolCall): number {
  if (decision.kind === 'ask') return decision.approvals ?? 1;
  const { kind } = decision.because;
  return kind === 'grant' || kind === 'plan' ? 1 : 0;
}

/** The stricter decision; undefined where so many approvers are enough. */
export function stricterNow(
  id: ExecutionId,
  { started: { session, agent } }: ExecutionState,
  issued: ToolCall,
  args: string,
  approvers: number,
  deps: DecideAgainDeps,
): GateDecision | undefined {
  const now = deps.rulebook.decide({
    path: issued.path,
    isDestructive: isDestructive(issued, args, deps),
    caller: { session, agent, executionId: id },
    args: JSON.parse(args),
    tool: issued.tool,
  });
  const isStricter = now.kind === 'deny' || (now.kind === 'ask' && (now.approvals ?? 1) > approvers);
  return isStricter ? now : undefined;
}

/** Assumed of a tool that is missing or changed, or throws. */
function isDestructive(issued: ToolCall, args: string, deps: DecideAgainDeps): boolean {
  const current = currentTool(issued, deps);
  if (current.kind !== 'same') return true;
  try {
    return current.tool.isDestructive(JSON.parse(args));
  } catch {
    return true;
  }
}
