// What the schema of a tool's arguments says in words: names, descriptions and the values that are allowed.

import type { ToolKeywords } from '@toolshed/kernel';

type SchemaWords = Pick<ToolKeywords, 'names' | 'texts' | 'values'>;

/** Threat: a schema of a million members, or one that contains itself. What is read of it is bounded. */
const MOST_SCHEMAS = 150;
const DEEPEST = 4;
const MOST_VALUES = 30;

export function schemaWords(schema: unknown, follow: (reference: string) => unknown): SchemaWords {
  const names = new Set<string>();
  const texts = new Set<string>();
  const values = new Set<string>();
  let left = MOST_SCHEMAS;

  const visit = (one: unknown, depth: number): void => {
    if (!isObject(one) || depth > DEEPEST || left-- <= 0) return;
    if (typeof one['$ref'] === 'string') visit(follow(one['$ref']), depth + 1);
    for (const value of listOf(one['enum']).slice(0, MOST_VALUES)) if (typeof value === 'string') values.add(value);
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) for (const part of listOf(one[keyword])) visit(part, depth + 1);
    visit(one['items'], depth + 1);
    for (const [name, member] of Object.entries(isObject(one['properties']) ? one['properties'] : {})) {
      names.add(name);
      if (isObject(member) && typeof member['description'] === 'string') texts.add(member['description']);
      visit(member, depth + 1);
    }
  };

  visit(schema, 0);
  return { names: [...names], texts: [...texts], values: [...values] };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
