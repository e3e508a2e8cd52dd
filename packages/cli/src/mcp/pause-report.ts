// A pause that was not decided through this client: what waits, and how it can be decided.

import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ExecutionResult, PausedResult } from '@toolshed/runtime';
import { type Caller, canAsk } from './caller.js';
import { executionReply } from './execution-view.js';
import type { McpHost } from './mcp-host.js';
import { pagesToVisit } from './url-required.js';

/** Set on executions of clients that can ask a person. */
export const ASKS_LABEL = 'mcp-asks';

export async function reportPause(
  host: McpHost,
  caller: Caller,
  result: ExecutionResult,
  notes?: ReadonlyMap<string, string>,
): Promise<CallToolResult> {
  if (result.status !== 'paused') return executionReply(result, { next: nextOf(result) });
  const next = await howToDecide(host, caller, result);
  return executionReply(result, { next, ...(notes === undefined ? {} : { notes }) });
}

export async function howToDecide(host: McpHost, caller: Caller, result: PausedResult): Promise<string> {
  return (await agentMayDecide(host, caller, result.executionId)) ? viaAgent(result) : elsewhere(host, result);
}

/**
 * Threat: an agent that drops its client's capability from one request to approve for itself what the person was to
 * be asked. An execution that began with a client that asks is never answered by an agent.
 */
export async function agentMayDecide({ shed, approvals }: McpHost, caller: Caller, id: string): Promise<boolean> {
  if (approvals === 'inbox' || canAsk(caller)) return false;
  const [started] = await shed.journal(id);
  return started?.kind === 'started' && started.labels[ASKS_LABEL] === undefined;
}

function viaAgent({ executionId }: PausedResult): string {
  return `Show the user every pending action with all of its arguments and ask for a decision. Then call resume with execution_id "${executionId}", the elicitation_id of the action and approved true or false. Never decide for the user.`;
}

/** Threat: a command that approves, told to the one that asks. It learns where a person goes, and nothing else. */
function elsewhere({ inboxUrl }: McpHost, { pending }: PausedResult): string {
  const places =
    inboxUrl === undefined
      ? 'answer it in Toolshed'
      : pending.map(({ elicitationId }) => `open ${inboxUrl(elicitationId)}`).join(' and ');
  return `Only a person can decide this, and not through you. Tell the user to ${places}. Then call get_execution.`;
}

function nextOf(result: ExecutionResult): string | undefined {
  const { status } = result;
  if (status === 'failed') return pagesToVisit(result);
  if (status !== 'sleeping' && status !== 'running') return undefined;
  return 'It goes on by itself. Call get_execution later.';
}
