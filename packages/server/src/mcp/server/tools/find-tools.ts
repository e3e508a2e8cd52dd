import {
  DescribedTool,
  DESCRIBE_DESCRIPTION,
  DescribeInput,
  describeTool,
  FoundTools,
  SEARCH_DESCRIPTION,
  SearchInput,
  searchTools,
} from '@toolshed/runtime/agent';
import type { z } from 'zod';
import type { McpTool } from '../calls/tool-call.js';

const LOOKING = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

export const searchToolsTool: McpTool<z.infer<typeof SearchInput>> = {
  name: 'search_tools',
  title: 'Find tools',
  description: SEARCH_DESCRIPTION,
  input: SearchInput,
  output: FoundTools,
  annotations: LOOKING,
  run: async ({ shed }, _call, { query }) => reply(searchTools(shed, query)),
};

export const describeToolTool: McpTool<z.infer<typeof DescribeInput>> = {
  name: 'describe_tool',
  title: 'Describe a tool',
  description: DESCRIBE_DESCRIPTION,
  input: DescribeInput,
  output: DescribedTool,
  annotations: LOOKING,
  run: async ({ shed }, _call, { path }) => reply(describeTool(shed, path)),
};

const reply = (structuredContent: Record<string, unknown>) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
  structuredContent,
});
