import { z } from 'zod';
import { InvalidOptionsError, readMembers } from '../options/read-options.js';
import { hasMethods, inWords, passed } from '../options/schema-words.js';
import type { Tool } from './define-tool.js';
import { Label } from './catalog/placement.js';
import { isPathSegment, segmentsOf } from './catalog/tool-path.js';

/** A named set of tools that come and go together; every path starts with the plugin's name. */
export interface Plugin {
  /** Distinguishes a plugin from a tool. */
  readonly kind: 'plugin';
  /** The first segment of every path. */
  readonly name: string;
  /** The tools of the plugin. */
  readonly tools: readonly Tool[];
}

const Definition = z.strictObject({
  name: inWords(
    z.string().refine(isPathSegment, 'must be one segment of a path: a letter, then letters, digits, "_" or "-"'),
    'a name such as "mail"',
  ),
  tools: z.array(passed<Tool>('a tool made with defineTool', hasMethods('run', 'isDestructive'))),
  local: z.boolean().optional(),
  placement: Label.optional(),
});

/** What a plugin is defined with. See `definePlugin`. */
export interface PluginDefinition {
  /** The first segment of every path. */
  readonly name: string;
  /** The tools of the plugin. */
  readonly tools: readonly Tool[];
  /** Default for all of its tools: as in `defineTool`. */
  readonly local?: boolean | undefined;
  /** Default for all of its tools: as in `defineTool`. */
  readonly placement?: string | undefined;
}

/**
 * Groups tools that belong together under one name, which every path starts with.
 *
 * @example
 * ```ts
 * export const mail = definePlugin({ name: 'mail', tools: [mailSend, mailSearch] });
 * ```
 */
export function definePlugin(definition: PluginDefinition): Plugin {
  const named: unknown = definition?.name;
  const what = typeof named === 'string' ? `define the plugin "${named}"` : 'define a plugin';
  readMembers(what, Definition, definition);
  const { name, local = false, placement } = definition;
  const isPlaced = local || placement !== undefined;
  const tools = isPlaced ? definition.tools.map((tool) => placed(tool, local, placement)) : definition.tools;
  const strays = tools.flatMap(({ path }, index) => (segmentsOf(path)[0] === name ? [] : [{ path, index }]));
  if (strays.length > 0)
    throw new InvalidOptionsError(
      what,
      strays.map(({ path, index }) => ({
        field: `tools.${index}`,
        message: `is the tool "${path}", whose path does not start with "${name}."`,
      })),
    );
  return { kind: 'plugin', name, tools };
}

const placed = (tool: Tool, isLocal: boolean, placement: string | undefined): Tool => ({
  ...tool,
  isLocal: tool.isLocal || isLocal,
  placement: tool.placement ?? placement,
});
