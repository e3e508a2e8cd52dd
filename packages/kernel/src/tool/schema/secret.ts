// The mark of a field that takes a secret: programs, journals and people see a handle there, the handler the value.
//
// In JSON Schema it is `"format": "secret"` on a string. Marks are found by walking the schema and the value together,
// so a mark below a keyword this walk does not follow would let a handle through unexchanged: such a tool is refused
// when it is defined.

import { z } from 'zod';
import type { JsonSchema } from './json-schema.js';
import { referred } from './local-reference.js';

const FORMAT = 'secret';

/** A field that takes a secret. Length and format rules apply to the handle, not to the secret. */
export const secret = (): z.ZodString => z.string().meta({ format: FORMAT });

export interface MarkedSecret {
  readonly at: readonly (string | number)[];
  readonly text: string;
}

export const isSecretMark = (schema: JsonSchema): boolean => schema['format'] === FORMAT;

/** Whether a value of this schema can hold a secret at all. */
export function marksSecrets(schema: unknown): boolean {
  if (!isSchema(schema)) return false;
  return (
    isSecretMark(schema) ||
    Object.entries(schema).some(([keyword, below]) => FOLLOWED.get(keyword)?.(below)?.some(marksSecrets))
  );
}

/** Every text of a value that stands where the schema marks a secret. */
export function secretsIn(schema: JsonSchema, value: unknown): readonly MarkedSecret[] {
  const found = new Map<string, MarkedSecret>();
  visit(schema, value, [], newSpot(), {
    root: schema,
    mark: (at, text) => found.set(JSON.stringify(at), { at, text }),
  });
  return [...found.values()];
}

/** The keyword below which a mark would not be found; undefined if there is none. */
export function unreachableSecret(schema: unknown): string | undefined {
  if (!isSchema(schema)) return undefined;
  for (const [keyword, below] of Object.entries(schema)) {
    if (DATA.has(keyword)) continue;
    const inner = FOLLOWED.get(keyword)?.(below);
    if (inner === undefined && mentionsMark(below)) return keyword;
    for (const one of inner ?? []) {
      const problem = unreachableSecret(one);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

interface Walk {
  readonly root: JsonSchema;
  readonly mark: (at: readonly (string | number)[], text: string) => void;
}

/** One place in the value, and the schemas that were there: they may refer to each other in circles, in many ways. */
interface Spot {
  readonly seen: Set<object>;
  readonly below: Map<string | number, Spot>;
}

const newSpot = (): Spot => ({ seen: new Set(), below: new Map() });

function spotBelow({ below }: Spot, key: string | number): Spot {
  const spot = below.get(key) ?? newSpot();
  below.set(key, spot);
  return spot;
}

/** Where alternatives disagree, one that marks the text is enough: refusing a plain text there is the safe mistake. */
function visit(schema: unknown, value: unknown, at: readonly (string | number)[], spot: Spot, walk: Walk): void {
  if (!isSchema(schema) || spot.seen.has(schema)) return;
  spot.seen.add(schema);
  if (isSecretMark(schema) && typeof value === 'string') walk.mark(at, value);
  if (typeof schema['$ref'] === 'string') visit(referred(walk.root, schema['$ref']), value, at, spot, walk);
  for (const keyword of ALTERNATIVES) {
    for (const one of listOf(schema[keyword])) visit(one, value, at, spot, walk);
  }
  if (Array.isArray(value)) visitItems(schema, value, at, spot, walk);
  else if (isSchema(value)) visitMembers(schema, value, at, spot, walk);
}

function visitItems(
  schema: JsonSchema,
  items: readonly unknown[],
  at: readonly (string | number)[],
  spot: Spot,
  walk: Walk,
): void {
  const first = listOf(schema['prefixItems']);
  for (const [index, item] of items.entries()) {
    visit(index < first.length ? first[index] : schema['items'], item, [...at, index], spotBelow(spot, index), walk);
  }
}

function visitMembers(
  schema: JsonSchema,
  value: JsonSchema,
  at: readonly (string | number)[],
  spot: Spot,
  walk: Walk,
): void {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  for (const [key, member] of Object.entries(value)) {
    const own = Object.hasOwn(properties, key) ? properties[key] : schema['additionalProperties'];
    visit(own, member, [...at, key], spotBelow(spot, key), walk);
  }
}

/** Whether something anywhere in it looks like a mark. */
function mentionsMark(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (isSchema(value) && isSecretMark(value)) || Object.values(value).some(mentionsMark);
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const valuesOf = (value: unknown): readonly unknown[] => (isSchema(value) ? Object.values(value) : []);
const single = (value: unknown): readonly unknown[] | undefined => (isSchema(value) ? [value] : undefined);

const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf'] as const;

/** The schemas below each keyword that the walk follows. */
const FOLLOWED: ReadonlyMap<string, (below: unknown) => readonly unknown[] | undefined> = new Map([
  ...ALTERNATIVES.map((keyword) => [keyword, listOf] as const),
  ['prefixItems', listOf] as const,
  ['items', single] as const,
  ['additionalProperties', single] as const,
  ['properties', valuesOf] as const,
  ['$defs', valuesOf] as const,
  ['definitions', valuesOf] as const,
]);

/** Keywords whose content is data, whatever it looks like. */
const DATA: ReadonlySet<string> = new Set(['default', 'examples', 'const', 'enum', 'title', 'description']);
