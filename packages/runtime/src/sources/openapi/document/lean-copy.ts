// A document without what no tool needs: extensions, links to prose, and examples, which are most of a large one. Those of
// what is sent stay. A word of OpenAPI without a value (`description:` in YAML) says nothing and is left out as well.

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

/** Members about what is sent: their examples are kept, but not those of the schemas in them. */
const SENT: ReadonlySet<string> = new Set(['requestBody', 'requestBodies', 'parameters']);
const EXAMPLES: ReadonlySet<string> = new Set(['example', 'examples']);

export const leanCopy = (document: Json): Json => copyMembers(document, { members: 'words', about: 'anything' });

interface Within {
  readonly members: 'words' | 'names';
  readonly about: 'anything' | 'sent';
}

function copyMembers(object: Json, { members, about }: Within): Json {
  const copy: Record<string, unknown> = {};
  const isWord = members === 'words';
  for (const [name, value] of Object.entries(object)) {
    const isKept = about === 'sent' && EXAMPLES.has(name);
    if (isWord && !isKept && (DROPPED.has(name) || name.startsWith('x-'))) continue;
    const isValue = isWord && (isKept || VALUES.has(name));
    if (isWord && !isValue && value === null) continue;
    setOwn(copy, name, isValue ? value : copyValue(value, within(name, { members, about })));
  }
  return copy;
}

/** What a member is within, by its name if that is a word of OpenAPI. */
function within(name: string, { members, about }: Within): Within {
  if (members === 'names') return { members: 'words', about };
  const isSent = SENT.has(name) || (about === 'sent' && name !== 'schema');
  return { members: MAPS.has(name) ? 'names' : 'words', about: isSent ? 'sent' : 'anything' };
}

/** Threat: a member called `__proto__` would become the prototype of whatever it is copied into. */
export function setOwn(copy: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(copy, name, { value, enumerable: true });
  else copy[name] = value;
}

function copyValue(value: unknown, place: Within): unknown {
  if (Array.isArray(value)) return value.map((one) => copyValue(one, { ...place, members: 'words' }));
  return isObject(value) ? copyMembers(value, place) : value;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
