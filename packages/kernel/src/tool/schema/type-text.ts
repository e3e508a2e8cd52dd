// JSON Schema as TypeScript types, in one line. A type that is compiled has `unknown` for what is too deep; one that is
// only read says how much was left out, and keeps what takes no room.

import type { JsonSchema } from './json-schema.js';
import { referred } from './local-reference.js';
import { isSecretMark } from './secret.js';

export interface Detail {
  /** How many objects inside of each other are written. */
  readonly depth: number;
  /** How many members of an object, and values of an enumeration. */
  readonly members: number;
  readonly purpose: 'compile' | 'read';
  /** Whether members have what the schema says of them as comments. */
  readonly comments: boolean;
}

export function typeText(schema: unknown, root: JsonSchema, detail: Detail): string {
  const left = detail.purpose === 'read' ? MOST_READ : MOST_SCHEMAS;
  return typeOf(schema, { depth: 1, nesting: 0 }, { root, detail, left, open: new Set(['#']) });
}

/**
 * Threat: a schema that refers to itself a hundred times has a hundred times a hundred members two levels down. What is
 * written is limited, and a schema inside of itself is not written again.
 */
interface Writer {
  readonly root: JsonSchema;
  readonly detail: Detail;
  /** Schemas that may still be written. */
  left: number;
  /** References that are being written. */
  readonly open: Set<string>;
}

interface Place {
  /** Of objects, from 1. */
  readonly depth: number;
  /** Of schemas. */
  readonly nesting: number;
}

const MOST_SCHEMAS = 2_000;
/** More than a signature has room for: what is longer is written again with less detail. */
const MOST_READ = 250;
const DEEPEST_NESTING = 24;

function typeOf(schema: unknown, place: Place, writer: Writer): string {
  if (schema === false) return 'never';
  if (!isSchema(schema) || place.nesting > DEEPEST_NESTING || writer.left-- <= 0) return 'unknown';
  const inner = { ...place, nesting: place.nesting + 1 };
  if (typeof schema['$ref'] === 'string') return referredType(schema['$ref'], inner, writer);
  if (schema['const'] !== undefined) return literal(schema['const']);
  if (Array.isArray(schema['enum'])) return enumeration(schema['enum'], writer.detail);
  if (writer.detail.purpose === 'compile' && isUpload(schema)) return UPLOAD_NAME;
  const parts = [
    ...listOf(schema['allOf']).map((one) => typeOf(one, inner, writer)),
    alternatives(schema, inner, writer),
    ownType(schema, inner, writer),
  ];
  return intersection(parts);
}

/** The type of a file that is sent. A type that is read alone has it in full, where nothing declares it. */
export const UPLOAD_NAME = 'FileUpload';

/** Text or `{ base64 }`, as tools of an API take files. */
function isUpload({ anyOf }: JsonSchema): boolean {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return false;
  const [text, bytes] = anyOf;
  const hasBytes = isSchema(bytes) && isSchema(bytes['properties']) && String(bytes['required']) === 'base64';
  if (!isSchema(text) || text['type'] !== 'string' || Object.keys(text).length !== 1 || !hasBytes) return false;
  return Object.keys(Object(bytes['properties'])).join() === 'base64,filename,type';
}

function referredType(reference: string, place: Place, writer: Writer): string {
  if (writer.open.has(reference)) return 'unknown';
  writer.open.add(reference);
  const type = typeOf(referred(writer.root, reference), place, writer);
  writer.open.delete(reference);
  return type;
}

/** Alternatives may say nothing about the type, for example only which members are required. */
function alternatives(schema: JsonSchema, place: Place, writer: Writer): string {
  const either = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(either) ? union(either.map((one) => typeOf(one, place, writer))) : 'unknown';
}

function ownType(schema: JsonSchema, place: Place, writer: Writer): string {
  const type = schema['type'] ?? (isSchema(schema['properties']) ? 'object' : undefined);
  if (Array.isArray(type)) return union(type.map((one) => namedType(one, schema, place, writer)));
  return namedType(type, schema, place, writer);
}

function namedType(type: unknown, schema: JsonSchema, place: Place, writer: Writer): string {
  switch (type) {
    case 'string':
      return isSecretMark(schema) ? 'Secret' : 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return arrayType(schema, place, writer);
    case 'object':
      return objectType(schema, place, writer);
    default:
      return 'unknown';
  }
}

function arrayType(schema: JsonSchema, place: Place, writer: Writer): string {
  if (Array.isArray(schema['prefixItems'])) {
    const items = schema['prefixItems'].map((item) => typeOf(item, place, writer));
    const rest = isSchema(schema['items']) ? [`...${grouped(typeOf(schema['items'], place, writer))}[]`] : [];
    return `[${[...items, ...rest].join(', ')}]`;
  }
  return `${grouped(typeOf(schema['items'], place, writer))}[]`;
}

