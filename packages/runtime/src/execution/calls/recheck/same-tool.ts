// Whether this host has the tool of a recorded call, as it was recorded.
//
// Invariant
//   N1. A missing tool never ends an execution. Its journal stays as it is, an answer that a person gave is kept, and
//       this process releases the execution so that a host with the tool can resume it.
//   N2. A tool that is placed at other hosts counts as missing, although its definition is known here: run here, it
//       would act on the wrong machine.

import { type EntryOf, type Tool, type ToolCatalog, ToolshedError } from '@toolshed/kernel';
import { joinSegments } from '@toolshed/kernel/runtime';
import { namespaceOf } from '../../../catalog/host-catalog.js';
import type { LabelElsewhere } from '../../../catalog/placed-tools.js';
import { ReplayUnfinishedError } from '../../../sandbox/sandbox-errors.js';
import { SourceUnavailableError } from '../../../sources/source-unavailable-error.js';
import type { StepOutput } from '../../../tool-proxy/guest-boundary.js';
import { type DefinitionOf, isDefinedAs } from '../../../tool-proxy/tool-definition.js';
import { revertedPath } from '../../undo/revert-tools.js';

/** The tool of a recorded call, as this host has it now. */
export type CurrentTool =
  | { readonly kind: 'same'; readonly tool: Tool }
  /** Its definition differs from the recorded one: what a person was asked about is not what would run. */
  | { readonly kind: 'changed'; readonly tool: Tool }
  | { readonly kind: 'missing'; readonly error: ToolNotHereError | SourceUnavailableError };

export interface ToolsHere {
  readonly catalog: ToolCatalog;
  readonly definitionOf: DefinitionOf;
  readonly labelElsewhere: LabelElsewhere;
}

/** A call needs a tool that this host does not have. */
export class ToolNotHereError extends ToolshedError {
  override readonly name: string = 'ToolNotHereError';
  override readonly code = 'tool/not-here';

  constructor(
    readonly path: string,
    why = 'this host has no such tool',
  ) {
    super(
      `Cannot continue ${path} here: ${why}. The execution and its answers are kept; ` +
        'open it on a host that has the tool, or cancel it',
    );
  }
}

/** A call needs a tool that is placed at other hosts: one of them continues the execution. */
export class ToolElsewhereError extends ToolNotHereError {
  override readonly name = 'ToolElsewhereError';

  constructor(
    path: string,
    readonly label: string,
  ) {
    super(path, `it is placed at hosts with the label "${label}"`);
  }
}

export function currentTool(
  { path, tool: recorded }: { readonly path: string; readonly tool: string },
  { catalog, definitionOf, labelElsewhere }: ToolsHere,
): CurrentTool {
  // N2.
  const label = labelElsewhere(revertedPath(path));
  if (label !== undefined) return { kind: 'missing', error: new ToolElsewhereError(path, label) };
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

/** What a program calls that is placed at other hosts; undefined if all of it is here, or nowhere. */
export function calledElsewhere(
  { calls }: StepOutput,
  { labelElsewhere }: Pick<ToolsHere, 'labelElsewhere'>,
): ToolElsewhereError | undefined {
  for (const call of calls) {
    const path = call.op === 'tool' ? joinSegments(call.segments) : undefined;
    const label = path && labelElsewhere(revertedPath(path));
    if (path !== undefined && label !== undefined) return new ToolElsewhereError(path, label);
  }
  return undefined;
}
