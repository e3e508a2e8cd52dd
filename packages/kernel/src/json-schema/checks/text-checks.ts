// Keywords about strings.

import type { Patterns } from '../patterns.js';
import type { KeywordReader } from '../read-keyword.js';
import type { Check } from '../schema-node.js';
import { hasFormat, TextFormat } from './text-formats.js';
import { fail, PER_CHARACTER, spend } from '../visit.js';

/** By the standard a format only describes; `asserted` ones are checked, and those we do not know are refused. */
export type Formats = 'described' | 'asserted';

export function textChecks(read: KeywordReader, patterns: Patterns, formats: Formats): readonly Check[] {
  return [
    lengthCheck(read),
    formats === 'asserted' ? formatCheck(read) : undefined,
    patternCheck(read, patterns),
  ].filter((check) => check !== undefined);
}

function lengthCheck(read: KeywordReader): Check | undefined {
  const least = read.size('minLength');
  const most = read.size('maxLength');
  if (least === undefined && most === undefined) return undefined;
  return (value, visit) => {
    if (typeof value !== 'string') return true;
    if (!spend(visit.work, value.length * PER_CHARACTER)) return false;
    const length = characters(value);
    if (least !== undefined && length < least) return fail(visit, () => `must have at least ${least} characters`);
    if (most !== undefined && length > most) return fail(visit, () => `must have at most ${most} characters`);
    return true;
  };
}

/** As people count them: a surrogate pair is one character. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function formatCheck(read: KeywordReader): Check | undefined {
  const name = read.text('format');
  if (name === undefined) return undefined;
  const { data: format } = TextFormat.safeParse(name);
  if (format === undefined) return read.refuse('format', `asks for "${name}", which is not known`);
  return (value, visit) => {
    if (typeof value !== 'string') return true;
    if (!spend(visit.work, value.length * PER_CHARACTER)) return false;
    return hasFormat(format, value) || fail(visit, () => FORMAT_WORDS[format]);
  };
}

const FORMAT_WORDS = {
  email: 'must be an email address',
  uri: 'must be an absolute address, such as https://example.com',
  date: 'must be a date, such as 2026-11-06',
  'date-time': 'must be a date and time with an offset, such as 2026-11-06T09:30:00Z',
} as const satisfies Record<TextFormat, string>;

function patternCheck(read: KeywordReader, patterns: Patterns): Check | undefined {
  const source = read.text('pattern');
  if (source === undefined) return undefined;
  const pattern = patterns(source, (because) => read.refuse('pattern', because));
  return (value, visit) => {
    if (typeof value !== 'string') return true;
    if (!spend(visit.work, pattern.cost(value)))
      return fail(visit, () => 'is too long to be matched against its pattern');
    return pattern.matches(value) || fail(visit, () => `must match ${source}`);
  };
}
