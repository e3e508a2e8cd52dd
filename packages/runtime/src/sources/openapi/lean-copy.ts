// A document without what no tool needs: examples, which are most of a large one, extensions and links to prose.

type Json = Readonly<Record<string, unknown>>;

/** Members whose own members are names that somebody chose, not words of OpenAPI. */
const MAPS: ReadonlySet<string> = new Set([
  ...['paths', 'properties', 'patternProperties', '$defs', 'dependentSchemas', 'schemas', 'responses', 'parameters'],
  ...['requestBodies', 'headers', 'securitySchemes', 'pathItems', 'content', 'variables', 'encoding', 'mapping'],
]);

/** Members that are values, whatever they look like. */
const VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'required', 'security']);

const DROPPED: ReadonlySet<string> = new Set(['example', 'examples', 'externalDocs', 'callbacks', 'webhooks', 'links']);

export const leanCopy = (document: Json): Json => copyMembers(document, 'words');

function copyMembers(object: Json, members: 'words' | 'names'): Json {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) {
    // Threat: a member called so would become the prototype of whatever it is copied into.
    if (name === '__proto__') continue;
    if (members === 'words' && (DROPPED.has(name) || name.startsWith('x-'))) continue;
    copy[name] =
      members === 'words' && VALUES.has(name) ? value : copyValue(value, members === 'words' && MAPS.has(name));
  }
  return copy;
}

function copyValue(value: unknown, isMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => copyValue(one, false));
  return isObject(value) ? copyMembers(value, isMap ? 'names' : 'words') : value;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
