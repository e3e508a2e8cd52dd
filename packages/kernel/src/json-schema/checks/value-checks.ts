// Keywords about the value itself: its type, which values are allowed, the bounds of a number.

import { canonicalJson, type JsonValue } from '../../journal/canonical-json.js';
import { listed, TYPE_WORDS, wordFor } from '../issue-words.js';
import { isMultipleOf } from './multiple-of.js';
import { isObject, type Json } from '../schema-index.js';
import type { KeywordReader } from '../read-keyword.js';
import type { Check } from '../schema-node.js';
import { fail, PER_CHARACTER, spend } from '../visit.js';

export type Integers = 'any' | 'exact';

export function typeCheck(schema: Json, read: KeywordReader, integers: Integers): Check | undefined {
  const { type } = schema;
  if (type === undefined) return undefined;
  const types = (Array.isArray(type) ? type : [type]).map((one) =>
    isType(one) ? one : read.refuse('type', `says ${wordFor(one)}, which is not a type`),
  );
  const words = (): string => `must be ${types.map((one) => TYPE_WORDS[one]).join(' or ')}`;
  return (value, visit) => {
    for (const one of types) if (hasType(one, value, integers)) return true;
    return fail(visit, words);
  };
}

type Type = keyof typeof TYPE_WORDS;

const isType = (value: unknown): value is Type => typeof value === 'string' && Object.hasOwn(TYPE_WORDS, value);

function hasType(type: Type, value: JsonValue, integers: Integers): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return integers === 'exact' ? Number.isSafeInteger(value) : Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** `const` and `enum`: the same JSON value, whatever the order of its keys. */
export function choiceChecks(schema: Json, read: KeywordReader): readonly Check[] {
  const checks: Check[] = [];
  const { const: only } = schema;
  if (only !== undefined) checks.push(oneOf([only], () => `must be ${wordFor(only)}`));
  const choices = read.list('enum');
  if (choices !== undefined) checks.push(oneOf(choices, () => `must be one of ${listed(choices)}`));
  return checks;
}

function oneOf(choices: readonly JsonValue[], message: () => string): Check {
  const texts = new Set(choices.map((one) => canonicalJson(one)));
  const hasContainers = choices.some((one) => typeof one === 'object' && one !== null);
  return (value, visit) => {
    if (typeof value === 'object' && value !== null && !hasContainers) return fail(visit, message);
    const text = canonicalJson(value);
    return (spend(visit.work, text.length * PER_CHARACTER) && texts.has(text)) || fail(visit, message);
  };
}

export function numberChecks(schema: Json, read: KeywordReader): readonly Check[] {
  const checks: Check[] = [];
  const add = (bound: number | undefined, isFine: (value: number, bound: number) => boolean, words: string): void => {
    if (bound === undefined) return;
    const message = (): string => `must be ${words} ${bound}`;
    checks.push((value, visit) => typeof value !== 'number' || isFine(value, bound) || fail(visit, message));
  };
  // In draft 4 and OpenAPI 3.0 these say whether the other bound is itself allowed.
  const isAbove = schema['exclusiveMinimum'] === true;
  const isBelow = schema['exclusiveMaximum'] === true;
  const exclusive = (keyword: 'exclusiveMinimum' | 'exclusiveMaximum'): number | undefined =>
    typeof schema[keyword] === 'boolean' ? undefined : read.number(keyword);
  add(
    read.number('minimum'),
    isAbove ? (value, bound) => value > bound : (value, bound) => value >= bound,
    isAbove ? 'more than' : 'at least',
  );
  add(
    read.number('maximum'),
    isBelow ? (value, bound) => value < bound : (value, bound) => value <= bound,
    isBelow ? 'less than' : 'at most',
  );
  add(exclusive('exclusiveMinimum'), (value, bound) => value > bound, 'more than');
  add(exclusive('exclusiveMaximum'), (value, bound) => value < bound, 'less than');
  const divisor = read.number('multipleOf');
  if (divisor !== undefined && divisor <= 0) read.refuse('multipleOf', 'must be more than 0');
  add(divisor, isMultipleOf, 'a multiple of');
  return checks;
}
