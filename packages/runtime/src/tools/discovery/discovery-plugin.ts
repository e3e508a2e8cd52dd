// `tools.$search(words)` and `tools.$describe(path)`: how a program finds what it may call, so that an agent needs no
// long list in its prompt. `tools.$edits()`: which of its calls ran with other arguments than it gave, because an
// approver changed them. `tools.$canElicit(type)`: whether somebody could be asked now.
// `tools.$result(execution, path)`: what an earlier program of the session returned. All are ordinary safe tools under
// `toolshed.*`; their results are journaled like any other.

import {
  definePlugin,
  defineTool,
  type ExecutionId,
  type Plugin,
  type Tool,
  type ToolCatalog,
  type ToolContext,
  ToolError,
} from '@toolshed/kernel';
import {
  type Caller,
  type ElicitRequest,
  issuesText,
  readIssues,
  signatureOf,
  signatureWithin,
} from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { findGuestFunction, searchGuestFunctions } from '../../catalog/guest-functions.js';
import { searchHint } from '../../catalog/search-hint.js';
import { MAX_QUERY } from '../../catalog/tool-search.js';
import { unknownToolAdvice } from '../../catalog/unknown-tool.js';
import type { Edit } from '../../execution/answers/check-edited-arguments.js';
import { standingWords, type ToolStanding } from '../../tool-proxy/tool-standing.js';
import { readResult, type ResultOf } from './earlier-result.js';

/** Longer than any path there is. */
const MAX_PATH = 1_100;
const MAX_ID = 200;
const MAX_VALUE_PATH = 4_000;

/** A program prints what it finds: ten of these fit a prompt, and `$describe` has the whole. */
const SHORT_SIGNATURE = 500;

const Found = z.array(
  z.object({ path: z.string(), description: z.string(), signature: z.string(), note: z.string().optional() }),
);

/** With the hint for `tools.$search`, which prints it. Programs of older rules get the list alone. */
const HintedFound = z.object({ found: Found, hint: z.string().optional() });

const Edits = z.array(z.object({ call: z.int(), path: z.string(), asked: z.unknown(), used: z.unknown() }));

export interface DiscoveryDeps {
  readonly editsOf: (id: ExecutionId) => readonly Edit[];
  readonly resultOf: ResultOf;
  /** What the searching program can expect from a tool. */
  readonly standingOf: (tool: Tool, caller: Caller) => ToolStanding;
}

export function discoveryPlugin(catalog: ToolCatalog, { editsOf, resultOf, standingOf }: DiscoveryDeps): Plugin {
  const noteOn = (tool: Tool, { session, agent, executionId }: ToolContext): { readonly note?: string } => {
    const note = standingWords(standingOf(tool, { session, agent, executionId }));
    return note === undefined ? {} : { note };
  };
  const deniedWords = (tool: Tool, { session, agent, executionId }: ToolContext): string | undefined => {
    const standing = standingOf(tool, { session, agent, executionId });
    return standing.verdict === 'denied' ? standingWords(standing) : undefined;
  };
  return definePlugin({
    name: 'toolshed',
    tools: [
      defineTool({
        path: 'toolshed.search',
        description: 'Find tools by words',
        input: z.object({
          query: z.string().max(MAX_QUERY),
          limit: z.int().min(1).max(50).default(10),
          hint: z.literal(true).optional(),
        }),
        output: z.union([Found, HintedFound]),
        destructive: false,
        handler: (context, { query, limit, hint: isHinted }) => {
          const tools = catalog.search(query, limit).map((tool) => ({
            path: String(tool.path),
            description: tool.description,
            signature: signatureWithin(tool, SHORT_SIGNATURE),
            ...noteOn(tool, context),
          }));
          const functions = searchGuestFunctions(query, tools.length === 0);
          const shown = functions.map(({ path, description, signature }) => ({ path, description, signature }));
          const found = [...shown, ...tools].slice(0, limit);
          if (!isHinted) return found;
          const hint = searchHint(catalog, query, found.length);
          return { found, ...(hint === undefined ? {} : { hint }) };
        },
      }),
      defineTool({
        path: 'toolshed.describe',
        description: 'Describe one tool',
        input: z.object({ path: z.string().max(MAX_PATH) }),
        destructive: false,
        handler: (context, { path }) => {
          const known = findGuestFunction(path);
          if (known) return { ...known };
          const tool = catalog.find(path);
          if (tool === undefined) {
            const absence = catalog.absence(path);
            if (absence !== undefined) throw new ToolError('source/unavailable', `Cannot describe ${path}: ${absence}`);
            const advice = unknownToolAdvice(catalog, path, (near) => deniedWords(near, context));
            throw new ToolError('tool/unknown', `Cannot describe ${path}: ${advice}`);
          }
          const { description, input, output } = tool;
          return {
            path: tool.path,
            description,
            signature: signatureOf(tool),
            input: input.json,
            output: output?.json ?? null,
            ...noteOn(tool, context),
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
        path: 'toolshed.result',
        description: 'What an earlier program of this session returned, or a part of it',
        input: z.object({ execution: z.string().max(MAX_ID), path: z.string().max(MAX_VALUE_PATH).default('value') }),
        destructive: false,
        handler: ({ session }, { execution, path }) => readResult({ resultOf, session }, execution, path),
      }),
      defineTool({
        path: 'toolshed.edits',
        description: 'Calls of this program whose arguments an approver changed',
        input: z.object({}),
        output: Edits,
        destructive: false,
        handler: ({ executionId }) => editsOf(executionId).map((edit) => ({ ...edit })),
      }),
    ],
  });
}

/** Validated like a question that a program asks. */
function canElicit(context: ToolContext, request: unknown): boolean {
  try {
    return typeof request === 'string' ? context.canElicit(request) : context.canElicit(request as ElicitRequest);
  } catch (error) {
    const problem = error instanceof z.ZodError ? issuesText(readIssues(error)) : 'it is not a request';
    throw new ToolError('elicitation/invalid', `Cannot tell whether it could be asked: ${problem}`);
  }
}
