// Keywords that apply other schemas to the same value: all, any, one or none of them, on a condition, or by reference.

import type { JsonValue } from '../../journal/canonical-json.js';
import { listed } from '../issue-words.js';
import type { KeywordReader } from '../read-keyword.js';
import { isObject, type SchemaIndex } from '../schema-index.js';
import { type Check, fitsToo, type Place, type SchemaNode } from '../schema-node.js';
import { fail, type Scope } from '../visit.js';

export function combiningChecks(read: KeywordReader, place: Place): readonly Check[] {
  return [
    ...branches(read, place, 'allOf').map(
      (node): Check =>
        (value, visit) =>
          fitsToo(node, value, visit, 'telling'),
    ),
    ...branchCheck(read, place, 'anyOf'),
    ...branchCheck(read, place, 'oneOf'),
    ...notCheck(read, place),
    ...conditionCheck(read, place),
  ];
}

type BranchKeyword = 'allOf' | 'anyOf' | 'oneOf';

function branches(read: KeywordReader, place: Place, keyword: BranchKeyword): readonly SchemaNode[] {
  const list = read.list(keyword);
  if (list?.length === 0) read.refuse(keyword, 'must not be empty');
  return (list ?? []).map((one) => place.nodeAt(one, keyword));
}

function branchCheck(read: KeywordReader, place: Place, keyword: 'anyOf' | 'oneOf'): readonly Check[] {
  const nodes = branches(read, place, keyword);
  if (nodes.length === 0) return [];
  const constants = constantsOf(read.list(keyword) ?? []);
  const none = (): string => (constants === undefined ? 'fits no alternative' : `must be one of ${listed(constants)}`);
  return [
    (value, visit) => {
      let count = 0;
      for (const node of nodes) {
        if (fitsToo(node, value, visit, 'quiet')) count++;
        if (visit.work.left < 0) return false;
        // All alternatives are tried only if more than one match, or what they evaluated, matters.
        if (count > 1 && keyword === 'oneOf') return fail(visit, () => 'fits more than one of the alternatives');
        if (count > 0 && keyword === 'anyOf' && visit.seen === undefined) return true;
      }
      return count > 0 || fail(visit, none);
    },
  ];
}

/** The values, if each alternative is one value. */
function constantsOf(list: readonly JsonValue[]): readonly JsonValue[] | undefined {
  const constants = list.flatMap((one) => (isObject(one) && one['const'] !== undefined ? [one['const']] : []));
  return constants.length === list.length ? constants : undefined;
}

function notCheck(read: KeywordReader, place: Place): readonly Check[] {
  const schema = read.schema('not');
  if (schema === undefined) return [];
  const node = place.nodeAt(schema, 'not');
  return [
    (value, visit) => {
      const isExcluded = fitsToo(
        node,
        value,
        { ...visit, seen: visit.seen && { names: new Set(), items: new Set() } },
        'quiet',
      );
      return !isExcluded || fail(visit, () => 'is one of the values that are excluded');
    },
  ];
}

function conditionCheck(read: KeywordReader, place: Place): readonly Check[] {
  const [when, then, otherwise] = (['if', 'then', 'else'] as const).map((keyword) => {
    const schema = read.schema(keyword);
    return schema === undefined ? undefined : place.nodeAt(schema, keyword);
  });
  if (when === undefined) return [];
  return [
    (value, visit) => {
      const next = fitsToo(when, value, visit, 'quiet') ? then : otherwise;
      return next === undefined || fitsToo(next, value, visit, 'telling');
    },
  ];
}

export function referenceChecks(read: KeywordReader, place: Place, index: SchemaIndex): readonly Check[] {
  const checks: Check[] = [];
  const plain = read.text('$ref');
  if (plain !== undefined) {
    const node = place.nodeOf(index.resolve(plain, '$ref', place.found));
    checks.push((value, visit) => fitsToo(node, value, visit, 'telling'));
  }
  const dynamic = read.text('$dynamicRef');
  if (dynamic !== undefined) {
    const found = index.resolve(dynamic, '$dynamicRef', place.found);
    const node = place.nodeOf(found);
    const name = index.dynamicName(dynamic, found);
    const anchored = new Map(
      name === undefined ? [] : index.dynamic(name).map((one) => [one.resource, place.nodeOf(one)]),
    );
    const outermost = (scope: Scope | undefined): SchemaNode => {
      let best = node;
      for (let at = scope; at !== undefined; at = at.outer) best = anchored.get(at.resource) ?? best;
      return best;
    };
    checks.push((value, visit) => fitsToo(outermost(visit.scope), value, visit, 'telling'));
  }
  return checks;
}
