// Schemas of an OpenAPI document as JSON Schema of draft 2020-12 that stands by itself: what they refer to is under
// `$defs`, as large and as recursive as it is, and nothing that would have refused a value is left out.
//
// What OpenAPI 3.0 expresses differently is written as in the draft: `nullable`, `exclusiveMinimum: true`, and that
// nothing beside a `$ref` counts. Read-only members are not arguments, and write-only members are not results.
//
// What is made of a schema that others refer to is made once and shared by all operations.

import type { JsonSchema } from '@toolshed/kernel';
import { canonicalJson } from '@toolshed/kernel/runtime';
import { sha256 } from '../../../digest.js';
import { setOwn } from './lean-copy.js';
import { pointerOf, type References, referenceOf } from './references.js';

export type Direction = 'input' | 'output';

export interface SchemaDocuments {
  /** A schema of the document, with references into `$defs`. */
  convert(schema: unknown): Converted;
  /** What a reference of a converted schema leads to; undefined where the document has nothing there. */
  definition(name: string): Converted | undefined;
  /** Converted schemas together with all they lead to. */
  withDefinitions(document: JsonSchema, references: Iterable<string>): JsonSchema;
  /** The same with a digest for each definition, which is made once: operations may share a megabyte of them. */
  identityOf(document: JsonSchema, references: Iterable<string>): unknown;
}

export interface Converted {
  readonly schema: JsonSchema | boolean;
  /** Names under `$defs`. */
  readonly references: ReadonlySet<string>;
  /** Why it cannot be said in JSON Schema. */
  readonly problem: string | undefined;
}

export interface SchemaDialect {
  readonly references: References;
  readonly is30: boolean;
  readonly direction: Direction;
  /** How many schemas there may be; further ones are left open. Only for schemas that are shown, never for those that are checked. */
  readonly most?: number;
}

const SCHEMAS: ReadonlySet<string> = new Set([
  ...['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'additionalItems'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
]);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependencies']);
/** They do not constrain a value. Schemas under `$defs` are found where they are referred to. */
const DROPPED: ReadonlySet<string> = new Set([
  ...['$id', 'id', '$schema', '$vocabulary', '$comment', '$defs', 'definitions', 'xml', 'discriminator'],
  ...['nullable', 'readOnly', 'writeOnly', 'deprecated', 'example', 'examples', 'externalDocs'],
]);

const NUMBERS: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minProperties', 'maxProperties', 'exclusiveMinimum', 'exclusiveMaximum'],
]);
/** Kubernetes: `80` is a port, and `"80"` the name of one. */
const INTEGER_OR_TEXT = ['integer', 'string'];

const LONGEST_DESCRIPTION = 300;
const DEEPEST = 100;

