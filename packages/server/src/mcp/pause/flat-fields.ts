// A form's JSON Schema cut to what MCP lets a client be asked: a flat object of plain fields. What the client is not
// told of, such as `pattern`, is checked when the answer is in.

import type { JsonSchema } from '@toolshed/kernel';
import { formFields } from '../../present/form-fields.js';
import { safeText } from '../../present/safe-text.js';
import type { FormSchema } from './flat-form.js';
import { meantBy, shownDefault } from './shown-values.js';

/** Keywords a field of each type may carry. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'default', 'enum', 'enumNames'],
  number: ['minimum', 'maximum', 'default'],
  integer: ['minimum', 'maximum', 'default'],
  boolean: ['default'],
  array: ['minItems', 'maxItems', 'default'],
};
const FORMATS: readonly unknown[] = ['email', 'uri', 'date', 'date-time'];

/** What says more of an object than its fields do. */
const BESIDE_FIELDS = [
  '$ref',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'patternProperties',
  'dependentRequired',
] as const;

/** `undefined` if a field is not a plain one, or the fields are not all there is to fill in. */
export function flatFields(schema: JsonSchema): FormSchema | undefined {
  if (schema['type'] !== 'object' || BESIDE_FIELDS.some((keyword) => schema[keyword] !== undefined)) return undefined;
  const written = isSchema(schema['properties']) ? schema['properties'] : {};
  const fields = formFields(schema).map(({ name, isRequired }) => {
    const field = written[name];
    return { name, isRequired, field: isSchema(field) ? flatField(field) : undefined };
  });
  if (namesOf(schema['required']).some((name) => !Object.hasOwn(written, name))) return undefined;
  const properties: (readonly [string, Readonly<Record<string, unknown>>])[] = [];
  for (const { name, field } of fields) {
    if (field === undefined) return undefined;
    properties.push([safeText(name), field]);
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => safeText(name)),
  };
}

/** What was filled in, under the names and with the values the form was written with. */
export function asWritten(schema: JsonSchema, content: unknown): unknown {
  if (!isSchema(content)) return content;
  const written = isSchema(schema['properties']) ? schema['properties'] : {};
  const nameOf = meantBy(Object.keys(written));
  return Object.fromEntries(
    Object.entries(content).map(([shown, value]) => {
      const name = nameOf(shown);
      return [name, valueAsWritten(Object.hasOwn(written, name) ? written[name] : undefined, value)];
    }),
  );
}

function valueAsWritten(field: unknown, value: unknown): unknown {
  const meant = meantBy(offeredBy(field));
  if (typeof value === 'string') return meant(value);
  return areTexts(value) ? value.map(meant) : value;
}

/** The texts a field, or a list, offers to choose from. */
function offeredBy(field: unknown): readonly string[] {
  if (!isSchema(field)) return [];
  const { items, enum: values, const: only, anyOf, oneOf = anyOf } = field;
  const branches: readonly unknown[] = Array.isArray(oneOf) ? oneOf : [];
  const offered = [
    only,
    ...(Array.isArray(values) ? values : []),
    ...branches.map((branch) => (isSchema(branch) ? branch['const'] : undefined)),
    ...offeredBy(items),
  ];
  return offered.filter((value) => typeof value === 'string');
}

function flatField(field: JsonSchema): Readonly<Record<string, unknown>> | undefined {
  const type = field['type'] ?? (Array.isArray(field['enum']) ? 'string' : undefined);
  if (typeof type !== 'string') return undefined;
  const keywords = KEYWORDS[type];
  if (keywords === undefined) return undefined;
  const choices = type === 'array' ? itemsOf(field['items']) : choicesOf(field);
  if (choices === undefined) return undefined;
  return {
    type,
    ...textsOf(field),
    ...Object.fromEntries(
      keywords.flatMap((key) => {
        const value = shownKeyword(field, key);
        return value === undefined ? [] : [[key, value]];
      }),
    ),
    ...(FORMATS.includes(field['format']) ? { format: field['format'] } : {}),
    ...choices,
  };
}

/** Choices are shown escaped; a text to begin with is shown as it is, or not at all. */
function shownKeyword(field: JsonSchema, key: string): unknown {
  const value = field[key];
  if (key === 'default' && typeof value === 'string' && offeredBy(field).length === 0) return shownDefault(value);
  if (typeof value === 'string') return safeText(value);
  return areTexts(value) ? value.map((text) => safeText(text)) : value;
}

/** Nothing for a field that offers no titled choices; `undefined` if it offers alternatives of another kind. */
function choicesOf(field: JsonSchema): Readonly<Record<string, unknown>> | undefined {
  const { anyOf, oneOf = anyOf, const: only, enum: values } = field;
  if (typeof only === 'string') return { enum: [safeText(only)] };
  if (only !== undefined || (values !== undefined && !areTexts(values))) return undefined;
  if (oneOf === undefined) return {};
  const titled = titledChoices(oneOf);
  return titled && { oneOf: titled };
}

function itemsOf(items: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isSchema(items)) return undefined;
  const titled = titledChoices(items['anyOf'] ?? items['oneOf']);
  if (titled) return { items: { anyOf: titled } };
  const values = items['enum'];
  return areTexts(values) ? { items: { type: 'string', enum: values.map((text) => safeText(text)) } } : undefined;
}

function titledChoices(choices: unknown): readonly object[] | undefined {
  if (!Array.isArray(choices)) return undefined;
  const titled = choices.map((choice) => {
    if (!isSchema(choice) || typeof choice['const'] !== 'string') return undefined;
    return { const: safeText(choice['const']), title: safeText(String(choice['title'] ?? choice['const'])) };
  });
  return titled.every((choice) => choice !== undefined) ? titled : undefined;
}

const textsOf = (field: JsonSchema): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['title', 'description'].flatMap((key) => {
      const text = field[key];
      return typeof text === 'string' ? [[key, safeText(text)]] : [];
    }),
  );

const namesOf = (required: unknown): readonly string[] => (areTexts(required) ? required : []);
const areTexts = (values: unknown): values is readonly string[] =>
  Array.isArray(values) && values.every((value) => typeof value === 'string');
const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
