import { GET_EXECUTION_DESCRIPTION, GetExecutionInput, sliceReply, sliceRequestIn } from '@toolshed/runtime/agent';
import { wakeIfDue } from '../calls/wake-if-due.js';
import { toolResult } from '../view/mcp-execution-view.js';
import { ownExecution } from '../mcp-host.js';
import { reportPause } from '../../pause/pause-report.js';
import type { McpTool } from '../calls/tool-call.js';

/** Only looks: a question is put before the person by `execute` and `resume`. */
export const getExecutionTool: McpTool<GetExecutionInput> = {
  name: 'get_execution',
  title: 'Look at an execution',
  description: GET_EXECUTION_DESCRIPTION,
  input: GetExecutionInput,
  output: undefined,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(host, call, { execution_id, ...wanted }) {
    const result = await ownExecution(host, call.caller, execution_id);
    wakeIfDue(host, result);
    const part = sliceRequestIn(wanted, call.outputTokens ?? host.outputTokens);
    return part === undefined ? await reportPause(host, call, result) : toolResult(sliceReply(result, part));
  },
};
