// The tool of a recorded call, as this host has it now.

import type { Tool, ToolCatalog } from '@toolshed/kernel';
import { SourceUnavailableError } from '../../sources/source-unavailable-error.js';
import { type DefinitionOf, isDefinedAs } from '../../tool-proxy/tool-definition.js';
import { ToolNotHereError } from '../drive/not-here.js';

export type CurrentTool =
  | { readonly kind: 'same'; readonly tool: Tool }
  /** Its definition is another than the one that was recorded: what a person was asked about is not what would run. */
  | { readonly kind: 'changed'; readonly tool: Tool }
  | { readonly kind: 'missing'; readonly error: ToolNotHereError | SourceUnavailableError };

export interface ToolsHere {
  readonly catalog: ToolCatalog;
  readonly definitionOf: DefinitionOf;
}

export function currentTool(
  { path, tool: recorded }: { readonly path: string; readonly tool: string },
  { catalog, definitionOf }: ToolsHere,
): CurrentTool {
  const tool = catalog.find(path);
  if (tool !== undefined) return { kind: isDefinedAs(recorded, tool, definitionOf) ? 'same' : 'changed', tool };
  const absence = catalog.absence(path);
  const error = absence === undefined ? new ToolNotHereError(path) : new SourceUnavailableError(path, absence);
  return { kind: 'missing', error };
}
