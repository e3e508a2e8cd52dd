// A pause that was not decided through this client: what waits, and how it can be decided.

import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ExecutionResult, PausedResult } from '@toolshed/runtime';
import { howToDecide as inWords, reportResult } from '@toolshed/runtime/agent';
import { type Caller, canAsk } from '../server/caller.js';
import type { McpHost } from '../server/mcp-host.js';
import { toolResult } from '../server/view/mcp-execution-view.js';
import { ASKS_LABEL } from './ask/client-reach.js';

export async function reportPause(
  host: McpHost,
  caller: Caller,
  result: ExecutionResult,
  notes?: ReadonlyMap<string, string>,
): Promise<CallToolResult> {
  const mayDecide = result.status === 'paused' && (await agentMayDecide(host, caller, result.executionId));
  return toolResult(reportResult(result, { mayDecide, inboxUrl: host.inboxUrl }, notes));
}

export async function howToDecide(host: McpHost, caller: Caller, result: PausedResult): Promise<string> {
  const mayDecide = await agentMayDecide(host, caller, result.executionId);
  return inWords(result, { mayDecide, inboxUrl: host.inboxUrl });
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
