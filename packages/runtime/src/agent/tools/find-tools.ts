// How an agent finds what its programs can call.

import { type JsonSchema, type Tool, ToolError } from '@toolshed/kernel';
import { argumentsSignatureOf, commentedSignatureOf } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { calleeOf } from '../../callee.js';
import { findGuestFunction, type GuestFunction, searchGuestFunctions } from '../../catalog/guest-functions.js';
import { searchHint } from '../../catalog/search-hint.js';
import { MAX_QUERY } from '../../catalog/tool-search.js';
import { unknownToolAdvice } from '../../catalog/unknown-tool.js';
import type { ExplainOptions } from '../../policy/explain-options.js';
import { standingWords, type ToolStanding } from '../../tool-proxy/tool-standing.js';
import type { Toolshed } from '../../toolshed.js';
import { fitValue } from '../view/fit-value.js';
import { costOfValue, QUARTERS } from '../view/token-cost.js';

const MOST_FOUND = 10;

const FoundTool = z.object({
  path: z.string(),
  /** Its first sentence. */
  description: z.string(),
  /** Whether a call stops for a person, unless a grant says otherwise. */
  asks: z.boolean(),
  /** Set if policy denies every call of it; names the rule. */
  denied: z.string().optional(),
  /** On request. */
  signature: z.string().optional(),
});
const FoundTools = z.object({
  tools: z.array(FoundTool),
  /** Which words no tool has, what there is instead, and which sources are away. */
  hint: z.string().optional(),
});
const DescribedTool = FoundTool.extend({
  signature: z.string(),
  input: z.record(z.string(), z.unknown()),
  /** How to read all pages at once, if its results are paged. */
  all: z.string().optional(),
  /** Example arguments from its author; some arguments may be left out. */
  examples: z.array(z.unknown()).optional(),
  /** On request; null if the tool declares no output. */
  output: z.record(z.string(), z.unknown()).nullish(),
});

export const SearchInput = z.strictObject({
  query: z.string().max(MAX_QUERY),
  signatures: z.boolean().optional(),
});
export const DescribeInput = z.strictObject({ path: z.string().max(1_100), output: z.boolean().optional() });

export const SEARCH_DESCRIPTION = `Find tools a program can call, by words: the ${MOST_FOUND} that fit best, with their signatures if you say "signatures": true.
Example: {"query": "delete file"}`;

export const DESCRIBE_DESCRIPTION = `One tool: its TypeScript signature, its input schema, whether it asks a person; "output": true adds the output schema.
Example: {"path": "fs.write"}`;

type Catalog = Pick<Toolshed, 'catalog' | 'policy'>;

/** The caller that tools are looked up for: rules may apply to one session or one agent. */
export type Looker = Pick<ExplainOptions, 'session' | 'agent'>;

