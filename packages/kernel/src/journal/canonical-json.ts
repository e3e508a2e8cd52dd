// One text for one value: keys sorted by code unit, no white space, numbers as ECMAScript prints them.
// It is what is digested, shown to a person and handed to a tool, so two spellings of one value
// are one question, and what was approved is what runs.
//
// Refused rather than bent: anything JSON cannot carry (undefined inside arrays, NaN, functions, cycles by depth).

import { ToolshedError } from '../toolshed-error.js';

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
  return write(value, []);
}

/** `at` is where we are, kept by pushing and popping so that the usual, valid value pays nothing for it. */
function write(value: unknown, at: (string | number)[]): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return writeNumber(value, at);
  if (typeof value !== 'object') throw new NotJsonError(at, `of type ${typeof value}`);
  if (at.length > MAX_DEPTH) throw new NotJsonError([], 'nested too deeply');
  return Array.isArray(value) ? writeArray(value, at) : writeObject(value, at);
}

function writeNumber(value: number, at: (string | number)[]): string {
  if (!Number.isFinite(value)) throw new NotJsonError(at, String(value));
  return JSON.stringify(value);
}

function writeArray(items: readonly unknown[], at: (string | number)[]): string {
  const written: string[] = [];
  for (const [index, item] of items.entries()) {
    at.push(index);
    written.push(write(item, at));
    at.pop();
  }
  return `[${written.join(',')}]`;
}

function writeObject(value: object, at: (string | number)[]): string {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new NotJsonError(at, 'not a plain object');
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, key);
    if (member === undefined) continue;
    at.push(key);
    members.push(`${JSON.stringify(key)}:${write(member, at)}`);
    at.pop();
  }
  return `{${members.join(',')}}`;
}
