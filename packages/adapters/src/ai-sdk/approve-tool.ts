// The tool whose calls the SDK asks its person about. It runs only after a person approved it, and then gives that
// approval to the execution that waits for it.

import { ToolshedError } from '@toolshed/kernel';
import type { AgentReply } from '@toolshed/runtime';
import { tool } from 'ai';
import { ApproveInput } from './approve-call.js';
import { type Giving, giveResponses } from './give-responses.js';
import { modelOutput } from './model-output.js';
import { type PersonResponse, personResponses } from './person-responses.js';

const NOBODY =
  'access/not-approved: Cannot approve a call: no person approved it in this conversation. Only the person can, in the application’s own dialog';
const STALE =
  'elicitation/question-changed: What the person saw is not what is asked now, so nothing was approved. They are asked again if it still waits';

export const approveTool = (giving: Giving) =>
  tool({
    description: 'A call of a program that waits for a person. Toolshed makes these calls; do not make any yourself.',
    inputSchema: ApproveInput,
    // Holds in a host that configures no approval of its own; where one approves everything, A2 does.
    needsApproval: true,
    async execute(input, { toolCallId, messages }): Promise<AgentReply> {
      const responses = personResponses(messages).filter(
        (response) => response.input.execution_id === input.execution_id,
      );
      const mine = responses.find((response) => response.toolCallId === toolCallId);
      if (mine?.approved !== true) return { text: NOBODY, isError: true };
      try {
        const { result, stale } = await giveResponses(giving, input.execution_id, responses);
        if (stale.includes(mine)) return { text: STALE, isError: true };
        return withDecisions(giving.agent.report(result), responses);
      } catch (error) {
        if (error instanceof ToolshedError) return { text: `${error.code}: ${error.message}`, isError: true };
        throw error;
      }
    },
    toModelOutput: ({ output }) => modelOutput(output),
  });

/** What did not happen as the program intended. Its own result may not mention it. */
export function withDecisions(reply: AgentReply, responses: readonly PersonResponse[]): AgentReply {
  const decisions = responses.flatMap(({ input, approved, reason, args }) => {
    const what = input.tool ?? 'the question';
    if (!approved)
      return [`The user denied ${what} ${JSON.stringify(input.args ?? {})}: ${reason ?? 'no reason given'}.`];
    return args === undefined ? [] : [`The user approved ${what} with other arguments: ${JSON.stringify(args)}.`];
  });
  return { ...reply, text: [reply.text, ...decisions].join('\n') };
}
