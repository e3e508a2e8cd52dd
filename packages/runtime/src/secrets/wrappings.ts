// Pieces of a text that may be something else written in base64 or hexadecimal, read as that.
//
// A value that was encoded alone is found by its own forms (encodings.ts). What was escaped, or encoded, before it was
// encoded has no form of its own to look for: it has to be read the way its reader would.

import type { Span } from './text-search.js';

export interface Wrapping {
  /** What it says, one character for each byte. */
  readonly inside: string;
  /** Where a part of what is inside is written. */
  toOuter(span: Span): Span;
}

/** Eight characters with one of them escaped, in base64. Shorter words are ordinary text. */
const BASE64 = /[A-Za-z0-9+/_-]{14,}/g;
const HEX = /[0-9A-Fa-f]{20,}/g;

/** Bytes one by one, as in a dump: `70:61:73`, `70 61 73`, `0x70, 0x61`. */
const SPACED_HEX = /(?:(?:0x)?[0-9A-Fa-f]{2}[:,\s-]{1,2}){7,}(?:0x)?[0-9A-Fa-f]{2}/g;
const PAIR = /(?:0x)?([0-9A-Fa-f]{2})/g;

/** Nothing can be hidden from the search in what has neither an escape nor base64 of eight characters inside. */
const WORTH_READING = /[%\\&\0]|[A-Za-z0-9+/_-]{10}/;

export function wrappingsIn(text: string): readonly Wrapping[] {
  return [
    ...[...text.matchAll(BASE64)].flatMap((run) => read(run, 'base64', 4, 3)),
    ...[...text.matchAll(HEX)].flatMap((run) => read(run, 'hex', 2, 1)),
    ...[...text.matchAll(SPACED_HEX)].map(readSpaced),
  ];
}

/** The characters before it may belong to its alphabet (a path, a prefix), so it may begin at any of the first few. */
function read({ 0: run, index }: RegExpExecArray, encoding: 'base64' | 'hex', characters: number, bytes: number) {
  const wrappings: Wrapping[] = [];
  for (let shift = 0; shift < characters; shift += 1) {
    const inside = Buffer.from(run.slice(shift), encoding).toString('latin1');
    if (!WORTH_READING.test(inside)) continue;
    const from = index + shift;
    const end = index + run.length;
    wrappings.push({
      inside,
      toOuter: (span) => ({
        start: from + Math.floor((span.start * characters) / bytes),
        end: Math.min(end, from + Math.ceil((span.end * characters) / bytes)),
      }),
    });
  }
  return wrappings;
}

/** Always worth reading: the value has no form of its own to look for here. */
function readSpaced({ 0: run, index }: RegExpExecArray): Wrapping {
  const pairs = [...run.matchAll(PAIR)];
  const ends = pairs.map((pair) => index + pair.index + pair[0].length);
  return {
    inside: Buffer.from(pairs.map(([, digits]) => digits).join(''), 'hex').toString('latin1'),
    toOuter: (span) => ({
      start: index + (pairs[span.start]?.index ?? 0),
      end: ends[span.end - 1] ?? index + run.length,
    }),
  };
}
