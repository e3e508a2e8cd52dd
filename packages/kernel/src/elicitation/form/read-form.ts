// A form's schema, read once when it is asked and again when it is answered, wherever that is.

import type { z } from 'zod';
import { canonicalJson, type JsonValue } from '../../journal/canonical-json.js';
import { Json } from '../../journal/json-value.js';
import { type CompiledSchema, compileSchema, newWork } from '../../json-schema/compile-schema.js';
import { isObject } from '../../json-schema/schema-index.js';
import type { Work } from '../../json-schema/visit.js';
import { type JsonSchema, parseWith, type SchemaResult } from '../../tool/schema/json-schema.js';
import type { SchemaIssue } from '../../json-schema/schema-issue.js';
import { FormSchema } from './form-schema.js';
import { choicesOf, impossibleIn, repeatedIn } from './impossible-form.js';

export interface Form {
  readonly schema: FormSchema;
  /** What does not fit is named by field; what was left out gets its default. */
  parse(value: unknown): SchemaResult<JsonValue>;
}

/** Throws zod's error, which names the keyword, for a schema a person cannot be asked with. */
export function readForm(document: JsonSchema): Form {
  const schema = FormSchema.parse(document);
  const compiled = compileForm(document);
  return { schema, parse: (value) => parseForm(schema, compiled, value) };
}

const compileForm = (schema: JsonSchema): CompiledSchema =>
  compileSchema(schema, { author: 'stranger', formats: 'asserted', integers: 'any' });

/** Why a schema cannot be asked with; `undefined` if it can. */
export function problemOfForm(document: JsonSchema): string | undefined {
  // A copy of the schema drops a member of this name, so nobody would be asked for it.
  const text = canonicalJson(document);
  if (text.includes('"__proto__":')) return 'a field cannot be called "__proto__"';
  if (text.split('"pattern":').length > MAX_PATTERNS) return `it has more than ${MAX_PATTERNS} patterns`;
  const parsed = FormSchema.safeParse(document);
  if (!parsed.success) return parsed.error.issues.map(issueText).join('; ');
  const impossible = impossibleIn(parsed.data);
  if (impossible !== undefined) return impossible;
  const compiled = compileForm(document);
  const unfit = unfitChoices(parsed.data, [], compiled, newWork());
  if (unfit !== undefined) return unfit;
  const [wrong] = wrongDefaults(parsed.data, [], compiled, newWork());
  return wrong && `the default of "${wrong.field}" ${wrong.message}`;
}

function issueText({ code, path, message, ...rest }: z.core.$ZodIssue): string {
  const at = path.length === 0 ? '' : `"${path.join('.')}": `;
  if (code === 'unrecognized_keys' && 'keys' in rest)
    return `${at}${String(rest.keys)} cannot be asked for; use the keywords of a flat form`;
  return at + message;
}

/** Each has to be compiled before anything else about the form is known. */
const MAX_PATTERNS = 100;

/** A default a person could not give is a trap: taking it would be refused. */
function wrongDefaults(
  schema: FormSchema,
  path: readonly string[],
  form: CompiledSchema,
  work: Work,
): readonly SchemaIssue[] {
  const own =
    schema.default === undefined
      ? []
      : [...(form.property(path)?.issues(schema.default, work) ?? []), ...repeatedChoices(schema, schema.default)];
  const named = own.map(({ message }) => ({ field: path.join('.'), message }));
  return [
    ...named,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      wrongDefaults(one, [...path, name], form, work),
    ),
  ];
}

/** Choices of which none can be chosen: `{ type: 'string', enum: [1, 2] }`. */
function unfitChoices(
  schema: FormSchema,
  path: readonly string[],
  form: CompiledSchema,
  work: Work,
): string | undefined {
  const choices = Json.array().safeParse(choicesOf(schema)).data;
  const field = form.property(path);
  if (choices && field && choices.every((one) => field.issues(one, work).length > 0))
    return `none of the choices of "${path.join('.')}" can be chosen`;
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    const inner = unfitChoices(one, [...path, name], form, work);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** What is chosen from a list is chosen once, whether or not the schema says so: twice the same is not two. */
function repeatedChoices(schema: FormSchema, value: JsonValue, path: readonly string[] = []): readonly SchemaIssue[] {
  if (Array.isArray(value)) {
    const twice = schema.items && choicesOf(schema.items) ? repeatedIn(value) : undefined;
    return twice === undefined ? [] : [{ field: path.join('.'), message: `${twice} appears twice` }];
  }
  if (!isObject(value)) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    return member === undefined ? [] : repeatedChoices(one, member, [...path, name]);
  });
}

function parseForm(schema: FormSchema, compiled: CompiledSchema, value: unknown): SchemaResult<JsonValue> {
  const json = parseWith(Json.optional(), value);
  if (json.kind === 'invalid') return json;
  const content: JsonValue | undefined = json.value === undefined ? undefined : JSON.parse(canonicalJson(json.value));
  if (content === undefined) return { kind: 'invalid', issues: [{ field: '', message: 'is missing' }] };
  const issues = [...compiled.issues(content, newWork()), ...repeatedChoices(schema, content)];
  if (issues.length > 0) return { kind: 'invalid', issues };
  return { kind: 'valid', value: withDefaults(schema, content) };
}

function withDefaults(schema: FormSchema, value: JsonValue): JsonValue {
  const { properties } = schema;
  if (!isObject(value) || properties === undefined) return value;
  const given = Object.entries(value).map(([name, member]) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, inner === undefined || member === undefined ? member : withDefaults(inner, member)] as const;
  });
  const filled = Object.entries(properties).flatMap(([name, property]) =>
    property.default === undefined || Object.hasOwn(value, name) ? [] : [[name, property.default] as const],
  );
  return Object.fromEntries([...given, ...filled]);
}