export function createSchemaDocuments({
  references,
  is30,
  direction,
  most = Infinity,
}: SchemaDialect): SchemaDocuments {
  const known = new Map<string, Converted | undefined>();
  let left = most;

  const convert = (raw: unknown): Converted => {
    const led = new Set<string>();
    let problem: string | undefined;

    const schemaOf = (schema: unknown, depth: number): JsonSchema | boolean => {
      if (typeof schema === 'boolean') return schema;
      if (depth > DEEPEST) problem = `it is nested deeper than ${DEEPEST}`;
      if (!isObject(schema) || depth > DEEPEST || left-- <= 0) return {};
      if (isBinary(schema)) return direction === 'input' ? binary(schema) : { type: 'string' };
      const reference = referenceOf(schema);
      const { $ref: _, ...beside } = schema;
      const own = reference !== undefined && is30 ? {} : keywordsOf(beside, depth);
      if (direction === 'input' && isWideInteger(schema)) return orText(own);
      if (schema['type'] === 'string' && schema['format'] === 'int-or-string') return { ...own, type: INTEGER_OR_TEXT };
      return { ...own, ...(reference === undefined ? {} : { $ref: written(reference) }) };
    };

    const written = (reference: string): string => {
      const pointer = pointerOf(reference);
      if (pointer === undefined || !isSchema(references.at(reference))) {
        problem = `"$ref" refers to "${reference.slice(0, 200)}", which is not a schema of the document`;
        return reference;
      }
      const name = nameOf(pointer);
      led.add(name);
      return `${DEFINITIONS}${encodeURIComponent(escaped(name))}`;
    };

    const keywordsOf = (schema: Json, depth: number): JsonSchema => {
      const copy: Record<string, unknown> = {};
      for (const [keyword, value] of Object.entries(schema)) {
        // What they refer to depends on `$id`, which has no meaning here.
        if (keyword === '$dynamicRef' || keyword === '$recursiveRef') problem = `"${keyword}" is not supported`;
        if (keyword === '$schema' && !isKnownDialect(value)) problem = '"$schema" names a dialect that is not known';
        if (DROPPED.has(keyword) || keyword.startsWith('x-')) continue;
        setOwn(copy, keyword, keywordValue(keyword, value, schema, depth));
      }
      return is30 ? from30(copy, schema) : copy;
    };

    const keywordValue = (keyword: string, value: unknown, schema: Json, depth: number): unknown => {
      if (keyword === 'description') return typeof value === 'string' ? value.slice(0, LONGEST_DESCRIPTION) : '';
      if (keyword === 'required' && Array.isArray(value))
        return value.filter((name) => !isHidden(schema, String(name)));
      if (LISTS.has(keyword) && Array.isArray(value)) return value.map((one) => schemaOf(one, depth + 1));
      if (SCHEMAS.has(keyword) && isObject(value)) return schemaOf(value, depth + 1);
      // Documents are written by hand: Spotify's quotes it, and numbers.
      if (SCHEMAS.has(keyword) && (value === 'true' || value === 'false')) return value === 'true';
      if (NUMBERS.has(keyword) && isNumeral(value)) return Number(value);
      if (!MAPS.has(keyword) || !isObject(value)) return plain(value, depth);
      const map: Record<string, unknown> = {};
      for (const [name, one] of Object.entries(value)) {
        if (keyword === 'properties' && isHidden(schema, name)) continue;
        setOwn(map, name, isObject(one) ? schemaOf(one, depth + 1) : plain(one, depth));
      }
      return map;
    };

    const isHidden = ({ properties }: Json, name: string): boolean => {
      const property = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
      const hidden = direction === 'input' ? 'readOnly' : 'writeOnly';
      return says(property, hidden) || says(references.follow(property), hidden);
    };

    /** A document in YAML may hold what JSON cannot. */
    const plain = (value: unknown, depth: number): unknown => {
      if (depth > DEEPEST) problem = `it is nested deeper than ${DEEPEST}`;
      if (typeof value === 'number' && !Number.isFinite(value))
        problem = `it contains ${value}, which is not a JSON number`;
      if (problem !== undefined || typeof value !== 'object' || value === null)
        return problem === undefined ? value : null;
      if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1));
      const copy: Record<string, unknown> = {};
      for (const [name, one] of Object.entries(value)) setOwn(copy, name, plain(one, depth + 1));
      return copy;
    };

    const schema = schemaOf(raw, 0);
    return { schema, references: led, problem };
  };

  const definition = (name: string): Converted | undefined => {
    if (known.has(name)) return known.get(name);
    const found = references.at(placeOf(name));
    const converted = isSchema(found) ? convert(found) : undefined;
    known.set(name, converted);
    return converted;
  };

  const withEach = (
    document: JsonSchema,
    first: Iterable<string>,
    write: (definition: Converted) => unknown,
  ): JsonSchema => {
    const $defs: Record<string, unknown> = {};
    // A set is gone through in the order it grows.
    const names = new Set(first);
    for (const name of names) {
      const found = definition(name);
      if (found === undefined) continue;
      setOwn($defs, name, write(found));
      for (const next of found.references) names.add(next);
    }
    return names.size === 0 ? document : { ...document, $defs };
  };

  const digests = new WeakMap<Converted, string>();
  const digestOf = (found: Converted): string => {
    const digest = digests.get(found) ?? sha256(canonicalJson(found.schema));
    digests.set(found, digest);
    return digest;
  };

  return {
    convert,
    definition,
    withDefinitions: (document, references) => withEach(document, references, ({ schema }) => schema),
    identityOf: (document, references) => withEach(document, references, digestOf),
  };
}

