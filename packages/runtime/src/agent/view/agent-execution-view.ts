// An execution as an agent reads it: one shape and one text, over MCP and in an agent loop of the host.

import type { ExecutionResult } from '../../execution/execution-result.js';
import type { AgentExecutionView } from './agent-execution-shape.js';
import { boundedText } from './bounded-text.js';
import { pendingView } from './pending-view.js';

/** What a tool for agents replies. */
export interface AgentReply {
  /** What the model is given. */
  readonly text: string;
  /** The same for the host, whole, where the text leaves something out; undefined where the call was refused. */
  readonly structured?: Readonly<Record<string, unknown>>;
  /** Whether the program or the call failed; the text says why. */
  readonly isError: boolean;
}

export interface ViewNotes {
  readonly next?: string | undefined;
  /** By elicitation id. */
  readonly notes?: ReadonlyMap<string, string>;
}

/** A program that failed is a tool that failed. */
export function agentReply(
  result: ExecutionResult,
  notes?: ViewNotes,
): AgentReply & { readonly structured: AgentExecutionView } {
  const view = viewOf(result, notes);
  return { text: boundedText(view), structured: view, isError: result.status === 'failed' };
}

/** A call that was refused. Nothing was done. */
export const refusedReply = (code: string, message: string): AgentReply => ({
  text: `${code}: ${message}`,
  isError: true,
});

function viewOf(result: ExecutionResult, { next, notes }: ViewNotes = {}): AgentExecutionView {
  const { executionId, logs, emitted } = result;
  return {
    executionId,
    status: result.status,
    ...outcomeOf(result, notes),
    ...(next === undefined ? {} : { next }),
    ...(logs.length === 0
      ? {}
      : { logs: logs.map(({ level, text }) => (level === 'log' ? text : `${level}: ${text}`)) }),
    ...(emitted.length === 0 ? {} : { emitted: [...emitted] }),
  };
}

function outcomeOf(
  result: ExecutionResult,
  notes: ReadonlyMap<string, string> | undefined,
): Partial<AgentExecutionView> {
  switch (result.status) {
    case 'completed':
      return { value: result.value ?? null };
    case 'failed': {
      const { code, message, line, column } = result.error;
      return {
        error: { code, message, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) },
      };
    }
    case 'cancelled':
      return result.reason === undefined ? {} : { reason: result.reason };
    case 'sleeping':
      return { wakeAt: result.wakeAt };
    case 'paused':
      return {
        pending: result.pending.map((one) => pendingView(one, result.calls, notes?.get(one.elicitationId))),
      };
    case 'running':
      return {};
  }
}
