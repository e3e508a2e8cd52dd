// A pause that was not decided through this client: what waits, and how it can be decided.

import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ExecutionResult, PausedResult } from '@toolshed/runtime';
import { isForPerson, howToDecide as inWords, reportResult } from '@toolshed/runtime/agent';
import { type Caller, canAsk } from '../server/caller.js';
import type { ToolCall } from '../server/calls/tool-call.js';
import type { McpHost } from '../server/mcp-host.js';
import { toolResult } from '../server/view/mcp-execution-view.js';

export async function reportPause(
  host: McpHost,
  { caller, outputTokens = host.outputTokens }: Pick<ToolCall, 'caller' | 'outputTokens'>,
  result: ExecutionResult,
  notes: ReadonlyMap<string, string> = new Map(),
): Promise<CallToolResult> {
  const mayDecide = result.status === 'paused' && (await agentMayDecide(host, caller, result.executionId));
  return toolResult(reportResult(result, { mayDecide, inboxUrl: host.inboxUrl }, { notes, tokens: outputTokens }));
}

export async function howToDecide(host: McpHost, caller: Caller, result: PausedResult): Promise<string> {
  const mayDecide = await agentMayDecide(host, caller, result.executionId);
  return inWords(result, { mayDecide, inboxUrl: host.inboxUrl });
}

/** Also where an agent drops its client's capability from one request: an execution that began with a client that asks stays one. */
export async function agentMayDecide({ shed, approvals }: McpHost, caller: Caller, id: string): Promise<boolean> {
  if (approvals === 'inbox' || canAsk(caller)) return false;
  return !(await isForPerson(shed, id));
}
