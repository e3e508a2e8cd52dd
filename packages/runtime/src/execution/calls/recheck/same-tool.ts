// Whether this host has the tool of a recorded call, as it was recorded.
//
// Invariant
//   N1. A missing tool never ends an execution. Its journal stays as it is, an answer that a person gave is kept, and
//       this process releases the execution so that a host with the tool can resume it.

import { type EntryOf, type Tool, type ToolCatalog, ToolshedError } from '@toolshed/kernel';
import { joinSegments } from '@toolshed/kernel/runtime';
import { namespaceOf } from '../../../catalog/host-catalog.js';
import { ReplayUnfinishedError } from '../../../sandbox/sandbox-errors.js';
import { SourceUnavailableError } from '../../../sources/source-unavailable-error.js';
import type { StepOutput } from '../../../tool-proxy/guest-boundary.js';
import { type DefinitionOf, isDefinedAs } from '../../../tool-proxy/tool-definition.js';

/** The tool of a recorded call, as this host has it now. */
export type CurrentTool =
  | { readonly kind: 'same'; readonly tool: Tool }
  /** Its definition differs from the recorded one: what a person was asked about is not what would run. */
  | { readonly kind: 'changed'; readonly tool: Tool }
  | { readonly kind: 'missing'; readonly error: ToolNotHereError | SourceUnavailableError };

export interface ToolsHere {
  readonly catalog: ToolCatalog;
  readonly definitionOf: DefinitionOf;
}

/** A call needs a tool that this host does not have. */
export class ToolNotHereError extends ToolshedError {
  override readonly name = 'ToolNotHereError';
  override readonly code = 'tool/not-here';

  constructor(readonly path: string) {
    super(
      `Cannot continue ${path} here: this host has no such tool. The execution and its answers are kept; ` +
        'open it on a host that has the tool, or cancel it',
    );
  }
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

/** Undefined if the tool has changed; throws if it is missing. */
export function sameTool(issued: { readonly path: string; readonly tool: string }, deps: ToolsHere): Tool | undefined {
  const current = currentTool(issued, deps);
  if (current.kind === 'missing') throw current.error;
  return current.kind === 'same' ? current.tool : undefined;
}

/** Whether another process, or this one later, may resume an execution that failed here with this error (N1). */
export const mayResumeElsewhere = (
  error: unknown,
): error is ToolNotHereError | SourceUnavailableError | ReplayUnfinishedError =>
  error instanceof ToolNotHereError ||
  error instanceof SourceUnavailableError ||
  error instanceof ReplayUnfinishedError;

/**
 * Throws if a program calls into a namespace in which the host that started it had tools, and this host has none.
 * An "unknown tool" error would be journaled, and would be wrong on every other host.
 */
export function assertNamespacesHere(
  { calls }: StepOutput,
  { namespaces: first }: EntryOf<'started'>,
  { catalog, namespaces }: Pick<ToolsHere, 'catalog'> & { readonly namespaces: () => readonly string[] },
): void {
  if (first === undefined) return;
  for (const call of calls) {
    const path = call.op === 'tool' ? joinSegments(call.segments) : undefined;
    if (path === undefined || catalog.find(path) !== undefined) continue;
    const namespace = namespaceOf(path);
    if (first.includes(namespace) && !namespaces().includes(namespace)) throw new ToolNotHereError(path);
  }
}
