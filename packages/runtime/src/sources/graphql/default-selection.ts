// The default selection, for a program that gives none: all plain fields, and those of objects below it down to a
// depth. The wrappers of a connection (`edges`, `node`, `nodes`) do not count. Fields that need arguments are left out.

import type { JsonSchema } from '@toolshed/kernel';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';

export interface Selection {
  /** With its braces; empty for a plain value. */
  readonly text: string;
  /** Of the value, for the signature. */
  readonly schema: JsonSchema;
}

const WRAPPERS: ReadonlySet<string> = new Set(['edges', 'node', 'nodes']);
const MOST_LEVELS = 8;
const MOST_FIELDS = 300;

export function defaultSelection(type: GraphQLOutputType, depth: number): Selection {
  let left = MOST_FIELDS;

  const fieldsOf = (named: GraphQLNamedType, levels: number, above: number): Selection => {
    if (isLeafType(named)) return { text: '', schema: leafSchema(named) };
    if (isUnionType(named)) {
      const each = named.getTypes().map((type) => ({ name: type.name, ...fieldsOf(type, levels, above + 1) }));
      const shown = each.filter(({ text }) => text !== EMPTY);
      const parts = shown.map(({ name, text }) => `... on ${name} ${text}`);
      return { text: `{ ${['__typename', ...parts].join(' ')} }`, schema: { anyOf: each.map(({ schema }) => schema) } };
    }
    const fields = isObjectType(named) || isInterfaceType(named) ? Object.values(named.getFields()) : [];
    const chosen = fields.flatMap((field): readonly (readonly [string, Selection, GraphQLOutputType])[] => {
      if (field.args.some(isRequiredArgument) || field.deprecationReason != null || left <= 0) return [];
      const inner = getNamedType(field.type);
      const below = levels - (WRAPPERS.has(field.name) ? 0 : 1);
      if (!isLeafType(inner) && (below < 1 || above >= MOST_LEVELS)) return [];
      left--;
      return [[field.name, fieldsOf(inner, below, above + 1), field.type]];
    });
    const all = chosen.filter(([, { text }, of]) => isLeafType(getNamedType(of)) || text !== EMPTY);
    if (all.length === 0) return { text: EMPTY, schema: { type: 'object' } };
    return {
      text: `{ ${all.map(([name, { text }]) => (text === '' ? name : `${name} ${text}`)).join(' ')} }`,
      schema: {
        type: 'object',
        properties: Object.fromEntries(all.map(([name, { schema }, of]) => [name, wrapped(of, schema)])),
        required: all.map(([name]) => name),
      },
    };
  };

  const { text, schema } = fieldsOf(getNamedType(type), depth, 0);
  return { text, schema: wrapped(type, schema) };
}

/** Every object has it, and a selection may not be empty. */
const EMPTY = '{ __typename }';

export const needsSelection = ({ type }: Pick<GraphQLField<unknown, unknown>, 'type'>): boolean =>
  !isLeafType(getNamedType(type));

function wrapped(type: GraphQLOutputType, schema: JsonSchema): JsonSchema {
  if (isNonNullType(type)) return present(type.ofType, schema);
  return { anyOf: [present(type, schema), { type: 'null' }] };
}

const present = (type: GraphQLOutputType, schema: JsonSchema): JsonSchema =>
  isListType(type) ? { type: 'array', items: wrapped(type.ofType, schema) } : schema;

function leafSchema(type: GraphQLNamedType): JsonSchema {
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  const known: Readonly<Record<string, string>> = { Int: 'integer', Float: 'number', String: 'string', ID: 'string' };
  const found = type.name === 'Boolean' ? 'boolean' : known[type.name];
  return found === undefined ? {} : { type: found };
}
