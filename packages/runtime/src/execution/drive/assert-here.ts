// A program that was started on a host with other tools may call, after a pause, one that this host never had. To tell
// it that there is no such tool would be wrong for good; so it goes on where its tools are.

import type { EntryOf, ToolCatalog } from '@toolshed/kernel';
import { joinSegments } from '@toolshed/kernel/runtime';
import { namespaceOf } from '../../catalog/host-catalog.js';
import type { StepOutput } from '../../tool-proxy/guest-boundary.js';
import { ToolNotHereError } from './not-here.js';

export interface AssertHereDeps {
  readonly catalog: ToolCatalog;
  readonly namespaces: () => readonly string[];
}

/** Throws if a call is for a namespace that the first host had tools under and this one has none. */
export function assertHere(
  { calls }: StepOutput,
  { namespaces: first }: EntryOf<'started'>,
  { catalog, namespaces }: AssertHereDeps,
): void {
  if (first === undefined) return;
  for (const call of calls) {
    const path = call.op === 'tool' ? joinSegments(call.segments) : undefined;
    if (path === undefined || catalog.find(path) !== undefined) continue;
    const namespace = namespaceOf(path);
    if (first.includes(namespace) && !namespaces().includes(namespace)) throw new ToolNotHereError(path);
  }
}
