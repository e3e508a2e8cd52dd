// The tools of an agent loop, for any framework: a handful, however many tools the programs can call. Their replies are
// those of the MCP server, word for word.

import type { Toolshed } from '../toolshed.js';
import { createAgentSession } from './agent-session.js';
import { agentTool, type AgentTool } from './agent-tool.js';
import type { AgentToolsOptions } from './agent-tools-options.js';
import {
  CANCEL_DESCRIPTION,
  ExecutionInput,
  GET_EXECUTION_DESCRIPTION,
  GetExecutionInput,
} from './tools/execution-texts.js';
import {
  DESCRIBE_DESCRIPTION,
  DescribeInput,
  describedText,
  describeTool,
  foundText,
  SEARCH_DESCRIPTION,
  SearchInput,
  searchTools,
} from './tools/find-tools.js';
import { RESUME_DESCRIPTION, ResumeInput } from './tools/resume-texts.js';
import { RUN_DESCRIPTION, RunInput } from './tools/run-texts.js';

/**
 * The tools you give to a model, for any framework: `run`, `resume`, `search_tools`, `describe_tool`, `get_execution` and
 * `cancel`. Each reply is a text made for the model, the same that an MCP client gets: the value, the failure and its
 * line, or what the program waits for and what to do about it.
 *
 * A model cannot approve its own calls: `resume` waits until a person has answered, unless you set `approvals: 'auto'`.
 *
 * @example
 * ```ts
 * const tools = agentTools(shed, { session: 'chat-7', agent: 'planner' });
 *
 * // Offer `name`, `description` and `inputSchema` to the model. When it calls one:
 * const called = tools.find(({ name }) => name === call.name);
 * if (called === undefined) throw new Error('The model called a tool that it was not offered');
 * const { text, isError } = await called.execute(call.arguments, { signal });
 * ```
 */
export function agentTools(shed: Toolshed, options: AgentToolsOptions): readonly AgentTool[] {
  const agent = createAgentSession(shed, options);
  return [
    agentTool({
      name: 'run',
      description: RUN_DESCRIPTION,
      input: RunInput,
      run: async ({ code, output_tokens: tokens }, signal) => agent.report(await agent.run(code, signal), tokens),
    }),
    agentTool({
      name: 'resume',
      description: RESUME_DESCRIPTION,
      input: ResumeInput,
      run: async (input, signal) => agent.report(await agent.resume(input, signal), input.output_tokens),
    }),
    agentTool({
      name: 'search_tools',
      description: SEARCH_DESCRIPTION,
      input: SearchInput,
      run: async (input) => {
        const structured = searchTools(shed, input, agent.looker);
        return { text: foundText(structured), structured, isError: false };
      },
    }),
    agentTool({
      name: 'describe_tool',
      description: DESCRIBE_DESCRIPTION,
      input: DescribeInput,
      run: async (input) => {
        const structured = describeTool(shed, input, agent.looker);
        return { text: describedText(structured), structured, isError: false };
      },
    }),
    agentTool({
      name: 'get_execution',
      description: GET_EXECUTION_DESCRIPTION,
      input: GetExecutionInput,
      run: (input) => agent.look(input),
    }),
    agentTool({
      name: 'cancel',
      description: CANCEL_DESCRIPTION,
      input: ExecutionInput,
      run: async ({ execution_id: id }) => agent.report(await agent.cancel(id)),
    }),
  ];
}
