import type { Tool } from '../define-tool.js';
import { segmentsOf } from './tool-path.js';

/** What the paths of some tools start with: a plugin's name, or that of a source. */
export interface ToolNamespace {
  /** The first segment of their paths. */
  readonly name: string;
  /** How many tools are in it now. */
  readonly tools: number;
  /** Why its source offers nothing, or not everything, now; undefined if nothing is amiss. */
  readonly problem: string | undefined;
}

/** In the order in which they first occur; `problems` are those of sources, by namespace. */
export function namespacesOf(
  tools: readonly Tool[],
  problems: ReadonlyMap<string, string> = new Map(),
): readonly ToolNamespace[] {
  const counts = new Map<string, number>();
  for (const { path } of tools) {
    const [name = ''] = segmentsOf(path);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const name of problems.keys()) if (!counts.has(name)) counts.set(name, 0);
  return [...counts].map(([name, count]) => ({ name, tools: count, problem: problems.get(name) }));
}
