// Every tool of a host, found by path or by words.
//
// Threat: two paths a person could take for one. Paths equal but for case are refused on registration.

import { z } from 'zod';
import { readOptions } from '../../options/read-options.js';
import { inWords, passed } from '../../options/schema-words.js';
import { type Page, pageIn } from '../../page.js';
import { ToolshedError } from '../../toolshed-error.js';
import type { Plugin } from '../define-plugin.js';
import type { Tool } from '../define-tool.js';
import { nearestTools } from './nearest-tools.js';
import { namespacesOf, type ToolNamespace } from './tool-namespace.js';
import { segmentsOf } from './tool-path.js';

/** The tools of a host, by path and by words. */
export interface ToolCatalog {
  /** Every tool. */
  readonly tools: readonly Tool[];
  /** What their paths start with, and the sources that offer none now. */
  readonly namespaces: readonly ToolNamespace[];
  /** The tool at a path. */
  find(path: string): Tool | undefined;
  /** Best matches first. Every word must occur in the path or the description. `after` is the path a page ended with. */
  search(query: string, limit?: number, after?: string): Page<Tool>;
  /** Words of a search that no tool has; none for a search without words. */
  unmatched(query: string): readonly string[];
  /** Paths that most likely were meant, by the words of paths and descriptions, nearest first. */
  nearest(path: string, limit?: number): readonly string[];
  /** Why a tool that may well exist is not here now; `undefined` if an unknown path simply does not exist. */
  absence(path: string): string | undefined;
}

/** Two tools have paths that people could not distinguish; nothing was opened. */
export class DuplicateToolError extends ToolshedError {
  override readonly name = 'DuplicateToolError';
  override readonly code = 'tool/duplicate';

  constructor(readonly paths: readonly [string, string]) {
    super(
      paths[0] === paths[1]
        ? `Cannot register the tool "${paths[0]}": the path is taken`
        : `Cannot register the tool "${paths[1]}": it differs from "${paths[0]}" only in case`,
    );
  }
}

const isEntry = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('tools' in value ? Array.isArray(value.tools) : 'path' in value);

const Entries = z.strictObject({
  tools: inWords(z.array(passed<Tool | Plugin>('a tool or a plugin', isEntry)), 'a list of tools and plugins'),
});

/** A catalog of tools and plugins. Throws `DuplicateToolError` where two paths could be confused. */
export function createToolCatalog(given: readonly (Tool | Plugin)[]): ToolCatalog {
  const { tools: entries } = readOptions('create the catalog', Entries, { tools: given });
  const tools = entries.flatMap((entry) => ('tools' in entry ? entry.tools : [entry]));
  const byPath = new Map<string, Tool>();
  const byFoldedPath = new Map<string, Tool>();
  for (const tool of tools) {
    const twin = byFoldedPath.get(tool.path.toLowerCase());
    if (twin) throw new DuplicateToolError([twin.path, tool.path]);
    byFoldedPath.set(tool.path.toLowerCase(), tool);
    byPath.set(tool.path, tool);
  }
  return {
    tools,
    namespaces: namespacesOf(tools),
    find: (path) => byPath.get(path),
    search: (query, limit = 10, after) => pageIn(search(tools, query), { limit, after }, pathOf),
    unmatched: (query) => wordsIn(query).filter((word) => search(tools, word).length === 0),
    nearest: (path, limit = 3) => nearestTools(tools, path).slice(0, limit),
    absence: () => undefined,
  };
}

const wordsIn = (query: string): readonly string[] =>
  query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

function search(tools: readonly Tool[], query: string): readonly Tool[] {
  const words = wordsIn(query);
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareText(a.tool.path, b.tool.path))
    .map(({ tool }) => tool);
}

/** A word in a path segment weighs more than one in the prose; 0 when a word does not occur. */
function scoreOf(tool: Tool, words: readonly string[]): number {
  const segments = segmentsOf(tool.path).map((segment) => segment.toLowerCase());
  const description = tool.description.toLowerCase();
  let total = words.length === 0 ? 1 : 0;
  for (const word of words) {
    const score = segments.includes(word)
      ? 8
      : segments.some((s) => s.includes(word))
        ? 4
        : description.includes(word)
          ? 1
          : 0;
    if (score === 0) return 0;
    total += score;
  }
  return total;
}

const pathOf = ({ path }: Tool): string => path;

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
