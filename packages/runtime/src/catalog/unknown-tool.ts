// The advice a caller gets for a path that no tool has: what was most likely meant, or which namespaces there are.

import type { Tool, ToolCatalog, ToolNamespace } from '@toolshed/kernel';
import { calleeOf } from '../callee.js';
import { plainLine } from '../sources/hostile-text.js';

const MOST_NEAR = 3;
const MOST_NAMESPACES = 12;
const LONGEST_PROBLEM = 200;

/** `mark`: a note about a tool beside its path, such as that policy denies it. */
export function unknownToolAdvice(
  catalog: ToolCatalog,
  path: string,
  mark: (tool: Tool) => string | undefined = () => undefined,
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
  const own = isKnown ? undefined : ownWords(path);
  if (own !== undefined) return own;
  const state = isKnown
    ? 'there is no such tool'
    : `there is no namespace "${plainLine(name, 60)}" here, but ${namespacesText(catalog.namespaces)}`;
  if (near.length > 0) return `${state}; did you mean ${near.join(' or ')}?`;
  return `${state}; tools.$search(words) finds what there is`;
}

/** What programs have beside tools, written as if it were one. */
function ownWords(path: string): string | undefined {
  const [first = '', second] = path.split('.');
  if (second === undefined && SHORTCUTS.has(first)) return `write tools.$${first === 'find' ? 'search' : first}(…)`;
  if (second === undefined && FUNCTIONS.has(first)) return `${first} is no tool: write ${first}(…), without tools.`;
  if (second !== undefined && OBJECTS.has(first)) return `${first} is no tool: write ${path}(…), without tools.`;
  return undefined;
}
const SHORTCUTS: ReadonlySet<string> = new Set(['search', 'find', 'describe', 'result', 'edits', 'canElicit']);
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
