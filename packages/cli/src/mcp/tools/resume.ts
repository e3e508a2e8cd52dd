// Going on with a paused execution. The word of an agent counts only where the host lets it and the client has no way
// to ask the person itself; everywhere else this puts the question before the person once more.

import type { PausedResult, ResumeAnswer } from '@toolshed/runtime';
import { z } from 'zod';
import { takeInput } from '../ask-by-input.js';
import { atRest, awaitDecision } from '../await-decision.js';
import { canAsk } from '../caller.js';
import { ExecutionView } from '../execution-view.js';
import { type McpHost, ownExecution } from '../mcp-host.js';
import { agentMayDecide, reportPause } from '../pause-report.js';
import { present, presentRound } from '../present.js';
import type { McpTool, ToolCall, ToolReply } from '../tool-call.js';
import { withProgress } from '../with-progress.js';

const Input = z.strictObject({
  execution_id: z.string(),
  approved: z.boolean().describe('What the user decided'),
  data: z.unknown().optional().describe('The answer, where the question wants more than a yes'),
  elicitation_id: z.string().optional().describe('Which question; needed once the execution has asked more than one'),
  args: z.record(z.string(), z.unknown()).optional().describe('Other arguments the user approved instead'),
  reason: z.string().optional().describe('Why; the program gets it'),
});
type Input = z.infer<typeof Input>;

export const resumeTool: McpTool<Input> = {
  name: 'resume',
  title: 'Go on with a paused program',
  description: `Pass on what the user decided about a paused execution, and go on. Only after the user has decided: never decide for them.
Example: {"execution_id": "exec_…", "elicitation_id": "elic_…", "approved": true}`,
  input: Input,
  output: ExecutionView,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  async run(host, call, args) {
    if (call.state !== undefined) return await presentRound(host, call, await takeInput(host, call, call.state));
    const current = await ownExecution(host, call.caller, args.execution_id);
    if (current.status !== 'paused') return await present(host, call, await atRest(host.shed, current.executionId));
    if (isAskedHere(host, call)) return await present(host, call, current);
    if (await agentMayDecide(host, call.caller, current.executionId)) return await decide(host, call, current, args);
    return await waitForPerson(host, call, current);
  },
};

/** A client that only has forms is no way to a person where forms do not count. */
const isAskedHere = ({ trustsClients }: McpHost, { caller }: ToolCall): boolean =>
  trustsClients ? canAsk(caller) : caller.asks.url;

async function decide(host: McpHost, call: ToolCall, { executionId }: PausedResult, args: Input): Promise<ToolReply> {
  const leave = { fromAgent: true };
  const work = host.shed.resume(executionId, answerOf(call, args), leave);
  return await present(host, call, await withProgress(host.shed, call, Promise.resolve(executionId), work));
}

function answerOf({ caller }: ToolCall, { approved, data, elicitation_id, args, reason }: Input): ResumeAnswer {
  return {
    approved,
    by: { principal: caller.principal.name, kind: 'agent', channel: 'mcp' },
    ...(data === undefined ? {} : { data }),
    ...(args === undefined ? {} : { args }),
    ...(elicitation_id === undefined ? {} : { elicitationId: elicitation_id }),
    ...(reason === undefined ? {} : { reason }),
  };
}

async function waitForPerson(host: McpHost, call: ToolCall, { executionId, paused }: PausedResult): Promise<ToolReply> {
  await awaitDecision(host.shed, paused, { forMs: host.decisionWaitMs, signal: call.signal });
  return await reportPause(host, call.caller, await atRest(host.shed, executionId));
}
