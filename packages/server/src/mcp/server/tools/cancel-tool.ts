import { CANCEL_DESCRIPTION, ExecutionInput } from '@toolshed/runtime/agent';
import type { z } from 'zod';
import { isTerminalStatus } from '@toolshed/kernel/runtime';
import { executionReply } from '../view/mcp-execution-view.js';
import { ownExecution } from '../mcp-host.js';
import type { McpTool } from '../calls/tool-call.js';

export const cancelTool: McpTool<z.infer<typeof ExecutionInput>> = {
  name: 'cancel',
  title: 'Cancel an execution',
  description: CANCEL_DESCRIPTION,
  input: ExecutionInput,
  output: undefined,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(host, { caller }, { execution_id }) {
    const tokens = host.outputTokens;
    const result = await ownExecution(host, caller, execution_id);
    if (isTerminalStatus(result.status)) return executionReply(result, { tokens });
    const by = { principal: caller.principal.name, kind: 'agent', channel: 'mcp' } as const;
    return executionReply(await host.shed.cancel(result.executionId, 'cancelled by the agent', by), { tokens });
  },
};
