// How values and types are named in messages about a value that does not fit.

import type { JsonValue } from '../journal/canonical-json.js';

export const TYPE_WORDS = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
} as const;

const MOST_LISTED = 20;
const LONGEST_WORD = 200;

export function listed(values: readonly JsonValue[]): string {
  const words = values.slice(0, MOST_LISTED).map(wordFor).join(', ');
  return values.length > MOST_LISTED ? `${words}, … (${values.length} in all)` : words;
}

/** Never longer to write than to read, however large the value. */
export function wordFor(value: JsonValue): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  if (typeof value !== 'string' || value.length <= LONGEST_WORD) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, LONGEST_WORD))}… (${value.length} characters)`;
}
