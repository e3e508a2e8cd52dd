import { z } from 'zod';

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
  const zod = source instanceof z.ZodType ? source : (z.fromJSONSchema(toDocument(source)) as z.ZodType<T>);
  const json: JsonSchema =
    source instanceof z.ZodType ? withoutDialect(z.toJSONSchema(source, { io: 'input' })) : source;
  if (source instanceof z.ZodType) z.toJSONSchema(source, { io: 'output' });
  return { json, parse: (value) => parseWith(zod, value) };
}

function parseWith<T>(zod: z.ZodType<T>, value: unknown): SchemaResult<T> {
  const parsed = zod.safeParse(value);
  if (parsed.success) return { kind: 'valid', value: parsed.data };
  return { kind: 'invalid', issues: parsed.error.issues.map(toIssue) };
}

function toIssue(issue: z.core.$ZodIssue): SchemaIssue {
  return { field: issue.path.map(String).join('.'), message: issue.message };
}

function toDocument(source: JsonSchema): z.core.JSONSchema.JSONSchema {
  return source as z.core.JSONSchema.JSONSchema;
}

function withoutDialect({ $schema: _dialect, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
