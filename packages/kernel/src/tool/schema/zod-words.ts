// What does not fit a zod schema, in the words that a JSON Schema document gets (`json-schema/checks`): programs and people
// read both, and need not know which kind a tool has. A message of the schema's author goes before ours.

import { z } from 'zod';
import { listed, TYPE_WORDS, wordFor } from '../../json-schema/issue-words.js';

type Raw = z.core.$ZodRawIssue;

/** To parse with; a host that configured words of its own keeps them. */
export const inOurWords = (): z.core.ParseContext<z.core.$ZodIssue> =>
  z.config().customError === undefined ? OURS : NOTHING;

const NOTHING: z.core.ParseContext<z.core.$ZodIssue> = {};
const OURS: z.core.ParseContext<z.core.$ZodIssue> = { error: wordsFor };

/** Undefined for what zod says well enough. */
function wordsFor(issue: Raw): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && (issue.path ?? []).length > 0 ? 'is missing' : typeWords(issue.expected);
    case 'invalid_value':
      return invalidValue(issue.values.filter(isPlain), issue.values.length);
    case 'too_small':
      return bound(
        issue.origin,
        issue.exact ? 'exactly' : issue.inclusive === false ? 'more than' : 'at least',
        issue.minimum,
      );
    case 'too_big':
      return bound(
        issue.origin,
        issue.exact ? 'exactly' : issue.inclusive === false ? 'less than' : 'at most',
        issue.maximum,
      );
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return FORMATS.get(issue.format);
    default:
      return undefined;
  }
}

function typeWords(expected: string): string | undefined {
  const type =
    expected === 'int' ? 'integer' : expected === 'record' ? 'object' : expected === 'tuple' ? 'array' : expected;
  return isType(type) ? `must be ${TYPE_WORDS[type]}` : undefined;
}

const isType = (text: string): text is keyof typeof TYPE_WORDS => Object.hasOwn(TYPE_WORDS, text);

type Plain = string | number | boolean | null;
const isPlain = (value: unknown): value is Plain =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function invalidValue(plain: readonly Plain[], count: number): string | undefined {
  const [only] = plain;
  if (only === undefined || plain.length < count) return undefined;
  return count === 1 ? `must be ${wordFor(only)}` : `must be one of ${listed(plain)}`;
}

/** A list has items, a text has characters, and a number is of some size itself. */
function bound(origin: string, words: string, size: number | bigint): string | undefined {
  const one = size === 1 || size === 1n;
  switch (origin) {
    case 'string':
      return `must have ${words} ${size} ${one ? 'character' : 'characters'}`;
    case 'array':
    case 'set':
      return `must have ${words} ${size} ${one ? 'item' : 'items'}`;
    case 'object':
    case 'record':
      return `must have ${words} ${size} ${one ? 'member' : 'members'}`;
    case 'number':
    case 'int':
    case 'bigint':
      return `must be ${words} ${size}`;
    default:
      return undefined;
  }
}

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['email', 'must be an email address, such as name@example.com'],
  ['url', 'must be an absolute address, such as https://example.com'],
  ['date', 'must be a date, such as 2026-11-06'],
  ['datetime', 'must be a date and time, such as 2026-11-06T09:30:00Z'],
  ['uuid', 'must be a UUID'],
]);
