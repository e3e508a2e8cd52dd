// The MCP server of mcp-source.ts: two tools, one JSON-RPC message a line. Most servers are built with an SDK.

import { createInterface } from 'node:readline';

const tool = (
  name: string,
  description: string,
  annotations: object,
  fields: Readonly<Record<string, object>> = {},
) => ({
  name,
  description,
  annotations,
  inputSchema: { type: 'object', properties: fields, required: Object.keys(fields) },
});

const tools = [
  tool('list', 'Lists all notes', { readOnlyHint: true }),
  tool('remove', 'Removes a note', { destructiveHint: true }, { title: { type: 'string' } }),
];
const notes = new Set(['milk', 'rent', 'dentist']);

function reply(method: string, params: { name?: string; arguments?: { title?: string }; protocolVersion?: string }) {
  switch (method) {
    case 'initialize': {
      const { protocolVersion } = params;
      return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1.0.0' } };
    }
    case 'tools/list':
      return { tools };
    case 'tools/call': {
      if (params.name === 'remove') notes.delete(params.arguments?.title ?? '');
      const left = [...notes];
      return { content: [{ type: 'text', text: left.join(', ') }], structuredContent: { notes: left } };
    }
    default:
      return undefined;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = reply(method, params ?? {});
  const outcome = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
}
