// Resumes a paused execution. An agent's word counts only where the host allows it and the client cannot ask the person
// itself; everywhere else `resume` asks the person again.

import { GivenAction, Remember } from '@toolshed/kernel';
import { issuesText, readStrictly, type SchemaResult } from '@toolshed/kernel/runtime';
import type { ExecutionResult, PausedResult, ResumeAnswer } from '@toolshed/runtime';
import { z } from 'zod';
import { InvalidToolCallError } from '../../../server-errors.js';
import { assertMayPassOn } from '../agent-answer.js';
import { takeInput } from '../../pause/ask/ask-by-input.js';
import { whenIdle, awaitDecision } from '../../pause/ask/await-decision.js';
import { canAsk } from '../caller.js';
import { ExecutionView } from '../view/mcp-execution-shape.js';
import { type McpHost, ownExecution } from '../mcp-host.js';
import { agentMayDecide, reportPause } from '../../pause/pause-report.js';
import { present, presentRound } from '../../pause/present-result.js';
import { isOver } from '../../tasks/task-methods.js';
import type { McpTool, ToolCall, ToolReply } from '../calls/tool-call.js';
import { withProgress } from '../calls/with-progress.js';

const Input = z.strictObject({
  execution_id: z.string(),
  elicitation_id: z.string().optional().describe('Which question; needed once the execution has asked more than one'),
  approved: z.boolean().optional().describe('What the user decided: yes or no. Or give "action"'),
  action: GivenAction.exclude(['not_supported'])
    .optional()
    .describe('What the user decided: one of the question’s "actions". With other, "content" has their own words'),
  content: z.unknown().optional().describe('The answer, where the question wants more than a yes'),
  data: z.unknown().optional().describe('The same as "content"'),
  args: z.record(z.string(), z.unknown()).optional().describe('Other arguments the user approved instead'),
  reason: z.string().optional().describe('Why; the program gets it'),
  remember: z
    .unknown()
    .optional()
    .describe('Only a person can have an answer remembered: a dialog of the client offers it, the inbox does, too'),
});
type Input = z.infer<typeof Input>;

export const resumeTool: McpTool<Input> = {
  name: 'resume',
  title: 'Go on with a paused program',
  description: `Pass on what the user decided about a paused execution, and go on. Only after the user has decided: never decide for them.
Example: {"execution_id": "exec_…", "elicitation_id": "elic_…", "approved": true}
Example: {"execution_id": "exec_…", "elicitation_id": "elic_…", "action": "other", "content": "first show me the diff"}`,
  input: Input,
  output: ExecutionView,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  async run(host, call, args) {
    assertReadable(args);
    if (call.state !== undefined) return await presentRound(host, call, await takeInput(host, call, call.state));
    const current = await ownExecution(host, call.caller, args.execution_id);
    const mayDecide = !isAskedHere(host, call) && (await agentMayDecide(host, call.caller, current.executionId));
    // A late answer to a terminal execution is checked as well: an agent that contradicts the recorded answer is told so,
    // even where its word would not have counted.
    if (mayDecide || (isOver(current) && args.elicitation_id !== undefined))
      return await decide(host, call, current, args);
    if (current.status !== 'paused') return await present(host, call, await whenIdle(host.shed, current.executionId));
    return isAskedHere(host, call) ? await present(host, call, current) : await waitForPerson(host, call, current);
  },
};

/** Where clients are not trusted, a client with forms only cannot ask. */
const isAskedHere = ({ trustsClients }: McpHost, { caller }: ToolCall): boolean =>
  trustsClients ? canAsk(caller) : caller.asks.url;

/** Checked in every case: what cannot be understood is refused, not ignored. */
function assertReadable({ approved, action, content, data, remember }: Input): void {
  const refuse = (problem: string): never => {
    throw new InvalidToolCallError(`Cannot call resume: ${problem}; nothing was answered`);
  };
  if (approved === undefined && action === undefined) refuse('say what the user decided, in "approved" or "action"');
  if (approved !== undefined && action !== undefined && (action === 'accept') !== approved)
    refuse(`"action" says ${action}, "approved" another`);
  if (content !== undefined && data !== undefined) refuse('"content" and "data" are the same; give one of them');
  const read = remember === undefined ? undefined : readRemember(remember);
  if (read?.kind === 'invalid')
    refuse(issuesText(read.issues.map(({ field, message }) => ({ field: `remember.${field}`, message }))));
}

const [Scope, Facts] = Remember.options;

const readRemember = (remember: unknown): SchemaResult<unknown> =>
  readStrictly<unknown>(typeof remember === 'object' ? Facts : Scope, remember);

async function decide(host: McpHost, call: ToolCall, current: ExecutionResult, args: Input): Promise<ToolReply> {
  const { elicitation_id: elicitation, action, approved, remember } = args;
  const isAccepted = (action ?? (approved ? 'accept' : 'decline')) === 'accept';
  const remembers = remember !== undefined && remember !== 'once';
  const pending = current.status === 'paused' ? current.pending : [];
  assertMayPassOn(pending, { elicitation, isAccepted, remembers });
  const { executionId } = current;
  const leave = { fromAgent: true };
  const work = host.shed.resume(executionId, answerOf(call, args), leave);
  return await present(host, call, await withProgress(host.shed, call, Promise.resolve(executionId), work));
}

function answerOf({ caller }: ToolCall, args: Input): ResumeAnswer {
  const { approved = false, action, content, data = content, elicitation_id, args: other, reason } = args;
  return {
    ...(action === undefined ? { approved } : { action }),
    by: { principal: caller.principal.name, kind: 'agent', channel: 'mcp' },
    ...(data === undefined ? {} : { data }),
    ...(other === undefined ? {} : { args: other }),
    ...(elicitation_id === undefined ? {} : { elicitationId: elicitation_id }),
    ...(reason === undefined ? {} : { reason }),
  };
}

async function waitForPerson(host: McpHost, call: ToolCall, { executionId, paused }: PausedResult): Promise<ToolReply> {
  await awaitDecision(host.shed, paused, { forMs: host.decisionWaitMs, signal: call.signal });
  return await reportPause(host, call.caller, await whenIdle(host.shed, executionId));
}
