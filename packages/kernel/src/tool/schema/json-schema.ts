import { z } from 'zod';
import { compileSchema, newWork, problemsOf, type SchemaRules } from '../../json-schema/compile-schema.js';
import type { InvalidSchemaError } from '../../json-schema/invalid-schema-error.js';
import type { SchemaIssue } from '../../json-schema/schema-issue.js';
import type { JsonValue, NotJsonError } from '../../journal/canonical-json.js';
import { lostKeys, lostProto } from './lost-keys.js';
import { strictTwin } from './strict-twin.js';
import { unknownKeys } from './unknown-keys.js';
import { inOurWords } from './zod-words.js';

/** A JSON Schema document, draft 2020-12, as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What a tool's `input` and `output` may be given as. */
export type SchemaSource<T> = z.ZodType<T> | JsonSchema;

/** A schema as the runtime uses it: as a JSON Schema document, and as a check. */
export interface Schema<T> {
  /** The schema as a JSON Schema document. */
  readonly json: JsonSchema;
  /** Checks a value. */
  parse(value: unknown): SchemaResult<T>;
  /** What would have to be given to make this of it, where `parse` makes something else of what is given (a codec). */
  written?(value: unknown): { readonly value: unknown } | undefined;
}

/** A value that fits a schema, or what does not fit. */
export type SchemaResult<T> =
  | { readonly kind: 'valid'; readonly value: T }
  | {
      readonly kind: 'invalid';
      readonly issues: readonly SchemaIssue[];
      /** What the schema itself threw: nothing is then known about the value, so it is refused. */
      readonly failure?: unknown;
    };

/** Who wrote a document: what a stranger's may cost is bounded more strictly. */
export type Author = SchemaRules['author'];

/**
 * Throws InvalidSchemaError when a document says something that would not be checked, and what zod throws when a zod
 * schema says something JSON cannot (dates, transforms, functions).
 */
export function readSchema<T>(source: SchemaSource<T>, author: Author = 'host'): Schema<T> {
  return source instanceof z.ZodType ? readZod(source) : readDocument(source, author);
}

/** A second or so, for arguments as large as they may be. */
const WORK = 4_000_000;

/**
 * The same for what a call is checked against: no key is lost. A zod schema that would drop it refuses it; a document, and
 * a schema that is open, pass it on. Of a union, the first member that takes the value whole makes what the handler gets.
 */
export function readArgumentSchema<T>(source: SchemaSource<T>): Schema<T> {
  const schema = readSchema(source);
  if (!(source instanceof z.ZodType)) return schema;
  const twin = strictTwin(source);
  return {
    json: schema.json,
    parse(given) {
      const whole = twin && attempt(() => twin.parse(given));
      const taken = whole?.kind === 'done' ? whole.value : undefined;
      if (taken?.kind === 'whole') {
        const { value } = taken;
        return twin?.isOpen() ? withoutProto(given, { kind: 'valid', value }) : { kind: 'valid', value };
      }
      const result = schema.parse(given);
      if (result.kind === 'invalid' && 'failure' in result) return result;
      const parsed = result.kind === 'valid' ? result : undefined;
      const known = unknownKeys(source, given, parsed);
      const unknown = known.length > 0 || !parsed || !taken ? known : lostKeys(taken.issues, given, parsed.value);
      if (unknown.length === 0) return withoutProto(given, result);
      return { kind: 'invalid', issues: result.kind === 'valid' ? unknown : [...unknown, ...result.issues] };
    },
    written: (value) => {
      // Sound because what it makes is parsed before it is used.
      const made = attempt(() => z.safeEncode(source, value as T));
      return made.kind === 'done' && made.value.success ? { value: made.value.data } : undefined;
    },
  };
}

/** zod leaves it out wherever it copies an object. */
function withoutProto<T>(given: unknown, result: SchemaResult<T>): SchemaResult<T> {
  if (result.kind === 'invalid') return result;
  const field = lostProto(given, result.value);
  return field === undefined ? result : { kind: 'invalid', issues: [{ field, message: 'cannot be a key here' }] };
}

function readZod<T>(zod: z.ZodType<T>): Schema<T> {
  z.toJSONSchema(zod, { io: 'output' });
  return { json: withoutDialect(z.toJSONSchema(zod, { io: 'input' })), parse: (value) => parseWith(zod, value) };
}

/**
 * Threat: another library's schema object taken for a document. It has no keyword we know, so it would check
 * nothing; writing it as JSON first refuses whatever is not plain data.
 */
function readDocument<T>(document: JsonSchema, author: Author): Schema<T> {
  const compiled = compileSchema(document, rulesFor(author));
  return {
    json: document,
    parse(given) {
      const written = asWritten(given);
      if (written === undefined) return { kind: 'invalid', issues: [{ field: '', message: 'is not JSON' }] };
      const issues = compiled.issues(written.value, newWork(WORK));
      // Sound because the document is all that is known about T.
      return issues.length === 0 ? { kind: 'valid', value: written.value as T } : { kind: 'invalid', issues };
    },
  };
}

/** Why values cannot be checked against each of these documents: every problem of each. */
export const schemaProblems = (
  documents: readonly JsonSchema[],
  author: Author,
): readonly (readonly (InvalidSchemaError | NotJsonError)[])[] => problemsOf(documents, rulesFor(author));

const rulesFor = (author: Author): SchemaRules => ({ author, formats: 'described', integers: 'exact' });

/** An object's own JSON form is what is checked, and what is passed on. */
function asWritten(value: unknown): { readonly value: JsonValue } | undefined {
  try {
    const text = JSON.stringify(value);
    return text === undefined ? undefined : { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export function parseWith<T>(zod: z.ZodType<T>, value: unknown): SchemaResult<T> {
  const parsed = attempt(() => zod.safeParse(value, inOurWords()));
  if (parsed.kind === 'threw') return failedCheck(parsed.error);
  return readParsed(parsed.value);
}

/** A refinement or transform is code of the tool's author, and may throw on what a program sends. */
export const failedCheck = (failure: unknown): SchemaResult<never> => ({
  kind: 'invalid',
  issues: [{ field: '', message: 'cannot be checked: the schema itself failed' }],
  failure,
});

type Attempt<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'threw'; readonly error: unknown };

function attempt<T>(make: () => T): Attempt<T> {
  try {
    return { kind: 'done', value: make() };
  } catch (error) {
    return { kind: 'threw', error };
  }
}

function readParsed<T>(parsed: z.ZodSafeParseResult<T>): SchemaResult<T> {
  if (parsed.success) return { kind: 'valid', value: parsed.data };
  return { kind: 'invalid', issues: readIssues(parsed.error) };
}

/**
 * Threat: a value with a million faults. What is wrong with it is journaled and shown; the first few say
 * enough.
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

function withoutDialect({ $schema: _dialect, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
