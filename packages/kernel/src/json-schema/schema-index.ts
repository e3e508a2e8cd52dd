// Where the schemas of a document are, and what they are called: pointers, `$id`, `$anchor`, `$dynamicAnchor`.
//
// Nothing is ever fetched: a reference is to this document or it is refused.

import type { JsonValue } from '../journal/canonical-json.js';
import { InvalidSchemaError } from './invalid-schema-error.js';

export type Json = { readonly [key: string]: JsonValue | undefined };

/** A schema with an identity of its own (`$id`, or the document), and what is in it. */
export interface Resource {
  readonly uri: string;
  readonly root: JsonValue;
  readonly anchors: Map<string, Found>;
  readonly dynamicAnchors: Map<string, Found>;
}

/** One schema, where it stands. */
export interface Found {
  readonly schema: JsonValue;
  readonly resource: Resource;
  /** JSON pointer from the root of the document, for messages. */
  readonly at: string;
}

const IN_SCHEMA = [
  ...['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'additionalItems'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
];
const IN_LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const IN_MAP = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'];

/** Absolute, so that relative `$id`s have something to be relative to, and nothing anybody could fetch. */
const NOWHERE = 'json-schema:///';

export interface SchemaIndex {
  readonly root: Found;
  /** A schema that stands under a keyword of another. */
  below(schema: JsonValue, keyword: string, from: Found): Found;
  resolve(reference: string, keyword: string, from: Found): Found;
  /** Whether what `resolve` found is there by `$dynamicAnchor`, so that an outer one may take its place. */
  dynamicName(reference: string, target: Found): string | undefined;
  /** Every schema that has this `$dynamicAnchor`. */
  dynamic(name: string): readonly Found[];
}

export function indexSchema(document: JsonValue): SchemaIndex {
  const resources = new Map<string, Resource>();
  const known = new Map<object, Found>();

  const addResource = (uri: string, root: JsonValue): Resource => {
    const resource = { uri, root, anchors: new Map(), dynamicAnchors: new Map() };
    if (!resources.has(uri)) resources.set(uri, resource);
    return resource;
  };

  /** Finds all schemas from here on down. */
  const add = (first: Found): Found => {
    const open = [first];
    for (let found = open.pop(); found !== undefined; found = open.pop()) {
      if (!isObject(found.schema)) continue;
      const own = enter(found.schema, found);
      known.set(found.schema, own);
      for (const inner of within(found.schema, own)) open.push(inner);
    }
    return isObject(first.schema) ? (known.get(first.schema) ?? first) : first;
  };

  const enter = (schema: Json, found: Found): Found => {
    const { $id, $anchor, $dynamicAnchor } = schema;
    let { resource } = found;
    if (typeof $id === 'string' && $id !== '' && !$id.startsWith('#')) {
      const { uri } = resolveUri($id, '$id', found);
      resource = addResource(uri, schema);
    }
    const own = { ...found, resource };
    // Older drafts write an anchor as `$id: "#name"`.
    if (typeof $id === 'string' && /^#./.test($id)) resource.anchors.set($id.slice(1), own);
    if (typeof $anchor === 'string') resource.anchors.set($anchor, own);
    if (typeof $dynamicAnchor === 'string') {
      resource.anchors.set($dynamicAnchor, own);
      resource.dynamicAnchors.set($dynamicAnchor, own);
    }
    return own;
  };

  const root = add({ schema: document, resource: addResource(NOWHERE, document), at: '' });

  const atPointer = (pointer: string, resource: Resource, refuse: () => never): Found => {
    let found = isObject(resource.root) ? known.get(resource.root) : undefined;
    let value: JsonValue | undefined = resource.root;
    const nearest = (): Resource => found?.resource ?? resource;
    for (const token of pointer.split('/').slice(1)) {
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
      const holder: JsonValue | undefined = value;
      value = isContainer(holder) && Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined;
      if (isObject(value)) found = known.get(value) ?? found;
    }
    if (typeof value === 'boolean') return { schema: value, resource: nearest(), at: pointer };
    if (!isObject(value)) return refuse();
    return known.get(value) ?? add({ schema: value, resource: nearest(), at: pointer });
  };

  return {
    root,
    below: (schema, keyword, { resource, at }) =>
      (isObject(schema) ? known.get(schema) : undefined) ?? { schema, resource, at: `${at}/${keyword}` },
    resolve(reference, keyword, from) {
      const { uri, fragment } = resolveUri(reference, keyword, from);
      const refuse = (): never => {
        throw new InvalidSchemaError(keyword, from.at, `refers to "${cut(reference)}", which is not in the schema`);
      };
      const resource = resources.get(uri) ?? refuse();
      if (fragment === '' || fragment.startsWith('/')) return atPointer(fragment, resource, refuse);
      return resource.anchors.get(fragment) ?? refuse();
    },
    dynamicName(reference, target) {
      const name = reference.slice(reference.indexOf('#') + 1);
      return reference.includes('#') && target.resource.dynamicAnchors.has(name) ? name : undefined;
    },
    dynamic: (name) => [...resources.values()].flatMap(({ dynamicAnchors }) => dynamicAnchors.get(name) ?? []),
  };
}

function resolveUri(reference: string, keyword: string, from: Found): { uri: string; fragment: string } {
  // Most references are within one resource, and need no address to be made of them.
  const href = reference.startsWith('#')
    ? from.resource.uri + reference
    : URL.parse(reference, from.resource.uri)?.href;
  const [uri, ...fragments] = href?.split('#') ?? [];
  const fragment = decoded(fragments.join('#'));
  if (uri === undefined || fragment === undefined)
    throw new InvalidSchemaError(keyword, from.at, `is "${cut(reference)}", which is not a reference`);
  return { uri, fragment };
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function within(schema: Json, { resource, at }: Found): readonly Found[] {
  const found: Found[] = [];
  for (const keyword of IN_SCHEMA) {
    const value = schema[keyword];
    if (isObject(value)) found.push({ schema: value, resource, at: `${at}/${keyword}` });
  }
  for (const keyword of IN_LIST) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    for (const [index, value] of list.entries())
      found.push({ schema: value, resource, at: `${at}/${keyword}/${index}` });
  }
  for (const keyword of IN_MAP) {
    const map = schema[keyword];
    if (!isObject(map)) continue;
    for (const [name, value] of Object.entries(map))
      if (value !== undefined) found.push({ schema: value, resource, at: `${at}/${keyword}/${token(name)}` });
  }
  return found;
}

const token = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const cut = (text: string): string => (text.length <= 200 ? text : `${text.slice(0, 200)}…`);

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
