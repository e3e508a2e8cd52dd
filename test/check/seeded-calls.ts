// Programs made from the schemas of a catalog, by a seed: valid calls in the ways agents write them, and the same calls with
// one mistake.

import type { JsonSchema, Tool } from '@toolshed/kernel';

export type Random = () => number;

/** The same numbers for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(random: Random, items: readonly T[]): T => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from');
  return item;
};

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const propertiesOf = (schema: JsonSchema): Readonly<Record<string, unknown>> =>
  isSchema(schema['properties']) ? schema['properties'] : {};

export const requiredOf = (schema: JsonSchema): readonly string[] =>
  Array.isArray(schema['required']) ? schema['required'].filter((one) => typeof one === 'string') : [];

const DEEPEST = 5;

/** A value that the schema allows; undefined where this generator cannot tell. */
function valueFor(schema: unknown, root: JsonSchema, random: Random, depth = 0): unknown {
  if (!isSchema(schema) || depth > DEEPEST) return undefined;
  if (typeof schema['$ref'] === 'string') return valueFor(referred(root, schema['$ref']), root, random, depth + 1);
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return pick(random, schema['enum']);
  const either = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(either) && schema['type'] === undefined) return valueFor(either[0], root, random, depth + 1);
  if (either !== undefined || schema['allOf'] !== undefined) return undefined;
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  if (type === 'string') return schema['pattern'] === undefined && schema['format'] === undefined ? 'text' : undefined;
  if (type === 'integer' || type === 'number') return typeof schema['minimum'] === 'number' ? schema['minimum'] : 7;
  if (type === 'boolean') return random() < 0.5;
  if (type === 'array') {
    const item = valueFor(schema['items'], root, random, depth + 1);
    return item === undefined || typeof schema['minItems'] === 'number' ? undefined : [item];
  }
  return type === 'object' ? objectFor(schema, root, random, depth) : undefined;
}

const OPTIONAL_SHARE = 0.4;

function objectFor(schema: JsonSchema, root: JsonSchema, random: Random, depth: number): unknown {
  const required = new Set(requiredOf(schema));
  const members: [string, unknown][] = [];
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    if (!required.has(name) && random() > OPTIONAL_SHARE) continue;
    const value = valueFor(property, root, random, depth + 1);
    if (value !== undefined) members.push([name, value]);
    else if (required.has(name)) return undefined;
  }
  return Object.fromEntries(members);
}

function referred(root: JsonSchema, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split('/'))
    at = isSchema(at) ? at[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return at;
}

export interface SeededCall {
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A call of some tool with arguments that its own schema takes. */
export function seededCall(tools: readonly Tool[], random: Random): SeededCall {
  for (;;) {
    const tool = pick(random, tools);
    const args = valueFor(tool.input.json, tool.input.json, random);
    if (isSchema(args) && tool.input.parse(args).kind === 'valid') return { tool, args };
  }
}

const isName = (segment: string): boolean => /^[A-Za-z_$][\w$]*$/.test(segment);

/** `tools.a.b`, as code. */
export const accessOf = (path: string): string =>
  path.split('.').reduce((text, one) => (isName(one) ? `${text}.${one}` : `${text}[${JSON.stringify(one)}]`), 'tools');
