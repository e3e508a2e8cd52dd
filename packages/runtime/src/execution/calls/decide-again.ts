// Whether the present policy is stricter about a call than what let it through, or is about to.
//
// Rules only: an approval is a person's word about this very call, which no grant adds to, and a grant that was used is
// used. A laxer policy changes nothing: whoever was to be asked still is.

import type { ExecutionId, GateDecision } from '@toolshed/kernel';
import type { ExecutionState, Rulebook, ToolCall } from '@toolshed/kernel/runtime';
import { currentTool, type ToolsHere } from './same-tool.js';

export interface DecideAgainDeps extends ToolsHere {
  readonly rulebook: Rulebook;
}

/** How many people's word has let a call through. */
export function approversOf({ decision }: ToolCall): number {
  if (decision.kind === 'ask') return decision.approvals ?? 1;
  return decision.because.kind === 'grant' ? 1 : 0;
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

/** Of a tool that is not here, or fails to say, it is assumed. */
function isDestructive(issued: ToolCall, args: string, deps: DecideAgainDeps): boolean {
  const current = currentTool(issued, deps);
  if (current.kind !== 'same') return true;
  try {
    return current.tool.isDestructive(JSON.parse(args));
  } catch {
    return true;
  }
}
