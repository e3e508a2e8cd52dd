// What the document says about a value inside a body. Schemas may be split over `allOf` and refer to each other, so the
// parts that stand for one place are read as one.

import type { References } from '../../document/references.js';

export type Json = Readonly<Record<string, unknown>>;

/** More than anybody writes in one place; beyond it a schema says nothing here. */
const MOST_PARTS = 100;

/** All parts that stand for one schema: itself, what it refers to, and the members of `allOf`, `anyOf` and `oneOf`. */
export function partsOfSchema(schema: unknown, references: References): readonly Json[] {
  const parts = new Set<Json>();
  const open = [schema];
  for (let one = open.pop(); one !== undefined && parts.size < MOST_PARTS; one = open.pop()) {
    const found = references.follow(one);
    if (!isObject(found) || parts.has(found)) continue;
    parts.add(found);
    for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
      const members = found[keyword];
      if (Array.isArray(members)) open.push(...members.toReversed());
    }
  }
  return [...parts];
}

/** The parts merged into one; for each keyword the first part wins. */
export function schemaWith(schema: unknown, references: References): Json {
  const parts = partsOfSchema(schema, references);
  return Object.assign({}, ...parts.toReversed(), {
    properties: Object.assign(
      {},
      ...parts.toReversed().map(({ properties }) => (isObject(properties) ? properties : {})),
    ),
  });
}

/** The schema of a member; undefined if there is none. */
export function memberSchema(schema: Json, name: string, references: References): unknown {
  for (const { properties, additionalProperties } of partsOfSchema(schema, references)) {
    if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name];
    if (isObject(additionalProperties)) return additionalProperties;
  }
  return undefined;
}

export const itemSchema = ({ items }: Json): unknown => (isObject(items) ? items : undefined);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
