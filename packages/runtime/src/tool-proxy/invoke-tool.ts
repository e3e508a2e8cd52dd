// The only door between a program and a tool's code.
//
// Invariants
//   T1. The journal says `invoking` before a handler starts.
//   T2. A handler receives the arguments the gate saw, parsed from the very text that was shown and digested.
//   T3. A handler never rejects across the border: its failure is rendered for the program here.

import { type GuestError, type NewEntry, NotJsonError, type Tool, type ToolContext, ToolError } from '@toolshed/kernel';
import { LIMIT_CODES } from '../sandbox/limits.js';
import { toGuestFailure } from './guest-boundary.js';

export interface Invocation {
  readonly tool: Tool;
  /** Canonical JSON text of the arguments. */
  readonly args: string;
  readonly context: ToolContext;
  readonly resultBytes: number;
}

export type CallOutcome = Extract<NewEntry, { kind: 'returned' | 'threw' }>;

export async function invokeTool({ tool, args, context, resultBytes }: Invocation): Promise<CallOutcome> {
  const call = context.callNumber;
  try {
    const value = await tool.run(context, JSON.parse(args));
    const text = resultText(tool, value, resultBytes);
    return text === undefined ? { kind: 'returned', call } : { kind: 'returned', call, value: text };
  } catch (error) {
    return { kind: 'threw', call, error: toGuestFailure(error, tool.path, context.log) };
  }
}

function resultText(tool: Tool, value: unknown, resultBytes: number): string | undefined {
  const checked = tool.output?.parse(value);
  if (checked?.kind === 'invalid') {
    const [issue] = checked.issues;
    throw new ToolError(
      'tool/invalid-result',
      `Cannot use the result of ${tool.path}: ${issue?.field || 'it'} ${issue?.message}`,
    );
  }
  const text = writeResult(tool, checked ? checked.value : value);
  if (text !== undefined && text.length > resultBytes) {
    throw new ToolError(
      LIMIT_CODES.resultBytes,
      `Cannot return the result of ${tool.path}: it has ${text.length} characters, more than ${resultBytes}; ask for less`,
    );
  }
  return text;
}

function writeResult(tool: Tool, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    throw new NotJsonError([tool.path], 'a result that cannot be written as JSON');
  }
}

export const refusalOf = (path: string, code: string, message: string): GuestError => ({
  name: 'ToolError',
  code,
  message: `Cannot call ${path}: ${message}`,
});
