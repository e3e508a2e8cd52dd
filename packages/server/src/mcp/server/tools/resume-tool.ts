// Resumes a paused execution. An agent's answer counts only where the host allows it and the client cannot ask the person
// itself; everywhere else `resume` asks the person again.

import type { ExecutionResult, PausedResult } from '@toolshed/runtime';
import {
  assertReadable,
  awaitDecision,
  explainedFailure,
  readPassedOn,
  RESUME_DESCRIPTION,
  ResumeInput,
  whenIdle,
} from '@toolshed/runtime/agent';
import { isTerminalStatus } from '@toolshed/kernel/runtime';
import { type InputRound, takeInput } from '../../pause/ask/ask-by-input.js';
import { agentMayDecide, reportPause } from '../../pause/pause-report.js';
import { present, presentRound } from '../../pause/present-result.js';
import type { McpTool, ToolCall, ToolReply } from '../calls/tool-call.js';
import { withProgress } from '../calls/with-progress.js';
import { canAsk } from '../caller.js';
import { type McpHost, ownExecution } from '../mcp-host.js';

export const resumeTool: McpTool<ResumeInput> = {
  name: 'resume',
  title: 'Resume a paused program',
  description: RESUME_DESCRIPTION,
  input: ResumeInput,
  output: undefined,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  async run(host, call, args) {
    assertReadable(args);
    if (call.state !== undefined) return await presentInput(host, call, await takeInput(host, call, call.state));
    const current = await ownExecution(host, call.caller, args.execution_id);
    const mayDecide = !isAskedHere(host, call) && (await agentMayDecide(host, call.caller, current.executionId));
    // A late answer to a terminal execution is checked as well: an agent that contradicts the recorded answer gets an error,
    // even where its answer would not have counted.
    if (mayDecide || (isTerminalStatus(current.status) && args.elicitation_id !== undefined))
      return await decide(host, call, current, args);
    if (current.status !== 'paused')
      return await presentEnd(host, call, await whenIdle(host.shed, current.executionId));
    return isAskedHere(host, call) ? await present(host, call, current) : await waitForPerson(host, call, current);
  },
};

/** Where clients are not trusted, a client with forms only cannot ask. */
const isAskedHere = ({ trustsClients }: McpHost, { caller }: ToolCall): boolean =>
  trustsClients ? canAsk(caller) : caller.asks.url;

/** A program that fails after an answer is explained like one that fails at once. */
const presentEnd = async (host: McpHost, call: ToolCall, result: ExecutionResult): Promise<ToolReply> =>
  present(host, call, await explainedFailure(host.shed, result));

const presentInput = async (host: McpHost, call: ToolCall, round: InputRound): Promise<ToolReply> =>
  presentRound(host, call, { ...round, result: await explainedFailure(host.shed, round.result) });

async function decide(host: McpHost, call: ToolCall, current: ExecutionResult, args: ResumeInput): Promise<ToolReply> {
  const pending = current.status === 'paused' ? current.pending : [];
  const by = { principal: call.caller.principal.name, kind: 'agent', channel: 'mcp' } as const;
  const { executionId } = current;
  const work = host.shed.resume(executionId, readPassedOn(pending, args, by), { fromAgent: true });
  return await presentEnd(host, call, await withProgress(host.shed, call, Promise.resolve(executionId), work));
}

async function waitForPerson(host: McpHost, call: ToolCall, { executionId, paused }: PausedResult): Promise<ToolReply> {
  await awaitDecision(host.shed, paused, { forMs: host.decisionWaitMs, signal: call.signal });
  const result = await explainedFailure(host.shed, await whenIdle(host.shed, executionId));
  return await reportPause(host, call, result);
}
