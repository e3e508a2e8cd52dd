// `tools.$search(words)` and `tools.$describe(path)`: how a program finds what it may call, so that an agent needs no
// long list in its prompt. `tools.$edits()`: which of its calls ran with other arguments than it gave, because an
// approver changed them. `tools.$canElicit(type)`: whether somebody could be asked now. All are ordinary safe tools under `toolshed.*`; what they answer is journaled like the
// rest.

import { definePlugin, defineTool, type ExecutionId, type Plugin, type ToolCatalog, ToolError } from '@toolshed/kernel';
import { signatureOf } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { findGuestFunction, searchGuestFunctions } from '../../catalog/guest-functions.js';
import { MAX_QUERY } from '../../catalog/tool-search.js';
import type { Edit } from '../../execution/answers/check-edited-arguments.js';
import { canElicit } from './can-elicit.js';

/** Longer than any path there is. */
const MAX_PATH = 1_100;

const Found = z.array(z.object({ path: z.string(), description: z.string(), signature: z.string() }));

const Edits = z.array(z.object({ call: z.int(), path: z.string(), asked: z.unknown(), used: z.unknown() }));

export interface DiscoveryDeps {
  readonly editsOf: (id: ExecutionId) => readonly Edit[];
}

export function discoveryPlugin(catalog: ToolCatalog, { editsOf }: DiscoveryDeps): Plugin {
  return definePlugin({
    name: 'toolshed',
    tools: [
      defineTool({
        path: 'toolshed.search',
        description: 'Find tools by words',
        input: z.object({ query: z.string().max(MAX_QUERY), limit: z.int().min(1).max(50).default(10) }),
        output: Found,
        destructive: false,
        handler: (_context, { query, limit }) => {
          const tools = catalog.search(query, limit).map((tool) => ({
            path: String(tool.path),
            description: tool.description,
            signature: signatureOf(tool),
          }));
          const functions = searchGuestFunctions(query, tools.length === 0);
          const shown = functions.map(({ path, description, signature }) => ({ path, description, signature }));
          return [...shown, ...tools].slice(0, limit);
        },
      }),
      defineTool({
        path: 'toolshed.describe',
        description: 'Describe one tool',
        input: z.object({ path: z.string().max(MAX_PATH) }),
        destructive: false,
        handler: (_context, { path }) => {
          const known = findGuestFunction(path);
          if (known) return { ...known };
          const tool = catalog.find(path);
          if (tool === undefined) {
            throw new ToolError(
              'tool/unknown',
              `Cannot describe ${path}: there is no such tool; nearest: ${catalog.nearest(path).join(', ')}`,
            );
          }
          const { description, input, output } = tool;
          return {
            path: tool.path,
            description,
            signature: signatureOf(tool),
            input: input.json,
            output: output?.json ?? null,
          };
        },
      }),
      defineTool({
        path: 'toolshed.can_elicit',
        description: 'Whether somebody could be asked such a question now',
        input: z.object({ request: z.union([z.string().max(MAX_PATH), z.record(z.string(), z.unknown())]) }),
        output: z.boolean(),
        destructive: false,
        handler: (context, { request }) => canElicit(context, request),
      }),
      defineTool({
        path: 'toolshed.edits',
        description: 'Calls of this program that ran with other arguments than it gave',
        input: z.object({}),
        output: Edits,
        destructive: false,
        handler: ({ executionId }) => editsOf(executionId).map((edit) => ({ ...edit })),
      }),
    ],
  });
}
