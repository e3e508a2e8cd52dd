// A body as JSON. An integer beyond 2^53 has no number in JavaScript, so programs carry it as text; where the document
// says that it is an integer, it is written as one.
// A number of that size was rounded before it came here, and is refused with the other arguments that do not fit.

import type { References } from '../../document/references.js';
import { itemSchema, type Json, partsOfSchema, memberSchema } from './schema-walk.js';

export function jsonText(value: unknown, schema: unknown, references: References): string {
  const text = JSON.stringify(value);
  return LONG_INTEGER.test(text) ? JSON.stringify(withIntegers(value, schema, references)) : text;
}

const LONG_INTEGER = /\d{16}/;

function withIntegers(value: unknown, schema: unknown, references: References): unknown {
  const parts = partsOfSchema(schema, references);
  if (Array.isArray(value)) {
    const items = parts.map(itemSchema).find((one) => one !== undefined);
    return value.map((one) => withIntegers(one, items, references));
  }
  if (typeof value === 'object' && value !== null) {
    const one: Json = { allOf: parts };
    const members = Object.entries(value).map(
      ([key, member]) => [key, withIntegers(member, memberSchema(one, key, references), references)] as const,
    );
    return Object.fromEntries(members);
  }
  const isInteger = typeof value === 'string' && /^-?[1-9]\d{15,19}$/.test(value);
  return isInteger && parts.some((part) => says(part, 'integer')) && !parts.some((part) => says(part, 'string'))
    ? rawJson(value)
    : value;
}

/** The language has it; the types of the compiler do not yet. */
const rawJson = (text: string): unknown => (JSON as JSON & { rawJSON(text: string): unknown }).rawJSON(text);

const says = ({ type }: Json, wanted: string): boolean =>
  type === wanted || (Array.isArray(type) && type.includes(wanted));
