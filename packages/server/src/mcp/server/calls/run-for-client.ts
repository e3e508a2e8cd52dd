// Starts a program for a client (`execute` and `elicit`), or takes the answers that a retry of that call carries, and
// hands the result to `pause/present-result.ts`.

import type { ExecutionId } from '@toolshed/kernel';
import { type ExecuteOptions, type ExecutionResult, UnknownElicitationError } from '@toolshed/runtime';
import { takeInput } from '../../pause/ask/ask-by-input.js';
import { canAsk } from '../caller.js';
import { asksLabel } from '../../pause/ask/client-reach.js';
import { callLabel } from './orphaned-calls.js';
import { type McpHost, ownExecution } from '../mcp-host.js';
import { present, presentRound } from '../../pause/present-result.js';
import { sessionOf } from '../principal-session.js';
import { runAsTask } from '../../tasks/run-as-task.js';
import type { ToolCall, ToolReply } from './tool-call.js';
import { pagesAsInput } from '../../pause/ask/url-required.js';
import { decidedBy, planReply, whileChannelsAsk } from '@toolshed/runtime/agent';
import { toolResult } from '../view/mcp-execution-view.js';
import { withProgress } from './with-progress.js';

export interface ProgramRun {
  readonly code: string;
  readonly session?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The open question it leaves, of the same session. */
  readonly sideQuestOf?: string | undefined;
}

const LONGEST_CLIENT_NAME = 100;

/** A call that carries a state is the retry of an earlier one, and never starts anything. */
export async function runProgram(host: McpHost, call: ToolCall, run: ProgramRun): Promise<ToolReply> {
  if (call.state !== undefined) return await presentRound(host, call, await takeInput(host, call, call.state));
  if (!call.caller.hasTasks) return await presentRun(host, call, run, await startProgram(host, call, run).work);
  // The extension has no progress: the request is over when the handle is out.
  const { work, started } = startProgram(host, { ...call, progress: undefined }, run);
  return await runAsTask(host, call, work, started);
}

/** With an idempotency key the same call is the same execution, and would fail the same way. */
async function presentRun(
  host: McpHost,
  call: ToolCall,
  { idempotencyKey }: ProgramRun,
  result: ExecutionResult,
): Promise<ToolReply> {
  const pages = idempotencyKey === undefined ? pagesAsInput(result, call) : undefined;
  return pages ?? (await present(host, call, result));
}

/** @internal also for the conformance suite's own tools */
export function startProgram(
  host: McpHost,
  call: ToolCall,
  { code, session, idempotencyKey, sideQuestOf }: ProgramRun,
): { readonly work: Promise<ExecutionResult>; readonly started: Promise<ExecutionId> } {
  const { shed } = host;
  const { caller } = call;
  const waitForChannels = !canAsk(caller) && !caller.hasTasks;
  const started = Promise.withResolvers<ExecutionId>();
  const options = {
    ...optionsOf(host, call, { session, idempotencyKey }),
    onStarted: (id: ExecutionId) => {
      started.resolve(id);
      call.began(id);
    },
    check: 'warn',
    waitForChannels,
  } as const;
  const work =
    sideQuestOf === undefined
      ? shed.execute(code, options)
      : leave(host, call, sideQuestOf, code, options, session !== undefined);
  const untilReply = waitForChannels ? whileChannelsAsk(host, started.promise, work) : work;
  return { work: withProgress(shed, call, started.promise, untilReply), started: started.promise };
}

const optionsOf = (
  { labels, approvals }: McpHost,
  call: ToolCall,
  { session, idempotencyKey }: Pick<ProgramRun, 'session' | 'idempotencyKey'>,
) => ({
  session: sessionOf(call.caller.principal, session),
  ...agentOf(call.caller),
  by: { principal: call.caller.principal.name, kind: 'agent', channel: 'mcp' } as const,
  labels: { ...labels, ...asksLabel(call.caller.asks), ...callLabel(call.label), ...decidedBy(approvals) },
  ...(call.trace === undefined ? {} : { trace: call.trace }),
  idempotencyKey: idempotencyKey ?? call.dispatch,
});

/** Only finds out what the program would ask. A person approves it elsewhere, never through this call. */
export async function planProgram(host: McpHost, call: ToolCall, run: ProgramRun): Promise<ToolReply> {
  const options = { ...optionsOf(host, call, run), onStarted: (id: ExecutionId) => call.began(id) };
  const plan = await host.shed.plans.make(run.code, options);
  return toolResult(planReply(plan, call.outputTokens ?? host.outputTokens));
}

/** In the session of the question, which must be the agent's own. */
async function leave(
  host: McpHost,
  { caller }: ToolCall,
  question: string,
  code: string,
  { session: wanted, ...options }: ExecuteOptions & { readonly session: string },
  isNamed: boolean,
): Promise<ExecutionResult> {
  const { session } = await ownExecution(host, caller, question);
  if (isNamed && wanted !== session) throw new UnknownElicitationError(question);
  return await host.shed.fork(question, code, options);
}

/** A token proves its name, so rules may rely on it. Without a token, the name the client gives itself is used. */
export function agentOf({ principal, client }: ToolCall['caller']): { readonly agent?: string } {
  if (principal.session !== undefined) return { agent: principal.name };
  return client === undefined ? {} : { agent: client.slice(0, LONGEST_CLIENT_NAME) };
}
