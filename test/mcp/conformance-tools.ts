// Tools and prompts of the conformance suites that are no programs: they show that the server around them is sound.

import {
  type CallToolResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type Server,
} from '@modelcontextprotocol/server';
import { takeInput, askByInput, firstRound } from '@toolshed/server/internal/mcp/pause/ask/ask-by-input';
import { startProgram } from '@toolshed/server/internal/mcp/server/calls/run-for-client';
import { taskHandle } from '@toolshed/server/internal/mcp/tasks/task-view';
import type { McpTool, ToolReply } from '@toolshed/server/internal/mcp/server/calls/tool-call';
import { type AnyTool, anyTool } from '@toolshed/server/internal/mcp/server/tool-table';
import { z } from 'zod';
import { PLAIN } from './conformance-programs.ts';

type Run = McpTool<Readonly<Record<string, unknown>>>['run'];

const plainTool = (name: string, run: Run): AnyTool =>
  anyTool({
    name,
    title: name,
    description: 'For the conformance suite',
    input: z.looseObject({}),
    output: undefined,
    annotations: PLAIN,
    run,
  });

const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

const formOf = (name: string) => ({
  type: 'object' as const,
  properties: { [name]: { type: 'string' as const } },
  required: [name],
});
const NAME = { message: 'What is your name?', requestedSchema: formOf('name') };
const SAMPLE = {
  messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
  maxTokens: 100,
} as const;

const sampling = () => inputRequired.createMessage({ ...SAMPLE, messages: [...SAMPLE.messages] });

/** Asks once, and is done when everything it asked for has come. */
const asking =
  (requests: () => NonNullable<Parameters<typeof inputRequired>[0]['inputRequests']>): Run =>
  async (_host, { responses }) => {
    const inputRequests = requests();
    if (Object.keys(inputRequests).every((key) => responses[key] !== undefined)) return say('done');
    return inputRequired({ inputRequests, requestState: 'asked' });
  };

/** Gathers a name before there is a task, then works on as one. */
const askThenTask: Run = async (host, call): Promise<ToolReply> => {
  if (call.state !== undefined) {
    const { result } = await takeInput(host, call, call.state);
    return await taskHandle(host, call.caller, result);
  }
  const code = `const { data } = await elicit({ type: 'form', message: 'Who are you?', schema: ${JSON.stringify(NAME.requestedSchema)} });
    await sleep(300); return 'Hello, ' + data.name`;
  return await askByInput(host, call, firstRound(await startProgram(host, call, { code }).work));
};

export const PLAIN_TOOLS: readonly AnyTool[] = [
  plainTool('test_simple_text', async () => say('This is a simple text response for testing.')),
  plainTool('test_error_handling', async () => ({
    ...say('This tool intentionally returns an error for testing'),
    isError: true,
  })),
  plainTool('test_logging_tool', async () => say('said nothing on the side')),
  plainTool('test_missing_capability', async () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  }),
  plainTool('greet', async (_host, _call, { name }) => say(`Hello, ${String(name)}!`)),
  plainTool('test_tool_with_progress', async (_host, { progress }) => {
    for (const step of ['begun', 'half', 'done']) progress?.(step);
    return say('done');
  }),
  // The suite answers this one before it was asked and wants that to count. No program is answered so.
  plainTool(
    'test_input_required_result_elicitation',
    asking(() => ({ user_name: inputRequired.elicit(NAME) })),
  ),
  plainTool(
    'test_input_required_result_sampling',
    asking(() => ({ capital_question: sampling() })),
  ),
  plainTool(
    'test_input_required_result_list_roots',
    asking(() => ({ client_roots: inputRequired.listRoots() })),
  ),
  plainTool(
    'test_input_required_result_multiple_inputs',
    asking(() => ({
      user_name: inputRequired.elicit(NAME),
      greeting: sampling(),
      client_roots: inputRequired.listRoots(),
    })),
  ),
  plainTool(
    'test_input_required_result_capabilities',
    asking(() => ({ capital_question: sampling() })),
  ),
  plainTool('test_tool_with_task', askThenTask),
];

/** One prompt, which asks before it answers. */
export function addPrompts(server: Server): void {
  server.registerCapabilities({ prompts: {} });
  server.setRequestHandler('prompts/list', () => ({ prompts: [{ name: 'test_input_required_result_prompt' }] }));
  server.setRequestHandler('prompts/get', (_request, { mcpReq }) => {
    if (mcpReq.inputResponses?.['user_context'] === undefined) {
      const message = 'What context should the prompt use?';
      return inputRequired({
        inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema: formOf('context') }) },
      });
    }
    return { messages: [{ role: 'user', content: { type: 'text', text: 'done' } }] };
  });
}
