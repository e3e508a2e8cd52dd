// Starting a program for a client, and taking in what a retry of that call brought along.

import type { ExecutionId } from '@toolshed/kernel';
import type { ExecutionResult } from '@toolshed/runtime';
import { takeInput } from './ask-by-input.js';
import { canAsk } from './caller.js';
import type { McpHost } from './mcp-host.js';
import { ASKS_LABEL } from './pause-report.js';
import { present, presentRound } from './present.js';
import { sessionOf } from './principal-session.js';
import { runAsTask } from './run-as-task.js';
import type { ToolCall, ToolReply } from './tool-call.js';
import { pagesAsInput } from './url-required.js';
import { whileChannelsAsk } from './while-channels-ask.js';
import { withProgress } from './with-progress.js';

export interface ProgramRun {
  readonly code: string;
  readonly session?: string | undefined;
  readonly idempotencyKey?: string | undefined;
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
  { code, session, idempotencyKey }: ProgramRun,
): { readonly work: Promise<ExecutionResult>; readonly started: Promise<ExecutionId> } {
  const { shed, labels } = host;
  const { caller } = call;
  const waitForChannels = !canAsk(caller) && !caller.hasTasks;
  const started = Promise.withResolvers<ExecutionId>();
  const work = shed.execute(code, {
    session: sessionOf(caller.principal, session),
    ...agentOf(caller),
    by: { principal: caller.principal.name, kind: 'agent', channel: 'mcp' },
    labels: { ...labels, ...(canAsk(caller) ? { [ASKS_LABEL]: 'yes' } : {}) },
    idempotencyKey: idempotencyKey ?? call.dispatch,
    onStarted: (id) => {
      started.resolve(id);
      call.began(id);
    },
    waitForChannels,
  });
  const untilReply = waitForChannels ? whileChannelsAsk(host, started.promise, work) : work;
  return { work: withProgress(shed, call, started.promise, untilReply), started: started.promise };
}

/** A token's name is proved, and rules may be about it; a client's own word serves where there is no token. */
function agentOf({ principal, client }: ToolCall['caller']): { readonly agent?: string } {
  if (principal.session !== undefined) return { agent: principal.name };
  return client === undefined ? {} : { agent: client.slice(0, LONGEST_CLIENT_NAME) };
}
