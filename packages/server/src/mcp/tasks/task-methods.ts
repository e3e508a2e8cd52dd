// `tasks/get`, `tasks/update` and `tasks/cancel`. The SDK carries the names and leaves the rest to the server.

import {
  INVALID_PARAMS,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { setTimeout as wait } from 'node:timers/promises';
import { ToolshedError } from '@toolshed/kernel';
import type { ExecutionResult } from '@toolshed/runtime';
import { z } from 'zod';
import { awaitDecision } from '@toolshed/runtime/agent';
import { isTerminalStatus } from '@toolshed/kernel/runtime';
import { type Caller, TASKS_EXTENSION } from '../server/caller.js';
import { giveAnswer } from '../server/mcp-answer.js';
import { wakeIfDue } from '../server/calls/wake-if-due.js';
import { hostOf, type HostSource } from '../server/host-source.js';
import { type McpHost, ownExecution } from '../server/mcp-host.js';
import { type AskableQuestion, isAskable, planQuestions } from '../pause/ask/plan-questions.js';
import { readReply } from '../pause/form/read-reply.js';
import { detailedTask } from './task-view.js';

const TaskParams = z.looseObject({ taskId: z.string() });

/** How long an acknowledgement waits for the task to show what was answered. */
const SHOWN_AFTER_MS = 1_000;

interface FoundTask {
  readonly host: McpHost;
  readonly caller: Caller;
  readonly result: ExecutionResult;
}

export function addTaskMethods(server: Server, source: HostSource, callerOf: (context: ServerContext) => Caller): void {
  const params = { params: TaskParams };
  const task = async (context: ServerContext, id: string): Promise<FoundTask> => {
    const caller = callerOf(context);
    requireTasks(caller);
    const host = await hostOf(source);
    return { host, caller, result: await knownTask(host, caller, id) };
  };
  server.setRequestHandler('tasks/get', params, async ({ taskId }, context) => {
    const { host, caller, result } = await task(context, taskId);
    wakeIfDue(host, result);
    return await detailedTask(host, caller, result);
  });
  server.setRequestHandler('tasks/update', params, async ({ taskId }, context) => {
    const { host, caller, result } = await task(context, taskId);
    await takeResponses(host, caller, result, context.mcpReq.inputResponses ?? {});
    return {};
  });
  server.setRequestHandler('tasks/cancel', params, async ({ taskId }, context) => {
    const { host, caller, result } = await task(context, taskId);
    const by = { principal: caller.principal.name, kind: 'agent', channel: 'mcp' } as const;
    if (!isTerminalStatus(result.status)) await host.shed.cancel(result.executionId, 'cancelled by the client', by);
    return {};
  });
}

export function requireTasks({ hasTasks }: Caller): void {
  if (hasTasks) return;
  throw new MissingRequiredClientCapabilityError({
    requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
  });
}

/** Another principal's task looks like one that does not exist. */
async function knownTask(host: McpHost, caller: Caller, id: string): Promise<ExecutionResult> {
  try {
    return await ownExecution(host, caller, id);
  } catch (error) {
    if (!(error instanceof ToolshedError)) throw error;
    throw new ProtocolError(INVALID_PARAMS, `Cannot find the task "${id}": no task here has this id`);
  }
}

/** Only what is open, and asked through this client, can be answered: everything else is ignored. */
async function takeResponses(
  host: McpHost,
  caller: Caller,
  result: ExecutionResult,
  responses: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (result.status !== 'paused') return;
  for (const planned of (await planQuestions(host, caller, result)).filter(isAskable)) {
    const response = responses[planned.question.elicitationId];
    if (response !== undefined) await takeResponse(host, caller, planned, response);
  }
}

async function takeResponse(
  host: McpHost,
  caller: Caller,
  { question, asking }: AskableQuestion,
  response: unknown,
): Promise<void> {
  const reply = readReply(asking, response);
  if (reply.kind === 'invalid') throw unfit(question.elicitationId, reply.problem);
  if (reply.kind !== 'answer') return;
  const work = giveAnswer(host, { caller, progress: undefined }, question, reply.answer);
  work.catch((error: unknown) =>
    host.log.error({ err: error }, 'resuming an execution failed; its task shows the state'),
  );
  const onDisk = awaitDecision(host.shed, question).then(() => wait(SHOWN_AFTER_MS, undefined, { ref: false }));
  const given = await Promise.race([work, onDisk]);
  if (given?.kind === 'invalid') throw unfit(question.elicitationId, given.problem);
}

const unfit = (id: string, problem: string): ProtocolError =>
  new ProtocolError(INVALID_PARAMS, `Cannot take the answer to "${id}": ${problem}; it is still open`);
