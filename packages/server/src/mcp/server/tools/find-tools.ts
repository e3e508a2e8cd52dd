import { type Tool, ToolError } from '@toolshed/kernel';
import { signatureOf } from '@toolshed/kernel/runtime';
import { findGuestFunction, type GuestFunction, searchGuestFunctions } from '@toolshed/runtime';
import { z } from 'zod';
import type { McpTool } from '../calls/tool-call.js';

const LOOKING = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;
const MOST_FOUND = 20;

const FoundTool = z.object({
  path: z.string(),
  description: z.string(),
  signature: z.string(),
  /** Whether a call stops for a person, unless a rule or a grant says otherwise. */
  asks: z.boolean(),
});
const Found = z.object({ tools: z.array(FoundTool) });
const Described = FoundTool.extend({
  input: z.record(z.string(), z.unknown()),
  output: z.record(z.string(), z.unknown()).nullable(),
});

const Query = z.strictObject({ query: z.string().max(500) });
const Path = z.strictObject({ path: z.string().max(1_100) });

export const searchToolsTool: McpTool<z.infer<typeof Query>> = {
  name: 'search_tools',
  title: 'Find tools',
  description: `Find tools a program can call, by words. An empty query lists the first ${MOST_FOUND}.
Example: {"query": "delete file"}`,
  input: Query,
  output: Found,
  annotations: LOOKING,
  async run({ shed }, _call, { query }) {
    const tools = shed.catalog.search(query, MOST_FOUND).map(found);
    const functions = searchGuestFunctions(query, tools.length === 0).map(foundFunction);
    return reply({ tools: [...functions, ...tools].slice(0, MOST_FOUND) });
  },
};

export const describeToolTool: McpTool<z.infer<typeof Path>> = {
  name: 'describe_tool',
  title: 'Describe a tool',
  description: `One tool: its TypeScript signature, its schemas, and whether it asks a person.
Example: {"path": "fs.write"}`,
  input: Path,
  output: Described,
  annotations: LOOKING,
  async run({ shed }, _call, { path }) {
    const known = findGuestFunction(path);
    if (known) return reply({ ...foundFunction(known), input: known.input, output: known.output });
    const tool = shed.catalog.find(path);
    if (tool === undefined) {
      const near = shed.catalog.nearest(path).join(', ');
      throw new ToolError(
        'tool/unknown',
        `Cannot describe "${path}": there is no such tool; nearest: ${near || 'none'}`,
      );
    }
    return reply({ ...found(tool), input: tool.input.json, output: tool.output?.json ?? null });
  },
};

const found = (tool: Tool): z.infer<typeof FoundTool> => ({
  path: tool.path,
  description: tool.description,
  signature: signatureOf(tool),
  asks: tool.isDestructive({}),
});

const foundFunction = ({ path, description, signature }: GuestFunction): z.infer<typeof FoundTool> => ({
  path,
  description,
  signature,
  asks: true,
});

const reply = (structuredContent: Record<string, unknown>) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
  structuredContent,
});
