// The fields of a form as a person is asked for them: the one reader of a form's JSON Schema. The terminal, the inbox
// and MCP clients draw and convert what it returns, and read no schema themselves.
//
// Invariant: every keyword is either in the facts of a field, or does not restrict its values, or is in `rest`. A
// channel that shows a field shows its `rest`, so that nobody is asked for less than their answer is checked for. Whether an answer
// fits is decided by the schema alone.
//
// Browsers run this file: it imports neither Node nor zod.

import type { JsonSchema } from '../../tool/schema/json-schema.js';
import { type FieldOption, isOfType, isRecord, optionsIn, textOf } from './field-options.js';
import { restricts } from './schema-keywords.js';

export type AskedForm =
  | {
      readonly kind: 'fields';
      readonly fields: readonly AskedField[];
      /** What the schema says about the answer as a whole, beside its fields. */
      readonly rest: JsonSchema | undefined;
    }
  /** Not an object with fields: only JSON can answer it. */
  | {
      readonly kind: 'json';
      readonly schema: JsonSchema;
      /** The shapes it may have, where it says so with `oneOf` or `anyOf`. */
      readonly alternatives: readonly JsonSchema[];
    };

/** Whether nothing is asked for: the person only confirms that they have seen it. */
export const asksNothing = (form: AskedForm): boolean => form.kind === 'fields' && form.fields.length === 0;

export type AskedField = FieldFacts & FieldShape;

export interface FieldFacts {
  readonly name: string;
  /** What to call it: its title, or its name. */
  readonly label: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly default: unknown;
  /** What restricts its values and is not in the other facts, as it is written. */
  readonly rest: JsonSchema | undefined;
}

export type FieldShape =
  | {
      readonly kind: 'text';
      readonly format: string | undefined;
      readonly minLength: number | undefined;
      readonly maxLength: number | undefined;
      readonly pattern: string | undefined;
    }
  | {
      readonly kind: 'number' | 'integer';
      readonly minimum: number | undefined;
      readonly maximum: number | undefined;
      readonly exclusiveMinimum: number | undefined;
      readonly exclusiveMaximum: number | undefined;
      readonly multipleOf: number | undefined;
    }
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'choice';
      readonly options: readonly FieldOption[];
      /** Whether the schema has the titles beside the values, in `enumNames`, as MCP wrote them before 2025-11-25. */
      readonly hasNames: boolean;
    }
  | {
      readonly kind: 'choices';
      readonly options: readonly FieldOption[];
      readonly minItems: number | undefined;
      readonly maxItems: number | undefined;
    }
  /** Only JSON can answer it. Its `rest` is all of its schema but its type. */
  | { readonly kind: 'json'; readonly type: 'array' | 'object' | undefined };

/** Reads any schema, of a form or of a tool's arguments; never throws. */
export function readAskedForm(schema: JsonSchema): AskedForm {
  const { properties, required, additionalProperties: others } = schema;
  const fields = isRecord(properties) ? Object.entries(properties) : [];
  const isRequired: ReadonlySet<unknown> = new Set(Array.isArray(required) ? required : []);
  const rest = restOf(schema, 'object', OF_FORM);
  const asked = new Set<unknown>(fields.map(([name]) => name));
  const unasked = [...isRequired].filter((name) => !asked.has(name));
  const beside = unasked.length === 0 ? rest : { ...rest, required: unasked };
  const isRecordOf = isRecord(others) && Object.keys(others).length > 0;
  if (!isOfType({}, schema['type'])) return jsonOnly(schema);
  if (fields.length === 0 && (schema['type'] === undefined || isRecordOf || beside !== undefined))
    return jsonOnly(schema);
  return {
    kind: 'fields',
    fields: fields.map(([name, field]) => readField(name, field, isRequired.has(name))),
    rest: beside,
  };
}

function jsonOnly(schema: JsonSchema): AskedForm {
  const branches = schema['oneOf'] ?? schema['anyOf'];
  return { kind: 'json', schema, alternatives: Array.isArray(branches) ? branches.filter(isRecord) : [] };
}

const OF_FORM = ['type', 'properties', 'required', 'additionalProperties'];

function readField(name: string, schema: unknown, isRequired: boolean): AskedField {
  const facts = isRecord(schema) ? schema : {};
  const title = textOf(facts['title']);
  const { shape, read = [] } = shapeOf(facts);
  // A fact has the name of its keyword; one that is not of the type it should be stays in the rest.
  const taken = Object.entries(shape).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  return {
    name,
    label: title ?? name,
    title,
    description: textOf(facts['description']),
    isRequired,
    default: facts['default'],
    rest: schema === false ? NOTHING_FITS : restOf(facts, textOf(onlyOf(facts['type'])), [...taken, ...read]),
    ...shape,
  };
}

const NOTHING_FITS: JsonSchema = { not: {} };

/** What a field is asked as, and the keywords in it that have a fact of another name. */
interface ReadShape {
  readonly shape: FieldShape;
  readonly read?: readonly string[];
}

function shapeOf(schema: JsonSchema): ReadShape {
  const found = optionsIn(schema);
  if (found !== undefined) {
    const options = found.options.filter(({ value }) => isOfType(value, schema['type']));
    const hasNames = found.keyword === 'enum' && options.some(({ title }) => title !== undefined);
    return { shape: { kind: 'choice', options, hasNames }, read: ['type', found.keyword] };
  }
  const type = onlyOf(schema['type']);
  const read = ['type'];
  switch (type) {
    case 'string':
      return {
        shape: {
          kind: 'text',
          format: textOf(schema['format']),
          minLength: numberOf(schema['minLength']),
          maxLength: numberOf(schema['maxLength']),
          pattern: textOf(schema['pattern']),
        },
        read,
      };
    case 'number':
    case 'integer':
      return {
        shape: {
          kind: type,
          minimum: numberOf(schema['minimum']),
          maximum: numberOf(schema['maximum']),
          exclusiveMinimum: numberOf(schema['exclusiveMinimum']),
          exclusiveMaximum: numberOf(schema['exclusiveMaximum']),
          multipleOf: numberOf(schema['multipleOf']),
        },
        read,
      };
    case 'boolean':
      return { shape: { kind: 'boolean' }, read };
    case 'array':
      return choicesIn(schema) ?? { shape: { kind: 'json', type }, read };
    case 'object':
      return { shape: { kind: 'json', type }, read };
    default:
      return { shape: { kind: 'json', type: undefined } };
  }
}

/** A list of which every item is chosen. Each is chosen once, whether or not the schema says so. */
function choicesIn(schema: JsonSchema): ReadShape | undefined {
  const { items } = schema;
  if (!isRecord(items)) return undefined;
  const item = readField('', items, true);
  if (item.kind !== 'choice') return undefined;
  return {
    shape: {
      kind: 'choices',
      options: item.options,
      minItems: numberOf(schema['minItems']),
      maxItems: numberOf(schema['maxItems']),
    },
    read: ['type', 'uniqueItems', ...(item.rest === undefined ? ['items'] : [])],
  };
}

/** The keywords that restrict values of a type and were not read; undefined if there are none. */
function restOf(schema: JsonSchema, type: string | undefined, read: readonly string[]): JsonSchema | undefined {
  const rest = Object.entries(schema).filter(([keyword]) => !read.includes(keyword) && restricts(keyword, type));
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

const onlyOf = (type: unknown): unknown => (Array.isArray(type) && type.length === 1 ? type[0] : type);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
