// The advice a caller gets for a path that no tool has: what was most likely meant, or which namespaces there are.

import type { Tool, ToolCatalog, ToolNamespace } from '@toolshed/kernel';
import { z } from 'zod';
import { calleeOf } from '../callee.js';
import { plainLine } from '../sources/hostile-text.js';

const MOST_NEAR = 3;
const MOST_NAMESPACES = 12;
const LONGEST_PROBLEM = 200;

/** `mark`: a note about a tool beside its path, such as that policy denies it. `args`: what it was called with. */
export function unknownToolAdvice(
  catalog: ToolCatalog,
  path: string,
  mark: (tool: Tool) => string | undefined = () => undefined,
  args?: unknown,
): string {
  const near = catalog.nearest(path, MOST_NEAR).flatMap((one) => {
    const tool = catalog.find(one);
    const words = tool && mark(tool);
    if (tool === undefined) return [];
    const written = one.includes('-') ? `${one} (write ${calleeOf(one)})` : one;
    return [words === undefined ? written : `${written} (${words})`];
  });
  const name = path.split('.', 1)[0] ?? '';
  const isKnown = catalog.namespaces.some((one) => one.name === name);
  const own = isKnown ? undefined : (namedInside(catalog, path, args) ?? ownWords(path));
  if (own !== undefined) return own;
  const state = isKnown ? 'there is no such tool' : `there is no namespace "${plainLine(name, 60)}" here`;
  if (near.length > 0) return `${state}; did you mean ${near.join(' or ')}?`;
  const others = isKnown ? '' : `, but ${namespacesText(catalog.namespaces)}`;
  return `${state}${others}; tools.$search(words) finds what there is`;
}

/** `tools.call({ name: "a.b", arguments: { … } })` has the path inside. */
function namedInside(catalog: ToolCatalog, path: string, args: unknown): string | undefined {
  const { tool, name = tool, ...rest } = CallInside.safeParse(args).data ?? {};
  if (!CALLERS.has(path) || name === undefined || catalog.find(name) === undefined) return undefined;
  const given = JSON.stringify(rest.args ?? rest.arguments ?? rest.input ?? {});
  return `call the tool by its path: write ${calleeOf(name)}(${given.length > LONGEST_ARGUMENTS ? '{ … }' : given})`;
}
const LONGEST_ARGUMENTS = 300;
const CallInside = z.object({
  tool: z.string().max(1_000).optional(),
  name: z.string().max(1_000).optional(),
  args: z.unknown().optional(),
  arguments: z.unknown().optional(),
  input: z.unknown().optional(),
});

/** `tools["mail/list"]`, `tools.mail.list.$describe()`: what is no path at all. */
export function invalidPathAdvice(catalog: ToolCatalog, segments: readonly string[]): string {
  const own = segments.at(-1);
  if (own === '$describe' || own === '$search')
    return `${own} is of tools itself: write tools.${own}("${segments.slice(0, -1).join('.').slice(0, 200)}")`;
  const plain = segments
    .join('.')
    .slice(0, 200)
    .replaceAll(/[^\w.$-]+/g, '.');
  const near = catalog.find(plain) === undefined ? catalog.nearest(plain, 1) : [plain];
  const meant = near[0] === undefined ? '' : `; did you mean ${calleeOf(near[0])}?`;
  return `a path is made of names with dots between them${meant}`;
}

/** What programs have beside tools, written as if it were one. */
export function ownWords(path: string): string | undefined {
  const [first = '', second] = path.split('.');
  if (second === undefined && SHORTCUTS.has(first)) return `write tools.$${first === 'find' ? 'search' : first}(…)`;
  if (second === undefined && CALLERS.has(first))
    return `tools.${first} is no tool: call a tool by its path, tools.a.b({ … }), or tools["a.b"]({ … })`;
  if (second === undefined && FUNCTIONS.has(first)) return `${first} is no tool: write ${first}(…), without tools.`;
  if (second !== undefined && OBJECTS.has(first)) return `${first} is no tool: write ${path}(…), without tools.`;
  return undefined;
}
const SHORTCUTS: ReadonlySet<string> = new Set(['search', 'find', 'describe', 'result', 'edits', 'canElicit']);
const CALLERS: ReadonlySet<string> = new Set([
  'call',
  'callTool',
  'call_tool',
  'execute',
  'get',
  'invoke',
  'run',
  'use',
]);
const FUNCTIONS: ReadonlySet<string> = new Set(['elicit', 'emit', 'sleep', 'setTimeout', 'fetch', 'input', 'store']);
const OBJECTS: ReadonlySet<string> = new Set(['store', 'console', 'crypto', 'JSON']);

/** With counts, and with the problem of each unavailable source. */
export function namespacesText(all: readonly ToolNamespace[], most = MOST_NAMESPACES): string {
  const shown = all.slice(0, most).map(namespaceText);
  const more = all.length - shown.length;
  return `${shown.join(', ') || 'none'}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `github (1223 tools)`, `mail (unavailable: …)`. */
export function namespaceText({ name, tools, problem }: ToolNamespace): string {
  const count = `${tools} ${tools === 1 ? 'tool' : 'tools'}`;
  if (problem === undefined) return `${name} (${count})`;
  const why = `unavailable: ${plainLine(problem, LONGEST_PROBLEM)}`;
  return tools === 0 ? `${name} (${why})` : `${name} (${count}; ${why})`;
}
