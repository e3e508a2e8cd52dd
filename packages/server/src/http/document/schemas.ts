// The schemas of the document, made by zod from the ones that validate.
//
// A request must have what its schema says and nothing else. A reply may get new members in later versions, so its
// objects are left open, and clients ignore what they do not know.

import { ArgumentCondition } from '@toolshed/kernel';
import { z } from 'zod';
import { type Component, INPUTS, OUTPUTS } from './components.js';
import { withUnionBases } from './union-bases.js';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface DocumentSchemas {
  /** Every named schema. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** The schema of a body or a reply: a reference if it has a name. */
  of(schema: z.ZodType, io: Direction): JsonSchema;
  /** The members of a schema of parameters, and which of them are required. */
  members(schema: z.ZodType): {
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required: readonly string[];
  };
}

/** What a schema without a name of its own goes by while it is converted. */
const UNNAMED = 'unnamed';

export type Direction = 'input' | 'output';

const refTo = (name: string): string => `#/components/schemas/${name}`;

export function documentSchemas(): DocumentSchemas {
  const inputs = convert(INPUTS, 'input');
  const outputs = withUnionBases(convert(OUTPUTS, 'output'), OUTPUTS);
  const names = new Map(
    [...Object.entries(INPUTS), ...Object.entries(OUTPUTS)].map(([name, [schema]]) => [schema, name]),
  );
  return {
    components: { ...outputs, ...inputs },
    of(schema, io) {
      const name = names.get(schema);
      if (name !== undefined) return { $ref: refTo(name) };
      return convert({ ...(io === 'input' ? INPUTS : OUTPUTS), [UNNAMED]: [schema, ''] }, io)[UNNAMED] ?? {};
    },
    members(schema) {
      const { properties = {}, required = [] } = convert({ [UNNAMED]: [schema, ''] }, 'input')[UNNAMED] ?? {};
      return {
        properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, Object(one)])),
        required,
      };
    },
  };
}

function convert(table: Readonly<Record<string, Component>>, io: Direction): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ readonly id: string }>();
  for (const [id, [schema]] of Object.entries(table)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: refTo,
    override: ({ zodSchema, jsonSchema }) => {
      if (Object.is(zodSchema, ArgumentCondition)) replace(jsonSchema, { $ref: refTo('ArgumentCondition') });
      if (zodSchema instanceof z.ZodObject) omitUnknown(zodSchema, jsonSchema);
      tidy(jsonSchema, io);
    },
  });
  return Object.fromEntries(
    Object.entries(table).map(([name, [, description]]) => {
      const { $schema: _, $id: __, ...schema } = schemas[name] ?? {};
      const described = {
        ...(description === '' ? {} : { description }),
        ...schema,
        ...discriminatorOf(table[name]?.[0], schema),
      };
      return [name, described];
    }),
  );
}

/** The member by which a generated client distinguishes the arms of a union. */
function discriminatorOf(from: z.ZodType | undefined, { oneOf = [] }: JsonSchema): object {
  if (!(from instanceof z.ZodDiscriminatedUnion)) return {};
  const { discriminator, options } = from.def;
  const mapping = options.map((arm, index) => [
    String(arm instanceof z.ZodObject && arm.shape[discriminator]?.def.values[0]),
    Object(oneOf[index]).$ref,
  ]);
  return { discriminator: { propertyName: discriminator, mapping: Object.fromEntries(mapping) } };
}

function replace(target: JsonSchema, by: JsonSchema): void {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, by);
}

/** A member of any value may be `undefined`, and JSON leaves that out. */
function omitUnknown({ shape }: z.ZodObject, schema: JsonSchema): void {
  const required = schema.required?.filter((name) => !(shape[name] instanceof z.ZodUnknown));
  if (required !== undefined) schema.required = required;
}

function tidy(schema: JsonSchema, io: Direction): void {
  // The bounds of what JavaScript can count exactly say nothing about a value.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Zod marks what JavaScript may not change; in a document it would mean that a request may not have it.
  delete schema.readOnly;
  if (Object.keys(Object(schema.propertyNames)).join() === 'type') delete schema.propertyNames;
  if (io === 'output' && schema.properties !== undefined && schema.additionalProperties === false)
    delete schema.additionalProperties;
}
