// Whether a value fits a form's schema, and what of it does not. Never runs what it was given: patterns are matched in
// bounded time, and every other check is ours.
//
// Threat: a program whose form costs more to check than to write, by long lists on both sides. All checks of one form
// share one measure of work; what does not fit into it is refused as too large.

import { canonicalJson, type JsonValue } from '../../journal/canonical-json.js';
import type { SchemaIssue } from '../../tool/json-schema.js';
import { type FormSchema, patternOf } from './form-schema.js';
import type { SafePattern } from './safe-pattern.js';
import { hasFormat } from './text-formats.js';

/** In looks at one value; some tenths of a second. What the engine does faster counts less, what it keeps more. */
const MAX_WORK = 1_000_000;
const PER_CHARACTER = 1 / 16;
const PER_PATTERN_STEP = 1 / 2;
const PER_ISSUE = 10;

/** What is left of the work that checks may do together, and what they need not do twice. */
export interface Work {
  left: number;
  readonly patterns: Map<string, SafePattern>;
  readonly choices: Map<object, ReadonlySet<string>>;
}

export const newWork = (): Work => ({ left: MAX_WORK, patterns: new Map(), choices: new Map() });

/** What does not fit; empty if all does. `value` is JSON. */
export function issuesOf(
  schema: FormSchema,
  value: JsonValue | undefined,
  work: Work = newWork(),
): readonly SchemaIssue[] {
  return value === undefined ? [{ field: '', message: 'is missing' }] : check(schema, value, [], work);
}

/** False once there was too much. */
function spend(work: Work, cost: number): boolean {
  work.left -= cost;
  return work.left >= 0;
}

const TOO_LARGE = 'is too large to be checked';

type Path = readonly (string | number)[];

function check(schema: FormSchema, value: JsonValue, path: Path, work: Work): readonly SchemaIssue[] {
  const problem = problemWith(schema, value, work);
  if (problem !== undefined) return [{ field: path.join('.'), message: problem }];
  return [checkItems, checkProperties, checkBranches].flatMap((inside) => inside(schema, value, path, work));
}

/** What is wrong with the value itself, whatever is inside it. */
function problemWith(schema: FormSchema, value: JsonValue, work: Work): string | undefined {
  if (!spend(work, 1)) return TOO_LARGE;
  if (schema.type !== undefined && !hasType(schema.type, value)) return `must be ${TYPE_WORDS[schema.type]}`;
  if (schema.const !== undefined && !isSame(schema.const, value, work)) return `must be ${wordFor(schema.const)}`;
  if (schema.enum !== undefined && !isOneOf(schema.enum, value, schema.enum, work))
    return `must be one of ${listed(schema.enum)}`;
  if (typeof value === 'string') return textProblem(schema, value, work);
  if (typeof value === 'number') return numberProblem(schema, value);
  return Array.isArray(value) ? listProblem(schema, value, work) : undefined;
}

/** Whether it is the same JSON value as one of them, whatever the order of keys. `key`: what they are known by. */
function isOneOf(values: readonly JsonValue[], value: JsonValue, key: object, work: Work): boolean {
  const texts = work.choices.get(key) ?? new Set(values.map((one) => canonicalJson(one)));
  work.choices.set(key, texts);
  const text = canonicalJson(value);
  return spend(work, text.length * PER_CHARACTER) && texts.has(text);
}

const isSame = (wanted: JsonValue, value: JsonValue, work: Work): boolean =>
  typeof wanted === 'object' && wanted !== null ? isOneOf([wanted], value, wanted, work) : wanted === value;

function textProblem(schema: FormSchema, text: string, work: Work): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  if (!spend(work, text.length * PER_CHARACTER)) return TOO_LARGE;
  const length = [...text].length;
  if (length < minLength) return `must have at least ${minLength} characters`;
  if (length > maxLength) return `must have at most ${maxLength} characters`;
  if (format !== undefined && !hasFormat(format, text)) return FORMAT_WORDS[format];
  if (pattern === undefined) return undefined;
  const compiled = work.patterns.get(pattern) ?? patternOf(pattern);
  work.patterns.set(pattern, compiled);
  if (!spend(work, compiled.size * (length + 1) * PER_PATTERN_STEP))
    return 'is too long to be matched against its pattern';
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

