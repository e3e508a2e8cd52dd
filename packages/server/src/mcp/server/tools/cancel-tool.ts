import { z } from 'zod';
import { executionReply } from '../view/mcp-execution-view.js';
import { ExecutionView } from '../view/mcp-execution-shape.js';
import { ownExecution } from '../mcp-host.js';
import { isOver } from '../../tasks/task-methods.js';
import type { McpTool } from '../calls/tool-call.js';

const Input = z.strictObject({ execution_id: z.string() });

export const cancelTool: McpTool<z.infer<typeof Input>> = {
  name: 'cancel',
  title: 'Cancel an execution',
  description: `Stop an execution for good. What it has done stays done; what it waits for is no longer asked.
Example: {"execution_id": "exec_…"}`,
  input: Input,
  output: ExecutionView,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(host, { caller }, { execution_id }) {
    const result = await ownExecution(host, caller, execution_id);
    if (isOver(result)) return executionReply(result);
    const by = { principal: caller.principal.name, kind: 'agent', channel: 'mcp' } as const;
    return executionReply(await host.shed.cancel(result.executionId, 'cancelled by the agent', by));
  },
};
