// An execution as an agent reads it.

import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ExecutionResult } from '@toolshed/runtime';
import { boundedText } from './bounded-text.js';
import { pendingView } from '../../pause/pending-view.js';
import type { ExecutionView } from './mcp-execution-shape.js';

export interface ViewNotes {
  readonly next?: string | undefined;
  /** By elicitation id. */
  readonly notes?: ReadonlyMap<string, string>;
}

function viewOf(result: ExecutionResult, { next, notes }: ViewNotes = {}): ExecutionView {
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

/** A program that failed is a tool that failed; the protocol did what it should. */
export function executionReply(result: ExecutionResult, notes?: ViewNotes): CallToolResult {
  const view = viewOf(result, notes);
  return {
    content: [{ type: 'text', text: boundedText(view) }],
    structuredContent: view,
    ...(result.status === 'failed' ? { isError: true } : {}),
  };
}

function outcomeOf(result: ExecutionResult, notes: ReadonlyMap<string, string> | undefined): Partial<ExecutionView> {
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