export function searchTools(
  shed: Catalog,
  { query, signatures = false }: z.infer<typeof SearchInput>,
  looker: Looker = {},
): z.infer<typeof FoundTools> {
  const tools = shed.catalog.search(query, MOST_FOUND).map((tool) => found(shed, tool, looker));
  const functions = searchGuestFunctions(query, tools.length === 0).map(foundFunction);
  const all = [
    ...functions.map((one) => ({ ...one, description: withExample(one.description) })),
    ...tools.map((one) => ({ ...one, description: firstSentence(one.description) })),
  ].slice(0, MOST_FOUND);
  const hint = searchHint(shed.catalog, query, all.length);
  return {
    tools: all.map(({ signature, ...tool }) => ({ ...tool, ...(signatures ? { signature: signature() } : {}) })),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** A line for each: what a model reads of a search. */
export function foundText({ tools, hint }: z.infer<typeof FoundTools>): string {
  const lines = tools.flatMap(({ path, description, asks, denied, signature }) => [
    `${path} — ${description}${asks ? ' (asks)' : ''}${denied === undefined ? '' : ` (${denied})`}`,
    ...(signature === undefined ? [] : [`  ${signature}`]),
  ]);
  return [...lines, ...(hint === undefined ? [] : [hint])].join('\n');
}

/** Throws ToolError for a path that no tool has. */
export function describeTool(
  shed: Catalog,
  { path, output = false }: z.infer<typeof DescribeInput>,
  looker: Looker = {},
): z.infer<typeof DescribedTool> {
  const known = findGuestFunction(path);
  if (known) return described(foundFunction(known), known.input, output ? known.output : undefined);
  const tool = shed.catalog.find(path);
  if (tool === undefined) throw unknownTool(shed, path, looker);
  const whole = {
    ...described(found(shed, tool, looker), tool.input.json, output ? (tool.output?.json ?? null) : undefined),
    ...extrasOf(tool),
  };
  const hidesFields = lacksArguments(whole.signature) && costOfValue(whole, DESCRIBED) > DESCRIBED;
  return hidesFields ? { ...whole, signature: argumentsSignatureOf(tool, LARGE_SIGNATURE) } : whole;
}

const lacksArguments = (signature: string): boolean =>
  /\{ … \}|… \d+ more/.test(signature.slice(0, signature.lastIndexOf('): Promise<')));

/** What `describe_tool` costs at most, about: a model reads it whole. */
const DESCRIBED = 1_500 * QUARTERS;
/** In characters: what is left where the schemas are not shown. */
const LARGE_SIGNATURE = 3_600;

/** One tool as a model reads it: what is large is shortened, the schemas first, then the examples. */
export function describedText(tool: z.infer<typeof DescribedTool>): string {
  if (costOfValue(tool, DESCRIBED) <= DESCRIBED) return JSON.stringify(tool);
  const { input: _, examples, ...others } = tool;
  const note = `The input schema is left out, because it is large: the signature has its fields. For those behind "…", run a program: const { input } = await tools.$describe('${tool.path}')`;
  const whole = { ...others, ...(examples === undefined ? {} : { examples }), note };
  const shown = costOfValue(whole, DESCRIBED) <= DESCRIBED ? whole : { ...others, note };
  return JSON.stringify(fitValue(shown, { budget: DESCRIBED, path: [] }).value);
}

function extrasOf(tool: Tool): Pick<z.infer<typeof DescribedTool>, 'all' | 'examples'> {
  const examples = tool.examples?.() ?? [];
  return {
    ...(tool.pages?.() ? { all: `await ${calleeOf(tool.path)}.$all(args, { limit: 1000 })` } : {}),
    ...(examples.length === 0 ? {} : { examples: [...examples] }),
  };
}

function unknownTool({ catalog, policy }: Catalog, path: string, looker: Looker): ToolError {
  const shown = path.slice(0, 200);
  const absence = catalog.absence(path);
  if (absence !== undefined) return new ToolError('source/unavailable', `Cannot describe "${shown}": ${absence}`);
  const advice = unknownToolAdvice(catalog, path, (tool) => deniedWords(policy.standing(tool.path, looker)));
  return new ToolError('tool/unknown', `Cannot describe "${shown}": ${advice}`);
}

interface Found {
  readonly path: string;
  readonly description: string;
  readonly asks: boolean;
  readonly denied?: string;
  readonly signature: () => string;
}

function found({ policy }: Catalog, tool: Tool, looker: Looker): Found {
  const standing = policy.standing(tool.path, looker);
  const denied = deniedWords(standing);
  return {
    path: tool.path,
    description: tool.description,
    asks: standing?.verdict === 'asks',
    ...(denied === undefined ? {} : { denied }),
    signature: () => commentedSignatureOf(tool),
  };
}

const deniedWords = (standing: ToolStanding | undefined): string | undefined =>
  standing?.verdict === 'denied' ? standingWords(standing) : undefined;

const foundFunction = ({ path, description, signature }: GuestFunction): Found => ({
  path,
  description,
  asks: path === 'elicit',
  signature: () => signature,
});

const described = (
  { signature, ...tool }: Found,
  input: JsonSchema,
  output: JsonSchema | null | undefined,
): z.infer<typeof DescribedTool> => ({
  ...tool,
  signature: signature(),
  input: { ...input },
  ...(output === undefined ? {} : { output }),
});

/** Asking is not a tool, and is called differently. */
const withExample = (text: string): string => text.split('\n').slice(0, 2).join(' ');

const LONGEST_SENTENCE = 120;

/** A sentence ends with its line, or with a full stop that something follows. */
function firstSentence(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const [sentence = ''] = line.split(/(?<=[.!?])\s/);
  return sentence.length <= LONGEST_SENTENCE ? sentence : `${sentence.slice(0, LONGEST_SENTENCE)}…`;
}
