// Objects that callers hand to the public API, read strictly, and the one error that says what is wrong with them.
//
// Threat: a misspelt key. Where unknown keys are ignored, `arguments:` instead of `args:` runs the old arguments, and
// `sesion:` puts an approval into a session nobody meant. So each such object has a schema that knows all of its keys.

import { z } from 'zod';
import type { SchemaResult } from '../tool/schema/json-schema.js';
import type { SchemaIssue } from '../json-schema/schema-issue.js';
import { ToolshedError } from '../toolshed-error.js';
import { LONGEST_KEY, unknownKeyMessage } from './nearest-key.js';
import { objectIn, schemaAt, wordsOf } from './schema-words.js';
import { shownValue } from './shown-value.js';

/**
 * Thrown by every function of Toolshed that takes options, before it does anything.
 *
 * The message names each wrong key and what it may be; `issues` has the same as data.
 *
 * @example
 * ```ts
 * await openToolshed({ tools: [], store: 'memory', limits: { heapMb: 4 } });
 * // InvalidOptionsError: Cannot open the toolshed: "limits.heapMb" must be a whole number of at least 8, got 4
 * ```
 */
export class InvalidOptionsError extends ToolshedError {
  override readonly name = 'InvalidOptionsError';
  override readonly code = 'options/invalid';

  /** @param what - Completes "Cannot …". */
  constructor(
    what: string,
    readonly issues: readonly SchemaIssue[],
  ) {
    const lines = issues.map(({ field, message }) => (field === '' ? message : `"${field}" ${message}`));
    super(lines.length === 1 ? `Cannot ${what}: ${lines[0]}` : [`Cannot ${what}:`, ...lines].join('\n  '));
  }
}

/** `what` completes "Cannot …". Only what the object itself has is read: what it inherits was not given. */
export function readOptions<T>(what: string, schema: z.ZodType<T>, given: unknown): T {
  const read = readWith(schema, ownOf(given), withValue(given));
  if (read.kind === 'valid') return read.value;
  throw new InvalidOptionsError(what, read.issues);
}

/** The same for an object that may be of a class: known members count though they are inherited. */
export function readMembers<S extends z.ZodObject>(what: string, schema: S, given: unknown): z.output<S> {
  const read = readWith(schema, membersOf(given, Object.keys(schema.shape)), withValue(given));
  // Sound because it is what this schema returned.
  if (read.kind === 'valid') return read.value as z.output<S>;
  throw new InvalidOptionsError(what, read.issues);
}

/** A key that is there and undefined counts as absent, as it does for the code that reads it. */
export const readStrictly = <T>(schema: z.ZodType<T>, given: unknown): SchemaResult<T> =>
  readWith(schema, ownOf(given), () => '');

/** What follows the words of an issue: the value that was given, or nothing where values are not to be shown. */
type Suffix = (path: readonly PropertyKey[]) => string;

const withValue =
  (given: unknown): Suffix =>
  (path) =>
    `, got ${shownValue(valueAt(given, path), path)}`;

function readWith<T>(schema: z.ZodType<T>, given: unknown, suffix: Suffix): SchemaResult<T> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return { kind: 'valid', value: parsed.data };
  const all = parsed.error.issues.flatMap((issue) => issuesOf(schema, issue, given, suffix));
  const few = all.slice(0, MAX_ISSUES);
  const more = all.length - few.length;
  return { kind: 'invalid', issues: more === 0 ? few : [...few, { field: '', message: `and ${more} more` }] };
}

const MAX_ISSUES = 10;

/** Read once, so that what was checked is what is used. */
function ownOf(given: unknown): unknown {
  if (!isObject(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function membersOf(given: unknown, known: readonly string[]): unknown {
  if (!isObject(given)) return given;
  const members = new Set([...Object.keys(given), ...known]);
  const entries = [...members].map((key) => [key, Reflect.get(given, key)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const isObject = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

function issuesOf(schema: z.ZodType, issue: z.core.$ZodIssue, given: unknown, suffix: Suffix): readonly SchemaIssue[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') return unknownKeys(schema, issue);
  if (issue.code === 'invalid_union') {
    const [inner, ...others] = closest(issue).flatMap((one) =>
      issuesOf(schema, { ...one, path: [...path, ...one.path] }, given, suffix),
    );
    if (inner !== undefined) return [inner, ...others];
  }
  const field = fieldOf(path);
  const isMissing = valueAt(given, path) === undefined;
  if (issue.message !== '' && !ZOD_MESSAGE.test(issue.message))
    return [{ field, message: isMissing ? `is missing: it ${issue.message}` : `${issue.message}${suffix(path)}` }];
  const words = `must be ${wordsOf(schemaAt(schema, path))}`;
  if (field === '') return [{ field, message: `the options ${words}${suffix(path)}` }];
  return [{ field, message: isMissing ? `is missing: it ${words}` : `${words}${suffix(path)}` }];
}

/** What zod says unless the schema has words of its own. */
const ZOD_MESSAGE = /^(?:Invalid|Too (?:small|big)|Unrecognized)/;

/**
 * The problems of the alternative that the caller most likely meant, if there is one: it fits except for keys nobody
 * knows, or it alone has the right type and is wrong further in.
 */
function closest({ errors }: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const misspelt = errors.find((issues) => issues.every(({ code }) => code === 'unrecognized_keys'));
  if (misspelt !== undefined) return misspelt;
  const inner = errors.filter((issues) => issues.every(({ path }) => path.length > 0));
  return inner.length === 1 ? (inner[0] ?? []) : [];
}

function unknownKeys(schema: z.ZodType, { keys, path }: z.core.$ZodIssueUnrecognizedKeys): readonly SchemaIssue[] {
  const owner = objectIn(schemaAt(schema, path));
  const known = owner instanceof z.ZodObject ? Object.keys(owner.shape) : [];
  return keys.slice(0, MAX_ISSUES).map((key) => ({
    field: fieldOf([...path, key]),
    message: unknownKeyMessage(key, known),
  }));
}

const fieldOf = (path: readonly PropertyKey[]): string => path.map(String).join('.').slice(0, LONGEST_KEY);

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let current = given;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Reflect.get(current, step);
  }
  return current;
}