/** A component is called as it is called, anything else by where it stands, which begins with a slash. */
function nameOf(pointer: readonly string[]): string {
  const [first, second, name, ...more] = pointer;
  const isComponent = first === 'components' && second === 'schemas' && more.length === 0;
  if (isComponent && name !== undefined && !name.startsWith('/')) return name;
  return `/${pointer.map(escaped).join('/')}`;
}

/** The name that a reference of a converted schema has under `$defs`. */
export function definitionName(reference: string): string | undefined {
  if (!reference.startsWith(DEFINITIONS)) return undefined;
  return decodeURIComponent(reference.slice(DEFINITIONS.length)).replaceAll('~1', '/').replaceAll('~0', '~');
}

const DEFINITIONS = '#/$defs/';

const placeOf = (name: string): string =>
  `#${encodeURIComponent(name.startsWith('/') ? name : `/components/schemas/${escaped(name)}`).replaceAll('%2F', '/')}`;

const escaped = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

/** In version 3.0 these mean something else, or say in another way what the draft says. */
function from30(copy: Record<string, unknown>, { nullable, type, enum: values }: Json): JsonSchema {
  for (const [bound, exclusive] of BOUNDS) {
    if (typeof copy[exclusive] !== 'boolean') continue;
    const isExclusive = copy[exclusive] === true && typeof copy[bound] === 'number';
    delete copy[exclusive];
    if (!isExclusive) continue;
    copy[exclusive] = copy[bound];
    delete copy[bound];
  }
  if (nullable !== true) return copy;
  if (type === undefined && values === undefined) return { anyOf: [copy, { type: 'null' }] };
  if (Array.isArray(values)) copy['enum'] = [...values.filter((one) => one !== null), null];
  if (typeof type === 'string') copy['type'] = [type, 'null'];
  return copy;
}

const BOUNDS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

const isKnownDialect = (uri: unknown): boolean => typeof uri === 'string' && DIALECTS.test(uri);

const DIALECTS =
  /^https?:\/\/(?:json-schema\.org\/(?:draft\/2020-12|draft\/2019-09|draft-0[4-7])\/schema|spec\.openapis\.org\/oas\/3\.1\/dialect\/(?:base|\d{4}-\d\d-\d\d))#?$/;

/** A media type counts where nothing says that the bytes are text already, such as base64. */
export const isBinary = ({ type, format, contentMediaType, contentEncoding }: Json): boolean => {
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  if (isText && format === 'binary') return true;
  const isFile = typeof contentMediaType === 'string' && !/^text\/|json|xml/i.test(contentMediaType);
  return isFile && contentEncoding === undefined && (isText || type === undefined);
};

/** Text, or bytes as body/bytes.ts takes them. */
const BINARY: JsonSchema = {
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      properties: { base64: { type: 'string' }, filename: { type: 'string' }, type: { type: 'string' } },
      required: ['base64'],
    },
  ],
};

const binary = ({ description }: Json): JsonSchema =>
  typeof description === 'string' ? { ...BINARY, description: description.slice(0, LONGEST_DESCRIPTION) } : BINARY;

/** May be larger than a number of JavaScript can be without being rounded; such a one is carried as text. */
const isWideInteger = ({ type, format }: Json): boolean =>
  type === 'integer' && (format === 'int64' || format === 'uint64');

const orText = (own: JsonSchema): JsonSchema => ({
  ...own,
  type: [own['type'], 'string'].flat(),
  pattern: '^-?[1-9][0-9]{15,19}$',
});

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNumeral = (value: unknown): boolean => typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value);

const isSchema = (value: unknown): boolean => isObject(value) || typeof value === 'boolean';

const says = (schema: unknown, word: string): boolean => isObject(schema) && schema[word] === true;
