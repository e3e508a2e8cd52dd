// An execution as a task of the extension io.modelcontextprotocol/tasks. The task's id is the execution's: it is on
// disk before the client gets it, and it never expires before `toolshed prune` removes it.

import { type CallToolResult, INTERNAL_ERROR } from '@modelcontextprotocol/server';
import type { ExecutionResult } from '@toolshed/runtime';
import { inputRequestsOf } from '../pause/ask/ask-by-input.js';
import { type Caller, canAsk } from '../server/caller.js';
import { executionReply } from '../server/view/mcp-execution-view.js';
import type { McpHost } from '../server/mcp-host.js';
import { howToDecide } from '../pause/pause-report.js';
import { isAskable, planQuestions } from '../pause/ask/plan-questions.js';
import { pagesToVisit } from '@toolshed/runtime/agent';

interface Task {
  readonly taskId: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number | null;
  readonly pollIntervalMs: number;
}

export type DetailedTask = { -readonly [K in keyof Task]: Task[K] } & { [detail: string]: unknown };

const POLL_INTERVAL_MS = 500;

/** The handle. The SDK knows results of tools only, which have content; that of a task is empty. */
export async function taskHandle(host: McpHost, caller: Caller, result: ExecutionResult): Promise<CallToolResult> {
  const { taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs } = await detailedTask(host, caller, result);
  return { resultType: 'task', content: [], taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
}

export async function detailedTask(host: McpHost, caller: Caller, result: ExecutionResult): Promise<DetailedTask> {
  const journal = await host.shed.journal(result.executionId);
  return {
    taskId: result.executionId,
    createdAt: isoTime(journal[0]?.at),
    lastUpdatedAt: isoTime(journal.at(-1)?.at),
    ttlMs: null,
    pollIntervalMs: POLL_INTERVAL_MS,
    ...(await standingOf(host, caller, result)),
  };
}

type Standing = Pick<DetailedTask, 'status'> & { [detail: string]: unknown };

async function standingOf(host: McpHost, caller: Caller, result: ExecutionResult): Promise<Standing> {
  switch (result.status) {
    case 'running':
      return { status: 'working' };
    case 'sleeping':
      return { status: 'working', statusMessage: `Sleeps until ${isoTime(result.wakeAt)}` };
    case 'cancelled':
      return { status: 'cancelled', ...(result.reason === undefined ? {} : { statusMessage: result.reason }) };
    case 'completed':
      return { status: 'completed', result: executionReply(result, { tokens: host.outputTokens }) };
    case 'failed':
      return isOurs(result.error.code)
        ? { status: 'failed', error: { code: INTERNAL_ERROR, message: result.error.message } }
        : {
            status: 'completed',
            result: executionReply(result, { next: pagesToVisit(result), tokens: host.outputTokens }),
          };
    case 'paused':
      return await pausedStanding(host, caller, result);
  }
}

/** Where nothing can be asked through this client the task's status is `working`, and the message says what it waits for. */
async function pausedStanding(
  host: McpHost,
  caller: Caller,
  result: Extract<ExecutionResult, { status: 'paused' }>,
): Promise<Standing> {
  const asked = canAsk(caller) ? (await planQuestions(host, caller, result)).filter(isAskable) : [];
  if (asked.length > 0) return { status: 'input_required', inputRequests: inputRequestsOf(asked) };
  const how = await howToDecide(host, caller, result);
  const all = `Call get_execution with execution_id "${result.executionId}" to see all of what is asked.`;
  return { status: 'working', statusMessage: `Waits for a person. ${how} ${all}` };
}

/** Failures of this server rather than of the program. */
const isOurs = (code: string): boolean => code.startsWith('sandbox/') || code.startsWith('journal/');

const isoTime = (at: number | undefined): string => new Date(at ?? 0).toISOString();
