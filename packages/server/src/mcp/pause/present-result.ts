// Turns a result into the reply of a tool call. At a pause it asks the person in the best way this client has:
// `ask-by-input.ts` for 2026-07-28, `ask-by-push.ts` before that, and otherwise a report (`pause-report.ts`).

import type { ExecutionResult } from '@toolshed/runtime';
import { askByInput, firstRound, type InputRound } from './ask/ask-by-input.js';
import { askByPush } from './ask/ask-by-push.js';
import { canAsk } from '../server/caller.js';
import type { McpHost } from '../server/mcp-host.js';
import { reportPause } from './pause-report.js';
import type { ToolCall, ToolReply } from '../server/calls/tool-call.js';
import { urlRequired } from './ask/url-required.js';

export async function present(host: McpHost, call: ToolCall, result: ExecutionResult): Promise<ToolReply> {
  return presentRound(host, call, firstRound(result));
}

export async function presentRound(host: McpHost, call: ToolCall, round: InputRound): Promise<ToolReply> {
  const { caller } = call;
  const required = urlRequired(round.result, caller);
  if (required !== undefined) throw required;
  if (round.result.status !== 'paused' || !canAsk(caller)) {
    const report = await reportPause(host, call, round.result);
    return round.isRepeated ? { ...report, content: [...report.content, NOT_TAKEN] } : report;
  }
  return caller.era === 'modern' ? askByInput(host, call, round) : askByPush(host, call, round.result);
}

/** Threat: an agent that takes the result of the first answer for that of another it sent with the same state. */
const NOT_TAKEN = {
  type: 'text',
  text: 'This requestState was used before: this is the outcome of the first request, and nothing was answered now.',
} as const;
