// The shape of an execution as an agent reads it, which MCP clients get as the output schema of our tools, too.

import { z } from 'zod';
import { PendingView } from './pending-view.js';

export const AgentExecutionView = z.object({
  executionId: z.string(),
  status: z.enum(['completed', 'paused', 'sleeping', 'running', 'failed', 'cancelled']),
  value: z.unknown().optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      /** What the tool, its API or the person said about it. */
      reason: z.string().optional(),
      line: z.int().optional(),
      column: z.int().optional(),
      /** The line of the program, with a mark under the column. */
      at: z.string().optional(),
    })
    .optional(),
  /** Calls of a program that has ended which changed something. They are not undone if it failed. */
  done: z.array(z.string()).optional(),
  typeErrors: z.array(z.string()).optional(),
  reason: z.string().optional(),
  wakeAt: z.int().optional().describe('Milliseconds since the epoch'),
  pending: z.array(PendingView).optional(),
  /** What to do next. */
  next: z.string().optional(),
  logs: z.array(z.string()).optional(),
  emitted: z.array(z.unknown()).optional(),
  /** How many values the program showed to the user, where they are not here. */
  shownToUser: z.int().optional(),
  /** What was shortened, and how to read the rest. */
  cut: z.string().optional(),
  /** Which parts of open questions are not here, and how to read them. */
  leftOut: z.string().optional(),
});
export type AgentExecutionView = z.infer<typeof AgentExecutionView>;
