import {
  DESCRIBE_DESCRIPTION,
  DescribeInput,
  describedText,
  describeTool,
  foundText,
  SEARCH_DESCRIPTION,
  SearchInput,
  searchTools,
} from '@toolshed/runtime/agent';
import type { z } from 'zod';
import { agentOf } from '../calls/run-for-client.js';
import type { McpTool } from '../calls/tool-call.js';
import type { Caller } from '../caller.js';
import { sessionOf } from '../principal-session.js';
import { toolResult } from '../view/mcp-execution-view.js';

const LOOKING = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

export const searchToolsTool: McpTool<z.infer<typeof SearchInput>> = {
  name: 'search_tools',
  title: 'Find tools',
  description: SEARCH_DESCRIPTION,
  input: SearchInput,
  output: undefined,
  annotations: LOOKING,
  run: async ({ shed }, { caller }, input) =>
    toolResult({ text: foundText(searchTools(shed, input, lookerOf(caller))), isError: false }),
};

export const describeToolTool: McpTool<z.infer<typeof DescribeInput>> = {
  name: 'describe_tool',
  title: 'Describe a tool',
  description: DESCRIBE_DESCRIPTION,
  input: DescribeInput,
  output: undefined,
  annotations: LOOKING,
  run: async ({ shed }, { caller }, input) =>
    toolResult({ text: describedText(describeTool(shed, input, lookerOf(caller))), isError: false }),
};

/** As programs of this caller are judged. */
const lookerOf = (caller: Caller) => ({ session: sessionOf(caller.principal), ...agentOf(caller) });
