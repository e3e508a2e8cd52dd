// A schema of a document, which may be large, shared and refer to itself, as a document of its own that is finite.
// Where it comes back to itself, or grows beyond what anybody would read, it says nothing: any value fits.

import type { JsonSchema } from '@toolshed/kernel';

export type Direction = 'input' | 'output';

const SCHEMAS = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames'] as const;
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;
const PLAIN = [
  ...['type', 'enum', 'const', 'format', 'default', 'title'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
];

const MAX_DESCRIPTION = 300;
const MAX_DEPTH = 12;
const BUDGET: Readonly<Record<Direction, number>> = { input: 4_000, output: 400 };

export function unrollSchema(schema: unknown, direction: Direction): JsonSchema {
  const state = { left: BUDGET[direction], direction };
  return unroll(schema, [], state);
}

interface State {
  left: number;
  readonly direction: Direction;
}

function unroll(schema: unknown, above: readonly object[], state: State): JsonSchema {
  if (!isObject(schema) || above.includes(schema) || above.length > MAX_DEPTH || state.left-- <= 0) return {};
  if (isBinary(schema)) return state.direction === 'input' ? BINARY : { type: 'string' };
  const inside = [...above, schema];
  const copy: Record<string, unknown> = {};
  for (const key of PLAIN) if (schema[key] !== undefined) copy[key] = schema[key];
  const { description } = schema;
  if (typeof description === 'string') copy['description'] = description.slice(0, MAX_DESCRIPTION);
  for (const key of SCHEMAS) {
    const value = schema[key];
    if (typeof value === 'boolean') copy[key] = value;
    else if (isObject(value)) copy[key] = unroll(value, inside, state);
  }
  for (const key of LISTS) {
    const value = schema[key];
    if (Array.isArray(value)) copy[key] = value.map((one) => unroll(one, inside, state));
  }
  unrollProperties(schema, copy, inside, state);
  return copy;
}

/** What only the server writes is no argument, and what only we write is no result. */
function unrollProperties(
  schema: Readonly<Record<string, unknown>>,
  copy: Record<string, unknown>,
  inside: readonly object[],
  state: State,
): void {
  const { properties, required } = schema;
  const hidden = state.direction === 'input' ? 'readOnly' : 'writeOnly';
  const isShown = (value: unknown): boolean => !(isObject(value) && value[hidden] === true);
  if (!isObject(properties)) {
    if (Array.isArray(required)) copy['required'] = required;
    return;
  }
  const shown = Object.entries(properties).filter(([, value]) => isShown(value));
  copy['properties'] = Object.fromEntries(shown.map(([name, value]) => [name, unroll(value, inside, state)]));
  if (Array.isArray(required)) copy['required'] = required.filter((name) => isShown(properties[String(name)]));
}

const isBinary = ({ type, format, contentMediaType }: Readonly<Record<string, unknown>>): boolean =>
  type === 'string' && (format === 'binary' || contentMediaType === 'application/octet-stream');

/** Text, or bytes as encode-body.ts takes them. */
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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
