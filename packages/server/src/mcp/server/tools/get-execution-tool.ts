import { AgentExecutionView, ExecutionInput, GET_EXECUTION_DESCRIPTION } from '@toolshed/runtime/agent';
import type { z } from 'zod';
import { wakeIfDue } from '../calls/wake-if-due.js';
import { ownExecution } from '../mcp-host.js';
import { reportPause } from '../../pause/pause-report.js';
import type { McpTool } from '../calls/tool-call.js';

/** Only looks: a question is put before the person by `execute` and `resume`. */
export const getExecutionTool: McpTool<z.infer<typeof ExecutionInput>> = {
  name: 'get_execution',
  title: 'Look at an execution',
  description: GET_EXECUTION_DESCRIPTION,
  input: ExecutionInput,
  output: AgentExecutionView,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(host, { caller }, { execution_id }) {
    const result = await ownExecution(host, caller, execution_id);
    wakeIfDue(host, result);
    return await reportPause(host, caller, result);
  },
};
