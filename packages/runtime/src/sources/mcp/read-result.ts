// What a call of an MCP tool gives a program: MCP's own shape, `{ structuredContent?, content }`. Text, images, audio,
// resources and links stay as the server sent them, except text that only repeats `structuredContent`.

import type { CallToolResult } from '@modelcontextprotocol/client';
import { type JsonSchema, ToolError, type ToolPath } from '@toolshed/kernel';
import { canonicalJson } from '@toolshed/kernel/runtime';
import { plainText } from '../hostile-text.js';

export interface McpResult {
  readonly structuredContent?: unknown;
  readonly content: readonly unknown[];
}

const MAX_ERROR = 2_000;

export function readResult(namespace: string, path: ToolPath, result: CallToolResult): McpResult {
  const { structuredContent, content = [], isError } = result;
  if (isError) {
    const words = content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join('\n');
    const message = words === '' && structuredContent !== undefined ? JSON.stringify(structuredContent) : words;
    throw new ToolError(
      'mcp/tool-error',
      `Cannot finish ${path}: the MCP server "${namespace}" says: ${plainText(message, MAX_ERROR) || '(nothing)'}`,
    );
  }
  if (structuredContent === undefined) return { content };
  const text = canonicalJson(structuredContent);
  return { structuredContent, content: content.filter((block) => !repeats(block, text)) };
}

function repeats(block: { readonly type: string; readonly text?: unknown }, structured: string): boolean {
  if (block.type !== 'text' || typeof block.text !== 'string' || !/^\s*[{[]/.test(block.text)) return false;
  try {
    return canonicalJson(JSON.parse(block.text)) === structured;
  } catch {
    return false;
  }
}

/** For the signature. */
export const resultSchema = (output: JsonSchema | undefined): JsonSchema => ({
  type: 'object',
  properties: {
    ...(output === undefined ? {} : { structuredContent: output }),
    content: { type: 'array', items: CONTENT_BLOCK },
  },
  required: [...(output === undefined ? [] : ['structuredContent']), 'content'],
});

const CONTENT_BLOCK: JsonSchema = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    text: { type: 'string' },
    data: { type: 'string' },
    mimeType: { type: 'string' },
    uri: { type: 'string' },
    resource: { type: 'object' },
  },
  required: ['type'],
};
