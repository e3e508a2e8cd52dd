import { assertKnownKeys } from '../read-options.js';
import { ToolshedError } from '../toolshed-error.js';
import type { Tool } from './define-tool.js';
import { isPathSegment, segmentsOf } from './tool-path.js';

/** A named set of tools that come and go together; every path starts with the plugin's name. */
export interface Plugin {
  readonly kind: 'plugin';
  readonly name: string;
  readonly tools: readonly Tool[];
}

export class InvalidPluginError extends ToolshedError {
  override readonly name = 'InvalidPluginError';
  override readonly code = 'plugin/invalid';

  constructor(
    readonly plugin: string,
    problem: string,
  ) {
    super(`Cannot define the plugin "${plugin}": ${problem}`);
  }
}

export function definePlugin(definition: { readonly name: string; readonly tools: readonly Tool[] }): Plugin {
  const { name, tools } = definition;
  assertKnownKeys(`define the plugin "${name}"`, definition, { name: true, tools: true });
  if (!isPathSegment(name)) throw new InvalidPluginError(name, 'its name is not a path segment');
  const stray = tools.find((tool) => segmentsOf(tool.path)[0] !== name);
  if (stray) throw new InvalidPluginError(name, `its tool "${stray.path}" does not start with "${name}."`);
  return { kind: 'plugin', name, tools };
}
