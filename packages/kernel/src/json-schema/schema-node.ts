// A schema made ready: its keywords as checks, in the order they are asked.

import type { JsonValue } from '../journal/canonical-json.js';
import type { Found, Resource } from './schema-index.js';
import { MAX_DEPTH, newSeen, type Path, spend, type Visit } from './visit.js';

/** Whether the value fits; what does not is told to the visit. */
export type Check = (value: JsonValue, visit: Visit) => boolean;

export interface SchemaNode {
  readonly resource: Resource;
  /** About the value itself: the first that fails says enough. */
  readonly own: Check[];
  /** About what is in it, and what other schemas say of it: all that fail are told. */
  readonly inner: Check[];
  /** About what no other check has seen, so they come last. */
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

/** What another schema says of the same value. What it has seen counts only if the value fits it. */
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

/** What a schema says of a member or an item. */
export function memberFits(node: SchemaNode, value: JsonValue, key: string | number, visit: Visit): boolean {
  const path: Path | undefined = visit.issues && { above: visit.path, key };
  return fits(node, value, { ...visit, path, depth: visit.depth + 1, seen: visit.seen && newSeen() });
}
