// The arguments of a field as JSON Schema. Input objects are under `$defs`, as recursive as they are; a scalar of the
// API's own is any value, because only the API knows it.

import type { JsonSchema } from '@toolshed/kernel';
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';

const LONGEST_DESCRIPTION = 300;

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  ID: { type: ['string', 'integer'] },
};

export interface VariablesSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

export function variablesSchema(args: readonly GraphQLArgument[]): VariablesSchema {
  const $defs: Record<string, JsonSchema> = {};

  const schemaOf = (type: GraphQLInputType): JsonSchema => {
    if (isNonNullType(type)) return presentSchema(type.ofType);
    return { anyOf: [presentSchema(type), { type: 'null' }] };
  };

  const presentSchema = (type: GraphQLInputType): JsonSchema => {
    if (isNonNullType(type)) return presentSchema(type.ofType);
    if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType) };
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
    if (!isInputObjectType(type)) return SCALARS[type.name] ?? {};
    if (!Object.hasOwn($defs, type.name)) {
      // Named before it is written: it may hold itself.
      $defs[type.name] = {};
      const fields = Object.values(type.getFields());
      $defs[type.name] = {
        type: 'object',
        properties: Object.fromEntries(fields.map((field) => [field.name, described(field)])),
        required: fields.filter(isRequiredInputField).map(({ name }) => name),
        additionalProperties: false,
        ...(type.isOneOf ? { minProperties: 1, maxProperties: 1 } : {}),
      };
    }
    return { $ref: `#/$defs/${type.name}` };
  };

  const described = ({ type, description }: GraphQLArgument | GraphQLInputField): JsonSchema => {
    const schema = schemaOf(type);
    return description == null ? schema : { ...schema, description: description.slice(0, LONGEST_DESCRIPTION) };
  };

  const properties = Object.fromEntries(args.map((one) => [one.name, described(one)]));
  return { properties, required: args.filter(isRequiredArgument).map(({ name }) => name), $defs };
}
