// A pause that was not decided through this client: what waits, and how it can be decided.

import type { PendingElicitation } from '@toolshed/kernel';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ExecutionResult, PausedResult } from '@toolshed/runtime';
import { whyPersonOnly } from '../server/agent-answer.js';
import { type Caller, canAsk } from '../server/caller.js';
import { ASKS_LABEL } from './ask/client-reach.js';
import { executionReply } from '../server/view/mcp-execution-view.js';
import type { McpHost } from '../server/mcp-host.js';
import { pagesToVisit } from './ask/url-required.js';

export async function reportPause(
  host: McpHost,
  caller: Caller,
  result: ExecutionResult,
  notes?: ReadonlyMap<string, string>,
): Promise<CallToolResult> {
  if (result.status !== 'paused') return executionReply(result, { next: nextOf(result) });
  const next = await howToDecide(host, caller, result);
  return executionReply(result, { next, notes: new Map([...waitingNotes(result), ...(notes ?? [])]) });
}

export async function howToDecide(host: McpHost, caller: Caller, result: PausedResult): Promise<string> {
  return (await agentMayDecide(host, caller, result.executionId)) ? viaAgent(host, result) : elsewhere(host, result);
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

const waitingNotes = ({ pending }: PausedResult): readonly (readonly [string, string])[] =>
  pending.flatMap((question) => {
    const why = whyPersonOnly(question);
    return why === undefined ? [] : [[question.elicitationId, `Not for you to accept: ${why}`] as const];
  });

function viaAgent(host: McpHost, result: PausedResult): string {
  const { executionId, pending } = result;
  const isPassedOn = (question: PendingElicitation): boolean => whyPersonOnly(question) === undefined;
  if (!pending.some(isPassedOn)) return elsewhere(host, result);
  const others = pending.every(isPassedOn) ? '' : ' What has a "note" is not among these: tell the user what it says.';
  return `Show the user every pending question with all that is in it, its arguments, options and address, and ask for a decision. Then call resume with execution_id "${executionId}", the elicitation_id of the question, and approved true or false or one of its actions; give what they answered as content.${others} Never decide for the user.`;
}

/** Threat: a command that approves, told to the one that asks. It learns where a person goes, and nothing else. */
function elsewhere({ inboxUrl }: McpHost, { pending }: PausedResult): string {
  const open = pending.filter(({ consent }) => consent === undefined);
  if (open.length === 0) {
    const isOnlySaid = pending.some(({ consent }) => consent?.kind === 'agent');
    const page = isOnlySaid ? 'a page that you said the user agreed to open' : 'the page the user agreed to open';
    return `It waits for ${page}. Once they are done there, call get_execution.`;
  }
  const places =
    inboxUrl === undefined
      ? 'answer it in Toolshed'
      : open.map(({ elicitationId }) => `open ${inboxUrl(elicitationId)}`).join(' and ');
  return `Only a person can decide this, and not through you. Tell the user to ${places}. Then call get_execution.`;
}

function nextOf(result: ExecutionResult): string | undefined {
  const { status } = result;
  if (status === 'failed') return pagesToVisit(result);
  if (status !== 'sleeping' && status !== 'running') return undefined;
  return 'It continues by itself. Call get_execution later.';
}
