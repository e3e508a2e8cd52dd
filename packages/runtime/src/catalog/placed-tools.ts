// Placement of tools when several machines share a store. A tool that uses what its machine has (files, processes, a
// server that is started there) is either placed, by a label that hosts have, or declared to be the same everywhere:
// otherwise an execution would continue on another machine with other files.

import { type Plugin, type Tool, ToolshedError } from '@toolshed/kernel';
import { ANYWHERE } from '@toolshed/kernel/runtime';
import { mentionedPaths } from '../check/mentioned-tools.js';
import type { SourceOptions } from '../sources/source-options.js';
import { namespaceOf } from './host-catalog.js';

/** A host of a shared store has tools that work on its own machine, without a placement. */
export class UnplacedToolsError extends ToolshedError {
  override readonly name = 'UnplacedToolsError';
  override readonly code = 'tool/unplaced';

  constructor(readonly unplaced: readonly string[]) {
    super(
      `Cannot open the toolshed: several machines share its store, and ${unplaced.join(', ')} use what only one ` +
        'machine has. Give each of them `placement: "<label>"` and the hosts that have it the same label ' +
        '(`placement: ["<label>"]`, or TOOLSHED_PLACEMENT), so that executions which need them run there; or ' +
        `\`placement: "${ANYWHERE}"\` if every host has the same`,
    );
  }
}

/** A placement: a label, anywhere, or none given. */
interface Placed {
  readonly placement?: string | undefined;
}

const isElsewhere = ({ placement }: Placed, labels: readonly string[]): boolean =>
  placement !== undefined && placement !== ANYWHERE && !labels.includes(placement);

export const sourcesAt = (given: readonly SourceOptions[], labels: readonly string[]): readonly SourceOptions[] =>
  given.filter((source) => !('placement' in source) || !isElsewhere(source, labels));

const allTools = (given: readonly (Tool | Plugin)[]): readonly Tool[] =>
  given.flatMap((one) => ('kind' in one ? one.tools : [one]));

/** The first segments of their paths, wherever they are placed. */
export const namespacesOfTools = (given: readonly (Tool | Plugin)[]): readonly string[] => [
  ...new Set(allTools(given).map(({ path }) => path.split('.', 1)[0] ?? '')),
];

/** The label of what a path names that is not at this host; undefined for what is here, or nowhere. */
export type LabelElsewhere = (path: string) => string | undefined;

/** Every host knows all tools of its config, and runs those that are where it is. */
export function labelsElsewhere(
  tools: readonly (Tool | Plugin)[],
  sources: readonly SourceOptions[],
  labels: readonly string[],
): LabelElsewhere {
  const labelOf = labelsOf(tools, sources);
  return (path) => {
    const label = labelOf(path);
    return label === undefined || labels.includes(label) ? undefined : label;
  };
}

/** The label that is needed for what a path names: a tool, or all of a source. */
function labelsOf(tools: readonly (Tool | Plugin)[], sources: readonly SourceOptions[]): LabelElsewhere {
  const known = new Map<string, string>();
  const add = (name: string, { placement }: Placed): void => {
    if (placement !== undefined && placement !== ANYWHERE) known.set(name, placement);
  };
  for (const tool of allTools(tools)) add(tool.path, tool);
  for (const source of sources) if ('placement' in source) add(source.namespace, source);
  return (path) => known.get(path) ?? known.get(namespaceOf(path));
}

/**
 * The labels of the tools that a program mentions, also in saved programs that it mentions. A tool that it comes by in
 * another way is found when it is called; then the execution is handed over.
 */
export function createNeededLabels(
  tools: readonly (Tool | Plugin)[],
  sources: readonly SourceOptions[],
  savedSource: (path: string) => string | undefined,
): (program: string) => readonly string[] {
  const labelOf = labelsOf(tools, sources);
  return (program) => {
    const needed = new Set<string>();
    const seen = new Set<string>();
    const look = (text: string): void => {
      for (const path of mentionedPaths(text)) {
        if (seen.has(path)) continue;
        seen.add(path);
        const label = labelOf(path);
        if (label !== undefined) needed.add(label);
        const saved = savedSource(path);
        if (saved !== undefined) look(saved);
      }
    };
    look(program);
    return [...needed].sort();
  };
}

/** Throws UnplacedToolsError, which names them all. */
export function assertPlaced(tools: readonly (Tool | Plugin)[], sources: readonly SourceOptions[]): void {
  const local = allTools(tools).filter(({ isLocal, placement }) => isLocal && placement === undefined);
  const names = new Set(local.map(({ path }) => `${path.split('.', 1)[0]}.*`));
  for (const source of sources)
    if ('mcp' in source && 'command' in source.mcp && source.placement === undefined)
      names.add(`the MCP server "${source.mcp.command}"`);
  if (names.size > 0) throw new UnplacedToolsError([...names]);
}