function listProblem(schema: FormSchema, list: readonly JsonValue[], work: Work): string | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems = false } = schema;
  if (list.length < minItems) return `must have at least ${minItems} items`;
  if (list.length > maxItems) return `must have at most ${maxItems} items`;
  if (!uniqueItems) return undefined;
  if (!spend(work, list.length)) return TOO_LARGE;
  const texts = list.map((item) => canonicalJson(item));
  if (!spend(work, texts.reduce((sum, { length }) => sum + length, 0) * PER_CHARACTER)) return TOO_LARGE;
  return new Set(texts).size < list.length ? 'must not repeat an item' : undefined;
}

function checkItems({ items }: FormSchema, value: JsonValue, path: Path, work: Work): readonly SchemaIssue[] {
  if (items === undefined || !Array.isArray(value)) return [];
  const list: readonly JsonValue[] = value;
  return upToTooMuch(list.entries(), work, ([index, item]) => check(items, item, [...path, index], work));
}

/** What is wrong with each, as far as there is work left: the one it gave out at says so. */
function upToTooMuch<T>(
  all: Iterable<T>,
  work: Work,
  issuesWith: (one: T) => readonly SchemaIssue[],
): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  for (const one of all) {
    issues.push(...issuesWith(one));
    if (work.left < 0) break;
  }
  return issues;
}

function checkProperties(schema: FormSchema, value: JsonValue, path: Path, work: Work): readonly SchemaIssue[] {
  if (!isObject(value)) return [];
  const { properties = {}, required = [], additionalProperties = true } = schema;
  if (!spend(work, required.length)) return [{ field: path.join('.'), message: TOO_LARGE }];
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  if (!spend(work, missing.length * PER_ISSUE)) return [{ field: path.join('.'), message: TOO_LARGE }];
  const within = upToTooMuch(Object.entries(value), work, ([name, member]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (member === undefined || known === true || known === undefined) return [];
    if (known === false) return [{ field: [...path, name].join('.'), message: 'was not asked for' }];
    return check(known, member, [...path, name], work);
  });
  return [...missing.map((name) => ({ field: [...path, name].join('.'), message: 'is missing' })), ...within];
}

function checkBranches(schema: FormSchema, value: JsonValue, path: Path, work: Work): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  for (const [branches, isFine] of [
    [schema.anyOf, (fits: number): boolean => fits > 0],
    [schema.oneOf, (fits: number): boolean => fits === 1],
  ] as const) {
    if (branches === undefined) continue;
    const fits = branches.filter((branch) => work.left >= 0 && check(branch, value, path, work).length === 0).length;
    if (work.left < 0) return [{ field: path.join('.'), message: TOO_LARGE }];
    if (!isFine(fits)) issues.push({ field: path.join('.'), message: branchProblem(branches, fits) });
  }
  return issues;
}

function branchProblem(branches: readonly FormSchema[], fits: number): string {
  if (fits > 1) return 'fits more than one of the alternatives';
  const constants = branches.flatMap(({ const: one }) => (one === undefined ? [] : [one]));
  return constants.length === branches.length ? `must be one of ${listed(constants)}` : 'fits no alternative';
}

const MOST_LISTED = 20;
const LONGEST_WORD = 200;

function listed(values: readonly JsonValue[]): string {
  const words = values.slice(0, MOST_LISTED).map(wordFor).join(', ');
  return values.length > MOST_LISTED ? `${words}, … (${values.length} in all)` : words;
}

/** Never longer to write than to read, however large the value. */
function wordFor(value: JsonValue): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  if (typeof value !== 'string' || value.length <= LONGEST_WORD) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, LONGEST_WORD))}… (${value.length} characters)`;
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
