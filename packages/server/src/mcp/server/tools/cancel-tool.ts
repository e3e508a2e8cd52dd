import { AgentExecutionView, CANCEL_DESCRIPTION, ExecutionInput } from '@toolshed/runtime/agent';
import type { z } from 'zod';
import { executionReply } from '../view/mcp-execution-view.js';
import { ownExecution } from '../mcp-host.js';
import { isOver } from '../../tasks/task-methods.js';
import type { McpTool } from '../calls/tool-call.js';

export const cancelTool: McpTool<z.infer<typeof ExecutionInput>> = {
  name: 'cancel',
  title: 'Cancel an execution',
  description: CANCEL_DESCRIPTION,
  input: ExecutionInput,
  output: AgentExecutionView,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(host, { caller }, { execution_id }) {
    const result = await ownExecution(host, caller, execution_id);
    if (isOver(result)) return executionReply(result);
    const by = { principal: caller.principal.name, kind: 'agent', channel: 'mcp' } as const;
    return executionReply(await host.shed.cancel(result.executionId, 'cancelled by the agent', by));
  },
};
