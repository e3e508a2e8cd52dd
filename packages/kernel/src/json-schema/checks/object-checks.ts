// Keywords about objects, their members and the names of these.

import type { JsonValue } from '../../journal/canonical-json.js';
import type { Pattern, Patterns } from '../patterns.js';
import { isSchema, type KeywordReader } from '../read-keyword.js';
import { isObject, type Json } from '../schema-index.js';
import { type Check, fits, fitsToo, memberFits, type Place, type SchemaNode } from '../schema-node.js';
import { fail, newSeen, spend, type Visit } from '../visit.js';

const ofObject =
  (check: (object: Json, visit: Visit) => boolean): Check =>
  (value, visit) =>
    !isObject(value) || check(value, visit);

export const NOT_ASKED_FOR = 'was not asked for';

export function objectSizeChecks(read: KeywordReader): readonly Check[] {
  const checks: Check[] = [];
  const least = read.size('minProperties');
  const most = read.size('maxProperties');
  const count = (object: Json): number => Object.keys(object).length;
  if (least !== undefined)
    checks.push(
      ofObject((one, visit) => count(one) >= least || fail(visit, () => `must have at least ${least} members`)),
    );
  if (most !== undefined)
    checks.push(ofObject((one, visit) => count(one) <= most || fail(visit, () => `must have at most ${most} members`)));
  return checks;
}

export function requiredChecks(read: KeywordReader): readonly Check[] {
  const checks: Check[] = [];
  const required = read.texts('required');
  if (required !== undefined) checks.push(ofObject((object, visit) => hasAll(object, required, visit)));
  for (const [name, needed] of [...(read.map('dependentRequired') ?? []), ...older(read, 'names')]) {
    const names = isNames(needed) ? needed : read.refuse('dependentRequired', 'must hold lists of texts');
    checks.push(ofObject((object, visit) => !Object.hasOwn(object, name) || hasAll(object, names, visit)));
  }
  return checks;
}

const isNames = (value: JsonValue): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Older drafts have names and schemas under one keyword. */
const older = (read: KeywordReader, wanted: 'names' | 'schemas'): readonly (readonly [string, JsonValue])[] =>
  (read.map('dependencies') ?? []).filter(([, one]) => Array.isArray(one) === (wanted === 'names'));

function hasAll(object: Json, names: readonly string[], visit: Visit): boolean {
  if (!spend(visit.work, names.length)) return false;
  let isFine = true;
  for (const name of names) if (!Object.hasOwn(object, name)) isFine = fail(visit, () => 'is missing', name);
  return isFine;
}

export function memberChecks(read: KeywordReader, place: Place, patterns: Patterns): readonly Check[] {
  const checks: Check[] = [];
  const properties = read.map('properties');
  const byPattern = read.map('patternProperties');
  const additional = read.schema('additionalProperties');
  if (properties !== undefined || byPattern !== undefined || additional !== undefined)
    checks.push(
      eachMember({
        named: new Map(properties?.map(([name, one]) => [name, place.nodeAt(one, 'properties')])),
        matched: (byPattern ?? []).map(([source, one]) => [
          patterns(source, (because) => read.refuse('patternProperties', because)),
          place.nodeAt(one, 'patternProperties'),
        ]),
        rest: additional === undefined ? undefined : place.nodeAt(additional, 'additionalProperties'),
      }),
    );
  const names = read.schema('propertyNames');
  if (names !== undefined) checks.push(namesCheck(place.nodeAt(names, 'propertyNames')));
  const dependent = [...(read.map('dependentSchemas') ?? []), ...older(read, 'schemas')];
  for (const [name, one] of dependent) {
    const node = isSchema(one)
      ? place.nodeAt(one, 'dependentSchemas')
      : read.refuse('dependentSchemas', 'must hold schemas');
    checks.push(ofObject((object, visit) => !Object.hasOwn(object, name) || fitsToo(node, object, visit, 'telling')));
  }
  return checks;
}

interface Members {
  readonly named: ReadonlyMap<string, SchemaNode>;
  readonly matched: readonly (readonly [Pattern, SchemaNode])[];
  readonly rest: SchemaNode | undefined;
}

/** A member must fit every schema that applies to it: that of its name, of each matching pattern, or else that of additional members. */
function eachMember({ named, matched, rest }: Members): Check {
  const speaking = (name: string, visit: Visit): readonly SchemaNode[] | undefined => {
    const own = named.get(name);
    const nodes = own === undefined ? [] : [own];
    for (const [pattern, node] of matched) {
      if (!spend(visit.work, pattern.cost(name))) return undefined;
      if (pattern.matches(name)) nodes.push(node);
    }
    return nodes.length === 0 && rest !== undefined ? [rest] : nodes;
  };
  return ofObject((object, visit) => {
    let isFine = true;
    for (const name of Object.keys(object)) {
      const member = object[name];
      const nodes = member === undefined ? [] : speaking(name, visit);
      if (nodes === undefined) return false;
      for (const node of nodes) {
        if (member === undefined || memberFits(node, member, name, visit)) continue;
        if (visit.issues === undefined || visit.work.left < 0) return false;
        isFine = false;
      }
      if (nodes.length > 0) visit.seen?.names.add(name);
    }
    return isFine;
  });
}

const namesCheck = (node: SchemaNode): Check =>
  ofObject((object, visit) => {
    let isFine = true;
    for (const name of Object.keys(object)) {
      if (fits(node, name, { ...visit, issues: undefined, depth: visit.depth + 1, seen: visit.seen && newSeen() }))
        continue;
      if (visit.work.left < 0) return false;
      isFine = fail(visit, () => 'is not a name that may be used here', name);
      if (visit.issues === undefined) return false;
    }
    return isFine;
  });

export function unevaluatedPropertiesCheck(read: KeywordReader, place: Place): Check | undefined {
  const schema = read.schema('unevaluatedProperties');
  if (schema === undefined) return undefined;
  const node = place.nodeAt(schema, 'unevaluatedProperties');
  return ofObject((object, visit) => {
    let isFine = true;
    for (const name of Object.keys(object)) {
      const member = object[name];
      if (member === undefined || visit.seen?.names.has(name)) continue;
      if (memberFits(node, member, name, visit)) visit.seen?.names.add(name);
      else if (visit.issues === undefined || visit.work.left < 0) return false;
      else isFine = false;
    }
    return isFine;
  });
}
