// A schema made ready: its keywords as checks, in the order they are asked.

import type { JsonValue } from '../journal/canonical-json.js';
import type { Found, Resource } from './schema-index.js';
import { MAX_DEPTH, newSeen, type Path, spend, type Visit } from './visit.js';

/** Whether the value fits; reports what does not to the visit. */
export type Check = (value: JsonValue, visit: Visit) => boolean;

export interface SchemaNode {
  readonly resource: Resource;
  /** Checks of the value itself: the first that fails is enough. */
  readonly own: Check[];
  /** Checks of what is in it, and of what other schemas say about it: all failures are reported. */
  readonly inner: Check[];
  /** Checks of what no other check has evaluated, so they come last. */
  readonly last: Check[];
}

/** What the keywords of one schema are made into checks with. */
export interface Place {
  readonly found: Found;
  nodeAt(schema: JsonValue, keyword: string): SchemaNode;
  nodeOf(found: Found): SchemaNode;
}

export function fits(node: SchemaNode, value: JsonValue, from: Visit): boolean {
  if (!spend(from.work, 1)) return false;
  if (from.depth > MAX_DEPTH) return spend(from.work, Number.POSITIVE_INFINITY);
  const visit =
    node.resource === from.scope?.resource ? from : { ...from, scope: { resource: node.resource, outer: from.scope } };
  for (const check of node.own) if (!check(value, visit)) return false;
  let isFine = true;
  for (const check of node.inner) {
    if (check(value, visit)) continue;
    if (visit.issues === undefined || visit.work.left < 0) return false;
    isFine = false;
  }
  if (!isFine) return false;
  for (const check of node.last) if (!check(value, visit)) return false;
  return true;
}

/** What another schema says about the same value. What it has seen counts only if the value fits it. */
export function fitsToo(node: SchemaNode, value: JsonValue, visit: Visit, how: 'telling' | 'quiet'): boolean {
  const { seen, issues, depth } = visit;
  const own = seen && newSeen();
  const isFine = fits(node, value, {
    ...visit,
    depth: depth + 1,
    seen: own,
    issues: how === 'quiet' ? undefined : issues,
  });
  if (!isFine || seen === undefined || own === undefined) return isFine;
  for (const name of own.names) seen.names.add(name);
  for (const item of own.items) seen.items.add(item);
  return true;
}

/** What a schema says about a member or an item. */
export function memberFits(node: SchemaNode, value: JsonValue, key: string | number, visit: Visit): boolean {
  const path: Path | undefined = visit.issues && { above: visit.path, key };
  return fits(node, value, { ...visit, path, depth: visit.depth + 1, seen: visit.seen && newSeen() });
}
