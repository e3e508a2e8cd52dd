// What our tools reply, as the protocol has it. The text is the runtime's, the same in every agent loop.

import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ExecutionResult } from '@toolshed/runtime';
import { type AgentReply, agentReply, type ViewNotes } from '@toolshed/runtime/agent';

/** A program that failed is a tool that failed; the protocol did what it should. */
export const toolResult = ({ text, structured, isError }: AgentReply): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(structured === undefined ? {} : { structuredContent: { ...structured } }),
  ...(isError ? { isError: true } : {}),
});

export const executionReply = (result: ExecutionResult, notes?: ViewNotes): CallToolResult =>
  toolResult(agentReply(result, notes));
