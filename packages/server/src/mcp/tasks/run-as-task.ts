// Clients that know tasks get a handle as soon as the execution is on disk, unless it is over before they could ask.

import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionId } from '@toolshed/kernel';
import type { ExecutionResult } from '@toolshed/runtime';
import { executionReply } from '../server/view/mcp-execution-view.js';
import type { McpHost } from '../server/mcp-host.js';
import { taskHandle } from './task-view.js';
import { pagesToVisit } from '@toolshed/runtime/agent';
import type { ToolCall, ToolReply } from '../server/calls/tool-call.js';

/** A program that is done by then is answered at once. */
const QUICK_MS = 50;

export async function runAsTask(
  host: McpHost,
  { caller, outputTokens = host.outputTokens }: ToolCall,
  work: Promise<ExecutionResult>,
  started: Promise<ExecutionId>,
): Promise<ToolReply> {
  work.catch((error: unknown) =>
    host.log.error({ err: error }, 'running an execution failed; its task shows the state'),
  );
  const onDisk = started.then(async (id) => {
    await wait(QUICK_MS);
    return await host.shed.get(id);
  });
  const result = await Promise.race([work, onDisk]);
  if (result.status === 'completed' || result.status === 'failed')
    return executionReply(result, { next: pagesToVisit(result), tokens: outputTokens });
  return await taskHandle(host, caller, result);
}
