// What a source offers, and what it leaves out: a tool whose arguments could not be checked whole is not listed, and
// a program that calls it gets the reason. A tool that is listed but always refused would only waste programs' time.

import type { Tool } from '@toolshed/kernel';
import { schemaProblems } from '@toolshed/kernel/runtime';
import { plainLine } from './hostile-text.js';
import type { Absent, SourceHost } from './source.js';

const MOST_WARNINGS = 20;

export function offerTools(host: SourceHost, namespace: string, tools: readonly Tool[], absent: Absent): void {
  // Threat: rules for a namespace do not reach a tool outside of it.
  for (const { path } of tools)
    if (!path.startsWith(`${namespace}.`)) throw new Error(`The tool ${path} is not in the namespace "${namespace}"`);
  const reasons = [...(absent.leftOut ?? [])].map(([path, reason]) => [path, plainLine(reason, 300)] as const);
  for (const [tool, reason] of reasons.slice(0, MOST_WARNINGS))
    host.log.warn({ source: namespace, tool, reason }, 'a tool was left out: its arguments cannot be checked');
  if (reasons.length > MOST_WARNINGS)
    host.log.warn(
      { source: namespace, left: reasons.length - MOST_WARNINGS },
      'more tools were left out: their arguments cannot be checked',
    );
  const leftOut = new Map(
    reasons.map(([path, reason]) => [path, `it was left out of the source "${namespace}": ${reason}`]),
  );
  host.offer(namespace, tools, { ...absent, leftOut });
}

/** Why calls of some of these tools cannot be checked, by path. */
export function uncheckableTools(tools: readonly Tool[]): ReadonlyMap<string, string> {
  const problems = schemaProblems(
    tools.map(({ input }) => input.json),
    'stranger',
  );
  return new Map(
    tools.flatMap(({ path }, index) =>
      (problems[index] ?? []).slice(0, 1).map(({ message }) => [path, message] as const),
    ),
  );
}
