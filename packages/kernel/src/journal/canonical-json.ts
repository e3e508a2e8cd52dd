// One text for one value: keys in one order, no white space, numbers as ECMAScript prints them.
// It is what is digested, shown to a person and handed to a tool, so two spellings of one value
// are one question, and what was approved is what runs.
//
// Keys are sorted by code unit, integer-like ones first and by number: the order every JavaScript object keeps, so
// that parsing the text and writing it again yields the same text.
//
// Refused rather than bent: anything JSON cannot carry (undefined inside arrays, NaN, functions, cycles by depth).

import { ToolshedError } from '../toolshed-error.js';

/** Any value JSON can write. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

export class NotJsonError extends ToolshedError {
  override readonly name = 'NotJsonError';
  override readonly code = 'value/not-json';

  constructor(
    readonly at: readonly (string | number)[],
    what: string,
  ) {
    super(`Cannot write ${at.length === 0 ? 'the value' : `"${at.join('.')}"`} as JSON: it is ${what}`);
  }
}

const MAX_DEPTH = 512;

export function canonicalJson(value: unknown): string {
  return JSON.stringify(ordered(value, []));
}

/**
 * The same for what `JSON.parse` made, which runs no code when it is read: if it is in order already, it is written
 * without a copy. A copy of a hundred thousand small objects costs several times more than their text.
 */
export function canonicalOfParsed(value: unknown): string {
  return isInOrder(value, 0) ? JSON.stringify(value) : canonicalJson(value);
}

function isInOrder(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || typeof value === 'boolean' || value === null;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => isInOrder(item, depth + 1));
  let previous = '';
  for (const key of Object.keys(value)) {
    if (key < previous || !isInOrder(Reflect.get(value, key), depth + 1)) return false;
    previous = key;
  }
  return true;
}

/**
 * A copy with sorted keys, so that one native call writes the text: several times faster than joining pieces.
 * Each member is read once; a getter that answers differently the second time is never asked again.
 * `at` is where we are, kept by pushing and popping so that the usual, valid value pays little for it.
 */
function ordered(value: unknown, at: (string | number)[]): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new NotJsonError(at, String(value));
    return value;
  }
  if (typeof value !== 'object') throw new NotJsonError(at, `of type ${typeof value}`);
  if (at.length > MAX_DEPTH) throw new NotJsonError([], 'nested too deeply');
  return Array.isArray(value) ? orderedItems(value, at) : orderedMembers(value, at);
}

function orderedItems(items: readonly unknown[], at: (string | number)[]): unknown[] {
  const copy: unknown[] = [];
  for (let index = 0; index < items.length; index++) {
    at.push(index);
    copy.push(ordered(items[index], at));
    at.pop();
  }
  return copy;
}

function orderedMembers(value: object, at: (string | number)[]): object {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new NotJsonError(at, 'not a plain object');
  const copy: Record<string, unknown> = {};
  for (const key of sortedKeys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (member === undefined) continue;
    at.push(key);
    setOwn(copy, key, ordered(member, at));
    at.pop();
  }
  return copy;
}

/** Assigning to `__proto__` would set the copy's prototype, and the member would be missing from what a person sees. */
function setOwn(copy: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(copy, key, { value, enumerable: true });
  else copy[key] = value;
}

function sortedKeys(value: object): readonly string[] {
  const keys = Object.keys(value);
  let previous = '';
  for (const key of keys) {
    if (key < previous) return keys.sort();
    previous = key;
  }
  return keys;
}
