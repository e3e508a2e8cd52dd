import { z } from 'zod';
import { ExecutionView } from '../view/mcp-execution-shape.js';
import { wakeIfDue } from '../calls/wake-if-due.js';
import { ownExecution } from '../mcp-host.js';
import { reportPause } from '../../pause/pause-report.js';
import type { McpTool } from '../calls/tool-call.js';

const Input = z.strictObject({ execution_id: z.string() });

/** Only looks: a question is put before the person by `execute` and `resume`. */
export const getExecutionTool: McpTool<z.infer<typeof Input>> = {
  name: 'get_execution',
  title: 'Look at an execution',
  description: `See where an execution stands: its value, its failure, or what it waits for.
Example: {"execution_id": "exec_…"}`,
  input: Input,
  output: ExecutionView,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(host, { caller }, { execution_id }) {
    const result = await ownExecution(host, caller, execution_id);
    wakeIfDue(host, result);
    return await reportPause(host, caller, result);
  },
};
