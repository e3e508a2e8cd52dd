// Whether a value fits a form's schema, and what of it does not. Never runs what it was given: patterns are matched in
// bounded time, and every other check is ours.

import { canonicalJson, type JsonValue } from '../../journal/canonical-json.js';
import type { SchemaIssue } from '../../tool/json-schema.js';
import { type FormSchema, isSameJson, patternOf } from './form-schema.js';
import { hasFormat } from './text-formats.js';

/** All matching of one check together: states × characters. About a tenth of a second. */
const MAX_MATCHING = 2_000_000;

/** What does not fit; empty if all does. `value` is JSON. */
export function issuesOf(schema: FormSchema, value: JsonValue | undefined): readonly SchemaIssue[] {
  const work = { left: MAX_MATCHING };
  return value === undefined ? [{ field: '', message: 'is missing' }] : check(schema, value, [], work);
}

interface Work {
  left: number;
}

type Path = readonly (string | number)[];

function check(schema: FormSchema, value: JsonValue, path: Path, work: Work): readonly SchemaIssue[] {
  const problem = problemWith(schema, value, work);
  if (problem !== undefined) return [{ field: path.join('.'), message: problem }];
  return [checkItems, checkProperties, checkBranches].flatMap((inside) => inside(schema, value, path, work));
}

/** What is wrong with the value itself, whatever is inside it. */
function problemWith(schema: FormSchema, value: JsonValue, work: Work): string | undefined {
  if (schema.type !== undefined && !hasType(schema.type, value)) return `must be ${TYPE_WORDS[schema.type]}`;
  if (schema.const !== undefined && !isSameJson(schema.const, value)) return `must be ${JSON.stringify(schema.const)}`;
  if (schema.enum !== undefined && !schema.enum.some((one) => isSameJson(one, value)))
    return `must be one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`;
  if (typeof value === 'string') return textProblem(schema, value, work);
  if (typeof value === 'number') return numberProblem(schema, value);
  return Array.isArray(value) ? listProblem(schema, value) : undefined;
}

function textProblem(schema: FormSchema, text: string, work: Work): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  const length = [...text].length;
  if (length < minLength) return `must have at least ${minLength} characters`;
  if (length > maxLength) return `must have at most ${maxLength} characters`;
  if (format !== undefined && !hasFormat(format, text)) return FORMAT_WORDS[format];
  if (pattern === undefined) return undefined;
  const compiled = patternOf(pattern);
  work.left -= compiled.size * (length + 1);
  if (work.left < 0) return 'is too long to be matched against its pattern';
  return compiled.matches(text) ? undefined : `must match ${pattern}`;
}

function numberProblem(schema: FormSchema, value: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `must be more than ${exclusiveMinimum}`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return `must be less than ${exclusiveMaximum}`;
  return undefined;
}

function listProblem(schema: FormSchema, list: readonly JsonValue[]): string | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems = false } = schema;
  if (list.length < minItems) return `must have at least ${minItems} items`;
  if (list.length > maxItems) return `must have at most ${maxItems} items`;
  const texts = uniqueItems ? new Set(list.map((item) => canonicalJson(item))) : undefined;
  return texts && texts.size < list.length ? 'must not repeat an item' : undefined;
}

function checkItems({ items }: FormSchema, value: JsonValue, path: Path, work: Work): readonly SchemaIssue[] {
  if (items === undefined || !Array.isArray(value)) return [];
  return value.flatMap((item: JsonValue, index) => check(items, item, [...path, index], work));
}

function checkProperties(schema: FormSchema, value: JsonValue, path: Path, work: Work): readonly SchemaIssue[] {
  if (!isObject(value)) return [];
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const issues: SchemaIssue[] = missing.map((name) => ({ field: [...path, name].join('.'), message: 'is missing' }));
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (member === undefined || known === true || known === undefined) continue;
    if (known === false) issues.push({ field: [...path, name].join('.'), message: 'was not asked for' });
    else issues.push(...check(known, member, [...path, name], work));
  }
  return issues;
}

function checkBranches(schema: FormSchema, value: JsonValue, path: Path, work: Work): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  for (const [branches, isFine] of [
    [schema.anyOf, (fits: number): boolean => fits > 0],
    [schema.oneOf, (fits: number): boolean => fits === 1],
  ] as const) {
    if (branches === undefined) continue;
    const complaints = branches.map((branch) => check(branch, value, path, work));
    const fits = complaints.filter(({ length }) => length === 0).length;
    if (!isFine(fits)) issues.push({ field: path.join('.'), message: branchProblem(branches, fits) });
  }
  return issues;
}

function branchProblem(branches: readonly FormSchema[], fits: number): string {
  if (fits > 1) return 'fits more than one of the alternatives';
  const constants = branches.flatMap(({ const: one }) => (one === undefined ? [] : [JSON.stringify(one)]));
  return constants.length === branches.length ? `must be one of ${constants.join(', ')}` : 'fits no alternative';
}

type Kind = NonNullable<FormSchema['type']>;

function hasType(type: Kind, value: JsonValue): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

const TYPE_WORDS = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
} as const satisfies Record<Kind, string>;

const FORMAT_WORDS = {
  email: 'must be an email address',
  uri: 'must be an absolute address, such as https://example.com',
  date: 'must be a date, such as 2026-11-06',
  'date-time': 'must be a date and time with an offset, such as 2026-11-06T09:30:00Z',
} as const satisfies Record<NonNullable<FormSchema['format']>, string>;

export const isObject = (value: unknown): value is { readonly [key: string]: JsonValue | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
