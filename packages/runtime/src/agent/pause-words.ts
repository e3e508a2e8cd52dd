// The text an agent gets at a pause: what waits, who may decide it, and what to do next.

import type { PendingElicitation } from '@toolshed/kernel';
import type { ExecutionResult, PausedResult } from '../execution/execution-result.js';
import { whyPersonOnly } from './agent-answer.js';
import { pagesToVisit } from './pages-to-visit.js';
import { resumeCalls } from './resume-call.js';
import { type AgentReply, agentReply, type ViewNotes } from './view/agent-execution-view.js';

export interface PauseFacts {
  /** Whether this agent may pass on what the person decided. */
  readonly mayDecide: boolean;
  /** Where a person answers one question in a browser. */
  readonly inboxUrl: ((elicitationId: string) => string) | undefined;
}

/** A result as an agent reads it. */
export function reportResult(
  result: ExecutionResult,
  facts: PauseFacts,
  { notes, tokens }: Pick<ViewNotes, 'notes' | 'tokens'> = {},
): AgentReply {
  if (result.status !== 'paused') return agentReply(result, { next: nextOf(result), tokens });
  const next = howToDecide(result, facts);
  return agentReply(result, { next, tokens, notes: new Map([...waitingNotes(result), ...(notes ?? [])]) });
}

export const howToDecide = (result: PausedResult, { mayDecide, inboxUrl }: PauseFacts): string =>
  mayDecide ? viaAgent(result, inboxUrl) : elsewhere(result, inboxUrl);

const waitingNotes = ({ pending }: PausedResult): readonly (readonly [string, string])[] =>
  pending.flatMap((question) => {
    const why = whyPersonOnly(question);
    return why === undefined ? [] : [[question.elicitationId, `Not for you to accept: ${why}`] as const];
  });

function viaAgent(result: PausedResult, inboxUrl: PauseFacts['inboxUrl']): string {
  const { pending } = result;
  const isPassedOn = (question: PendingElicitation): boolean => whyPersonOnly(question) === undefined;
  if (!pending.some(isPassedOn)) return elsewhere(result, inboxUrl);
  const others = pending.every(isPassedOn) ? '' : ' Where a question has a "note", tell the user what it says instead.';
  return `Show the user each pending question: its message, arguments, options and address. Ask what they decide, then call resume with each answer.${others} Never decide for the user. Examples:\n${resumeCalls(pending.filter(isPassedOn))}`;
}

/** Threat: handing the asking agent a command that approves. It learns where the person answers, and nothing else. */
function elsewhere({ pending }: PausedResult, inboxUrl: PauseFacts['inboxUrl']): string {
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

const AFTER_DECLINE =
  'A person declined this call. Do not make it again with the same arguments: ask the user what they want instead.';

function nextOf(result: ExecutionResult): string | undefined {
  const { status } = result;
  if (status === 'failed') return result.error.code === 'tool/declined' ? AFTER_DECLINE : pagesToVisit(result);
  if (status !== 'sleeping' && status !== 'running') return undefined;
  return 'It continues by itself. Call get_execution later.';
}
