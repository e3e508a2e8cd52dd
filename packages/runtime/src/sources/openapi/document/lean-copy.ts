// A document without what no tool needs: examples, which are most of a large one, extensions and links to prose.

type Json = Readonly<Record<string, unknown>>;

/** Members whose own members are names that somebody chose, not words of OpenAPI. */
const MAPS: ReadonlySet<string> = new Set([
  ...['paths', 'pathItems', 'schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'securitySchemes'],
  ...['content', 'variables', 'encoding', 'properties', 'patternProperties', '$defs', 'definitions'],
  ...['dependentSchemas', 'dependentRequired', 'dependencies'],
]);

/** Members that are values, whatever they look like. */
const VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'required', 'security']);

const DROPPED: ReadonlySet<string> = new Set(['example', 'examples', 'externalDocs', 'callbacks', 'webhooks', 'links']);

export const leanCopy = (document: Json): Json => copyMembers(document, 'words');

function copyMembers(object: Json, members: 'words' | 'names'): Json {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) {
    if (members === 'words' && (DROPPED.has(name) || name.startsWith('x-'))) continue;
    const isValue = members === 'words' && VALUES.has(name);
    setOwn(copy, name, isValue ? value : copyValue(value, members === 'words' && MAPS.has(name)));
  }
  return copy;
}

/** Threat: a member called `__proto__` would become the prototype of whatever it is copied into. */
export function setOwn(copy: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(copy, name, { value, enumerable: true });
  else copy[name] = value;
}

function copyValue(value: unknown, isMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => copyValue(one, false));
  return isObject(value) ? copyMembers(value, isMap ? 'names' : 'words') : value;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
