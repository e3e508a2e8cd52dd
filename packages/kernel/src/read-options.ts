// Objects that callers hand to the public API, read strictly.
//
// Threat: a misspelt key. Where unknown keys are ignored, `arguments:` instead of `args:` runs the old arguments, and
// `sesion:` puts an approval into a session nobody meant. So each such object has a schema that knows all of its keys.

import { z } from 'zod';
import { editDistance } from './edit-distance.js';
import { issuesText, readIssues, type SchemaIssue, type SchemaResult } from './tool/json-schema.js';
import { ToolshedError } from './toolshed-error.js';

export class InvalidOptionsError extends ToolshedError {
  override readonly name = 'InvalidOptionsError';
  override readonly code = 'options/invalid';

  constructor(
    what: string,
    readonly issues: readonly SchemaIssue[],
  ) {
    super(`Cannot ${what}: ${issuesText(issues)}`);
  }
}

/** `what` completes "Cannot …". */
export function readOptions<T>(what: string, schema: z.ZodType<T>, given: unknown): T {
  const read = readStrictly(schema, given);
  if (read.kind === 'valid') return read.value;
  throw new InvalidOptionsError(what, read.issues);
}

/** The same for an object whose values are checked where they are used; `known` has every key there is. */
export function assertKnownKeys(what: string, given: object, known: Readonly<Record<string, true>>): void {
  const issues = Object.keys(given)
    .filter((key) => !Object.hasOwn(known, key))
    .slice(0, MAX_KEYS)
    .map((key) => ({ field: key.slice(0, LONGEST_KEY), message: unknownKeyMessage(key, Object.keys(known)) }));
  if (issues.length > 0) throw new InvalidOptionsError(what, issues);
}

/** A key that is there and undefined counts as absent, as it does for whoever reads it. */
export function readStrictly<T>(schema: z.ZodType<T>, given: unknown): SchemaResult<T> {
  const parsed = schema.safeParse(ownOf(given));
  if (parsed.success) return { kind: 'valid', value: parsed.data };
  const [first, ...others] = parsed.error.issues.flatMap((issue) => unknownKeys(schema, issue));
  return { kind: 'invalid', issues: first === undefined ? readIssues(parsed.error) : [first, ...others] };
}

/** Read once, so that what was checked is what is used; what an object inherits was not said. */
function ownOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function unknownKeys(schema: z.ZodType, issue: z.core.$ZodIssue): readonly SchemaIssue[] {
  if (issue.code === 'invalid_union') return unknownInUnion(schema, issue);
  if (issue.code !== 'unrecognized_keys') return [];
  const known = keysAt(schema, issue.path);
  return issue.keys.slice(0, MAX_KEYS).map((key) => ({
    field: [...issue.path, key].join('.').slice(0, LONGEST_KEY),
    message: unknownKeyMessage(key, known),
  }));
}

/** Where one of the alternatives would fit but for a key nobody knows, that is what is wrong. */
const unknownInUnion = (schema: z.ZodType, { errors, path }: z.core.$ZodIssueInvalidUnion): readonly SchemaIssue[] =>
  errors
    .filter((issues) => issues.every(({ code }) => code === 'unrecognized_keys'))
    .flatMap((issues) => issues.flatMap((one) => unknownKeys(schema, { ...one, path: [...path, ...one.path] })));

const MAX_KEYS = 10;
const LONGEST_KEY = 200;

function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let current: unknown = schema;
  for (const step of path) {
    current = unwrapped(current);
    if (current instanceof z.ZodObject) current = current.shape[String(step)];
    else if (current instanceof z.ZodArray) current = current.element;
    else if (current instanceof z.ZodRecord) current = current.valueType;
    else return [];
  }
  current = unwrapped(current);
  return current instanceof z.ZodObject ? Object.keys(current.shape) : [];
}

function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodUnion) return schema.options.map(unwrapped).find((one) => one instanceof z.ZodObject);
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault;
  return isWrapped ? unwrapped(schema.unwrap()) : schema;
}

function unknownKeyMessage(key: string, known: readonly string[]): string {
  const near = nearestKey(key, known);
  if (near !== undefined) return `is not known; did you mean "${near}"?`;
  return known.length === 0 ? 'is not known' : `is not known; it takes ${known.join(', ')}`;
}

/** The known key that looks most like it: a few letters off, or a longer or shorter form of it. */
function nearestKey(key: string, known: readonly string[]): string | undefined {
  const wanted = key.toLowerCase().slice(0, LONGEST_KEY);
  const ranked = known
    .map((one) => ({ one, distance: editDistance(wanted, one.toLowerCase()) }))
    .filter(({ one, distance }) => distance <= Math.max(1, wanted.length / 3) || isFormOf(wanted, one.toLowerCase()))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.one;
}

const isFormOf = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= 3 && a[0] === b[0] && (isWithin(a, b) || isWithin(b, a));

/** Whether the letters of `short` stand in `long` in that order. */
function isWithin(short: string, long: string): boolean {
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
