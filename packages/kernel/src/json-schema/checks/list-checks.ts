// Keywords about arrays and their items.

import { canonicalJson, type JsonValue } from '../../journal/canonical-json.js';
import type { Json } from '../schema-index.js';
import type { KeywordReader } from '../read-keyword.js';
import { type Check, fits, memberFits, type Place, type SchemaNode } from '../schema-node.js';
import { fail, newSeen, PER_CHARACTER, spend, type Visit } from '../visit.js';

type List = readonly JsonValue[];

const isList = (value: JsonValue): value is List => Array.isArray(value);

const ofList =
  (check: (list: List, visit: Visit) => boolean): Check =>
  (value, visit) =>
    !isList(value) || check(value, visit);

export function listSizeChecks(read: KeywordReader): readonly Check[] {
  const checks: Check[] = [];
  const least = read.size('minItems');
  const most = read.size('maxItems');
  if (least !== undefined)
    checks.push(
      ofList((list, visit) => list.length >= least || fail(visit, () => `must have at least ${least} items`)),
    );
  if (most !== undefined)
    checks.push(ofList((list, visit) => list.length <= most || fail(visit, () => `must have at most ${most} items`)));
  if (read.boolean('uniqueItems') === true) checks.push(ofList(isUnique));
  return checks;
}

function isUnique(list: List, visit: Visit): boolean {
  if (!spend(visit.work, list.length)) return false;
  const texts = new Set<string>();
  for (const item of list) {
    const text = canonicalJson(item);
    if (!spend(visit.work, text.length * PER_CHARACTER)) return false;
    texts.add(text);
  }
  return texts.size === list.length || fail(visit, () => 'must not repeat an item');
}

export function itemChecks(schema: Json, read: KeywordReader, place: Place): readonly Check[] {
  const checks: Check[] = [];
  // Older drafts write the first items as a list under `items`, and the rest as `additionalItems`.
  const isOlder = Array.isArray(schema['items']);
  const first = (isOlder ? read.list('items') : read.list('prefixItems'))?.map((one) =>
    place.nodeAt(one, isOlder ? 'items' : 'prefixItems'),
  );
  const restKeyword = isOlder ? 'additionalItems' : 'items';
  const rest = read.schema(restKeyword);
  if (first !== undefined || rest !== undefined)
    checks.push(eachItem(first ?? [], rest === undefined ? undefined : place.nodeAt(rest, restKeyword)));
  const contains = read.schema('contains');
  if (contains !== undefined) checks.push(containsCheck(place.nodeAt(contains, 'contains'), read));
  return checks;
}

function eachItem(first: readonly SchemaNode[], rest: SchemaNode | undefined): Check {
  return ofList((list, visit) => {
    let isFine = true;
    const end = rest === undefined ? Math.min(first.length, list.length) : list.length;
    for (let index = 0; index < end; index++) {
      const [node, item] = [first[index] ?? rest, list[index]];
      if (node === undefined || item === undefined) continue;
      if (memberFits(node, item, index, visit)) visit.seen?.items.add(index);
      else if (visit.issues === undefined || visit.work.left < 0) return false;
      else isFine = false;
    }
    return isFine;
  });
}

function containsCheck(node: SchemaNode, read: KeywordReader): Check {
  const least = read.size('minContains') ?? 1;
  const most = read.size('maxContains') ?? Number.POSITIVE_INFINITY;
  return ofList((list, visit) => {
    let count = 0;
    for (const [index, item] of list.entries()) {
      const quiet = { ...visit, issues: undefined, depth: visit.depth + 1, seen: visit.seen && newSeen() };
      if (!fits(node, item, quiet)) {
        if (visit.work.left < 0) return false;
        continue;
      }
      count++;
      visit.seen?.items.add(index);
    }
    if (count < least) return fail(visit, () => `must have at least ${least} items of the kind it has to contain`);
    if (count > most) return fail(visit, () => `must have at most ${most} items of the kind it has to contain`);
    return true;
  });
}

export function unevaluatedItemsCheck(read: KeywordReader, place: Place): Check | undefined {
  const schema = read.schema('unevaluatedItems');
  if (schema === undefined) return undefined;
  const node = place.nodeAt(schema, 'unevaluatedItems');
  return ofList((list, visit) => {
    let isFine = true;
    for (const [index, item] of list.entries()) {
      if (visit.seen?.items.has(index)) continue;
      if (memberFits(node, item, index, visit)) visit.seen?.items.add(index);
      else if (visit.issues === undefined || visit.work.left < 0) return false;
      else isFine = false;
    }
    return isFine;
  });
}
