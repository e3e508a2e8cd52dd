// The shape of an execution as an agent reads it, which MCP clients get as the output schema of our tools, too.

import { z } from 'zod';
import { PendingView } from './pending-view.js';

export const AgentExecutionView = z.object({
  executionId: z.string(),
  status: z.enum(['completed', 'paused', 'sleeping', 'running', 'failed', 'cancelled']),
  value: z.unknown().optional(),
  error: z
    .object({ code: z.string(), message: z.string(), line: z.int().optional(), column: z.int().optional() })
    .optional(),
  reason: z.string().optional(),
  wakeAt: z.int().optional().describe('Milliseconds since the epoch'),
  pending: z.array(PendingView).optional(),
  /** What to do next. */
  next: z.string().optional(),
  logs: z.array(z.string()).optional(),
  emitted: z.array(z.unknown()).optional(),
});
export type AgentExecutionView = z.infer<typeof AgentExecutionView>;
