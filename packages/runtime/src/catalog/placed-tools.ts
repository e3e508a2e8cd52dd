// Placement of tools when several machines share a store. A tool that uses what its machine has (files, processes, a
// server that is started there) is either placed, by a label that hosts have, or declared to be the same everywhere:
// otherwise an execution would continue on another machine with other files.

import { type Plugin, type Tool, ToolshedError } from '@toolshed/kernel';
import { ANYWHERE } from '@toolshed/kernel/runtime';
import type { SourceOptions } from '../sources/source-options.js';

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

/** The entries of a list that are placed on a host with these labels. */
export function toolsAt(given: readonly (Tool | Plugin)[], labels: readonly string[]): readonly (Tool | Plugin)[] {
  return given.flatMap((one): readonly (Tool | Plugin)[] => {
    if (!('kind' in one)) return isElsewhere(one, labels) ? [] : [one];
    const tools = one.tools.filter((tool) => !isElsewhere(tool, labels));
    return tools.length === 0 && one.tools.length > 0 ? [] : [{ ...one, tools }];
  });
}

export const sourcesAt = (given: readonly SourceOptions[], labels: readonly string[]): readonly SourceOptions[] =>
  given.filter((source) => !('placement' in source) || !isElsewhere(source, labels));

const allTools = (given: readonly (Tool | Plugin)[]): readonly Tool[] =>
  given.flatMap((one) => ('kind' in one ? one.tools : [one]));

/** The first segments of their paths, wherever they are placed. */
export const namespacesOfTools = (given: readonly (Tool | Plugin)[]): readonly string[] => [
  ...new Set(allTools(given).map(({ path }) => path.split('.', 1)[0] ?? '')),
];

/** The labels that an execution needs if it may use all of these. */
export function labelsOf(tools: readonly (Tool | Plugin)[], sources: readonly SourceOptions[]): readonly string[] {
  const named = [...allTools(tools), ...sources].map((one) => ('placement' in one ? one.placement : undefined));
  return [...new Set(named.flatMap((label) => (label === undefined || label === ANYWHERE ? [] : [label])))].sort();
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
