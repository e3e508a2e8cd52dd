// What our tools reply, as the protocol has it. The text is the runtime's, the same in every agent loop.

import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ExecutionResult } from '@toolshed/runtime';
import { type AgentReply, agentReply, type ViewNotes } from '@toolshed/runtime/agent';

/**
 * A program that failed is a tool that failed; the protocol did what it should. The reply goes out once, as text: clients
 * hand their model the text, the structured content, or both, and a model that gets both pays twice for one result.
 */
export const toolResult = ({ text, forUser, media = [], isError }: AgentReply): CallToolResult => ({
  content: [
    { type: 'text', text },
    ...(forUser === undefined ? [] : [{ type: 'text' as const, text: forUser, annotations: FOR_USER }]),
    ...media.map((block) => ({ ...block })),
  ],
  ...(isError ? { isError: true } : {}),
});

/** Clients that read annotations show such a block and keep it from their model. */
const FOR_USER: { audience: ['user'] } = { audience: ['user'] };

export const executionReply = (result: ExecutionResult, notes?: ViewNotes): CallToolResult =>
  toolResult(agentReply(result, notes));
