// The arms of a union of replies mostly have the same members. Those are written once, in a base that each arm refers to.

import { z } from 'zod';
import type { Component } from './components.js';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Fewer common members than this are no shorter with a base. */
const MIN_COMMON = 4;

/** The schemas by name, with a base such as `ExecutionBase` for each union in `table` whose arms have much in common. */
export function withUnionBases(
  schemas: Readonly<Record<string, JsonSchema>>,
  table: Readonly<Record<string, Component>>,
): Readonly<Record<string, JsonSchema>> {
  const result: Record<string, JsonSchema> = { ...schemas };
  for (const [name, [union]] of Object.entries(table)) {
    if (!(union instanceof z.ZodDiscriminatedUnion)) continue;
    const arms = (schemas[name]?.oneOf ?? []).map((arm) => String(Object(arm).$ref).split('/').at(-1) ?? '');
    const base = commonOf(arms.map((arm) => schemas[arm] ?? {}));
    if (Object.keys(base.properties).length < MIN_COMMON) continue;
    result[`${name}Base`] = { type: 'object', ...base };
    for (const arm of arms) {
      const { description, properties = {}, required = [], ...others } = schemas[arm] ?? {};
      const own = {
        ...others,
        properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !(key in base.properties))),
        required: required.filter((key) => !base.required.includes(key)),
      };
      result[arm] = { ...(description && { description }), allOf: [{ $ref: `#/components/schemas/${name}Base` }, own] };
    }
  }
  return result;
}

/** The members that every arm has and describes alike, and which of them every arm requires. */
function commonOf([first, ...rest]: readonly JsonSchema[]) {
  const shared = Object.entries(first?.properties ?? {}).filter(([key, schema]) =>
    rest.every(({ properties }) => JSON.stringify(properties?.[key]) === JSON.stringify(schema)),
  );
  return {
    properties: Object.fromEntries(shared),
    required: (first?.required ?? []).filter((key) => rest.every(({ required }) => required?.includes(key))),
  };
}
