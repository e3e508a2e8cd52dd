// Every tool this server offers. An agent needs no more of them, however many tools programs can call.

import type { McpTool } from './calls/tool-call.js';
import { cancelTool } from './tools/cancel-tool.js';
import { elicitTool } from './tools/elicit-tool.js';
import { executeTool } from './tools/execute-tool.js';
import { describeToolTool, searchToolsTool } from './tools/find-tools.js';
import { getExecutionTool } from './tools/get-execution-tool.js';
import { resumeTool } from './tools/resume-tool.js';

/** A tool whose arguments are read by its own schema before it runs. */
export type AnyTool = Omit<McpTool, 'run'> & {
  run(...args: Parameters<McpTool['run']>): ReturnType<McpTool['run']>;
};

/**
 * Hides the type of a tool's arguments: they are parsed with its schema before it runs.
 * @internal also for the conformance suite's own tools
 */
export const anyTool = <I>(tool: McpTool<I>): AnyTool => ({
  ...tool,
  run: (host, call, args) => tool.run(host, call, tool.input.parse(args)),
});

export const TOOLS: readonly AnyTool[] = [
  anyTool(executeTool),
  anyTool(elicitTool),
  anyTool(resumeTool),
  anyTool(searchToolsTool),
  anyTool(describeToolTool),
  anyTool(getExecutionTool),
  anyTool(cancelTool),
];
