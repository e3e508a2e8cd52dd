import { z } from 'zod';
import { canonicalJson } from '../journal/canonical-json.js';

/** A JSON Schema document, draft 2020-12, as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What a tool's `input` and `output` may be given as. */
export type SchemaSource<T> = z.ZodType<T> | JsonSchema;

export interface Schema<T> {
  readonly json: JsonSchema;
  parse(value: unknown): SchemaResult<T>;
}

export type SchemaResult<T> =
  | { readonly kind: 'valid'; readonly value: T }
  | { readonly kind: 'invalid'; readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  /** Dotted path of the field, empty for the value itself. */
  readonly field: string;
  readonly message: string;
}

/** Throws what zod throws when a schema says something JSON cannot (dates, transforms, functions). */
export function readSchema<T>(source: SchemaSource<T>): Schema<T> {
  return source instanceof z.ZodType ? readZod(source) : readDocument(source);
}

function readZod<T>(zod: z.ZodType<T>): Schema<T> {
  z.toJSONSchema(zod, { io: 'output' });
  return { json: withoutDialect(z.toJSONSchema(zod, { io: 'input' })), parse: (value) => parseWith(zod, value) };
}

/**
 * Threat: another library's schema object taken for a document. It has no keyword we know, so it would check
 * nothing; writing it as JSON first refuses whatever is not plain data.
 */
function readDocument<T>(document: JsonSchema): Schema<T> {
  canonicalJson(document);
  const zod = z.fromJSONSchema(toDocument(document)) as z.ZodType<T>;
  return { json: document, parse: (value) => parseWith(zod, value) };
}

export function parseWith<T>(zod: z.ZodType<T>, value: unknown): SchemaResult<T> {
  const parsed = zod.safeParse(value);
  if (parsed.success) return { kind: 'valid', value: parsed.data };
  return { kind: 'invalid', issues: readIssues(parsed.error) };
}

/**
 * Threat: a value with a million faults. What is wrong with it is journaled and shown; the first few tell whoever
 * wants to know.
 */
export function readIssues({ issues }: z.core.$ZodError): readonly SchemaIssue[] {
  const few = issues.slice(0, MAX_ISSUES).map(toIssue);
  const more = issues.length - few.length;
  return more === 0 ? few : [...few, { field: '', message: `and ${more} more` }];
}

export const issuesText = (issues: readonly SchemaIssue[]): string =>
  issues.map(({ field, message }) => (field === '' ? message : `"${field}": ${message}`)).join('; ');

const MAX_ISSUES = 10;
const MAX_TEXT = 1_000;

function toIssue(issue: z.core.$ZodIssue): SchemaIssue {
  return { field: cut(issue.path.map(String).join('.')), message: cut(issue.message) };
}

const cut = (text: string): string => (text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`);

function toDocument(source: JsonSchema): z.core.JSONSchema.JSONSchema {
  return source as z.core.JSONSchema.JSONSchema;
}

function withoutDialect({ $schema: _dialect, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
