// How an agent finds what its programs can call.

import { type Tool, ToolError } from '@toolshed/kernel';
import { signatureOf } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { findGuestFunction, type GuestFunction, searchGuestFunctions } from '../../catalog/guest-functions.js';
import type { Toolshed } from '../../toolshed.js';

const MOST_FOUND = 20;

const FoundTool = z.object({
  path: z.string(),
  description: z.string(),
  signature: z.string(),
  /** Whether a call stops for a person, unless a rule or a grant says otherwise. */
  asks: z.boolean(),
});
export const FoundTools = z.object({ tools: z.array(FoundTool) });
export const DescribedTool = FoundTool.extend({
  input: z.record(z.string(), z.unknown()),
  output: z.record(z.string(), z.unknown()).nullable(),
});

export const SearchInput = z.strictObject({ query: z.string().max(500) });
export const DescribeInput = z.strictObject({ path: z.string().max(1_100) });

export const SEARCH_DESCRIPTION = `Find tools a program can call, by words. An empty query lists the first ${MOST_FOUND}.
Example: {"query": "delete file"}`;

export const DESCRIBE_DESCRIPTION = `One tool: its TypeScript signature, its schemas, and whether it asks a person.
Example: {"path": "fs.write"}`;

type Catalog = Pick<Toolshed, 'catalog'>;

export function searchTools({ catalog }: Catalog, query: string): z.infer<typeof FoundTools> {
  const tools = catalog.search(query, MOST_FOUND).map(found);
  const functions = searchGuestFunctions(query, tools.length === 0).map(foundFunction);
  return { tools: [...functions, ...tools].slice(0, MOST_FOUND) };
}

/** Throws ToolError for a path that no tool has. */
export function describeTool({ catalog }: Catalog, path: string): z.infer<typeof DescribedTool> {
  const known = findGuestFunction(path);
  if (known) return { ...foundFunction(known), input: { ...known.input }, output: known.output };
  const tool = catalog.find(path);
  if (tool === undefined) {
    const near = catalog.nearest(path).join(', ');
    throw new ToolError('tool/unknown', `Cannot describe "${path}": there is no such tool; nearest: ${near || 'none'}`);
  }
  return { ...found(tool), input: tool.input.json, output: tool.output?.json ?? null };
}

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