function objectType(schema: JsonSchema, place: Place, writer: Writer): string {
  const properties = Object.entries(isSchema(schema['properties']) ? schema['properties'] : {});
  const rest = schema['additionalProperties'];
  const hasRest = isSchema(rest) && Object.keys(rest).length > 0;
  if (properties.length === 0 && !hasRest) return rest === false ? '{}' : 'Record<string, unknown>';
  const { depth, members: most, purpose } = writer.detail;
  if (place.depth > depth) return purpose === 'read' ? '{ … }' : 'unknown';
  const inner = { ...place, depth: place.depth + 1 };
  const required = new Set<unknown>(Array.isArray(schema['required']) ? schema['required'] : []);
  const shown = chosen(properties, required, most);
  const members = shown.map(([name, property]) => {
    const comment = writer.detail.comments ? commentOf(property, writer.root) : '';
    return { isRequired: required.has(name), name, comment, type: typeOf(property, inner, writer) };
  });
  const lines = members.map(
    ({ name, comment, isRequired, type }) => `${comment}${keyOf(name)}${isRequired ? '' : '?'}: ${type}`,
  );
  if (hasRest) lines.push(`[key: string]: ${indexType(typeOf(rest, inner, writer), members)}`);
  if (shown.length < properties.length) lines.push(`… ${properties.length - shown.length} more`);
  return `{ ${lines.join('; ')} }`;
}

const LONGEST_COMMENT = 100;

/**
 * The first sentence of a member's description. It comes from the author of the tool: it must not be able to end the
 * comment, and braces and quotes are what `grouped` counts.
 */
function commentOf(property: unknown, root: JsonSchema): string {
  if (!isSchema(property)) return '';
  const target = typeof property['$ref'] === 'string' ? referred(root, property['$ref']) : undefined;
  const description = property['description'] ?? (isSchema(target) ? target['description'] : undefined);
  if (typeof description !== 'string') return '';
  const line = description
    .slice(0, 10 * LONGEST_COMMENT)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/[{}"]/g, "'")
    .replaceAll('*/', '* /')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  const [sentence = ''] = line.split(/(?<=[.!?]) /, 1);
  const text = sentence.length > LONGEST_COMMENT ? `${sentence.slice(0, LONGEST_COMMENT).trimEnd()}…` : sentence;
  return text === '' ? '' : `/** ${text} */ `;
}

/** TypeScript wants each named member to be one of the others as well, and an optional member may be undefined. */
function indexType(type: string, members: readonly { readonly isRequired: boolean; readonly type: string }[]): string {
  if (members.some((one) => one.type !== type)) return 'unknown';
  return members.every(({ isRequired }) => isRequired) ? type : union([type, 'undefined']);
}

type Property = readonly [name: string, schema: unknown];

/** What a call cannot do without comes first, and links last, of which some APIs have dozens; in the order of the schema. */
function chosen(all: readonly Property[], required: ReadonlySet<unknown>, most: number): readonly Property[] {
  if (all.length <= most) return all;
  const worth = ([name]: Property): number => (isLink(name) ? 0 : 1) + (required.has(name) ? 2 : 0);
  const kept = new Set([...all].sort((a, b) => worth(b) - worth(a)).slice(0, most));
  return all.filter((one) => kept.has(one));
}

const isLink = (name: string): boolean => /(?:^|_)(?:url|href|node_id)$/i.test(name);

function enumeration(values: readonly unknown[], { members, purpose }: Detail): string {
  const shown = purpose === 'read' ? values.slice(0, Math.max(members, 3)) : values;
  const more = shown.length < values.length ? [`… ${values.length - shown.length} more`] : [];
  return union([...shown.map(literal), ...more]);
}

/** Line ends of some readers, and characters that hide or reorder what stands beside them, are escaped. */
const literal = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (found) =>
    [...Array(found.length).keys()].map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );

function union(types: readonly string[]): string {
  if (types.length === 0) return 'never';
  return types.includes('unknown') ? 'unknown' : [...new Set(types)].join(' | ');
}

function intersection(types: readonly string[]): string {
  const saying = [...new Set(types)].filter((type) => type !== 'unknown');
  const [only = 'unknown'] = saying;
  return saying.length <= 1 ? only : saying.map(grouped).join(' & ');
}

const grouped = (type: string): string => (/ [|&] /.test(withoutBraces(type)) ? `(${type})` : type);

/** An alternative inside an object is not one of the object, and one inside a text is none at all. */
function withoutBraces(type: string): string {
  let text = type.replaceAll(/"(?:[^"\\]|\\.?)*"?/g, '""');
  for (let flatter = ''; flatter !== text; ) {
    flatter = text;
    text = text.replaceAll(/\{[^{}]*\}/g, '');
  }
  return text;
}

export const keyOf = (name: string): string => (isIdentifier(name) ? name : literal(name));

/** `new(…)` in a type is a constructor. */
const isIdentifier = (name: string): boolean => /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) && name !== 'new';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
