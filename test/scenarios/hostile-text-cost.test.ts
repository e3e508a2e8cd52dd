// What a text costs the host grows with its length and no faster, whatever somebody repeats in it. Compared within one run
// and by processor time, so that a busy machine does not matter.

import { describe, expect } from 'vitest';
import { PROGRAM_FUNCTIONS, SEARCH_FUNCTIONS, SHOWING_FUNCTIONS, VALUE_FUNCTIONS } from '../support/text-functions.ts';
import { createRedactor } from '@toolshed/runtime/internal/secrets/redactor';
import { layOutJson } from '@toolshed/server/internal/present/layout/json-layout';
import { verifies } from '../support/verifies.ts';

/** Pieces that the host's own patterns begin, continue or end with. */
const PIECES = [
  ...' \t\n\r0a-./"\'\\<({[*_,;=&%#`$é',
  '\ud800',
  '😀',
  '\u202e',
  'e\u0301',
  'a ',
  'aB',
  'a.',
  '\n ',
  '/*',
  '//',
  '\\"',
  '{{',
  '[{',
  '<a ',
  '%41',
  '&amp;',
  '\\u0041',
  'tools.',
  'tools[',
  '```\n',
  '`a\n',
  'YWFh',
  '61 ',
  '0x61,',
  '; ',
  'return ',
];

const LENGTH = 16_000;
/** At the square of it, 16,000 characters take some 100 ms and more. */
const CHEAP_MS = 20;

function costOf(work: (text: string) => unknown, text: string): number {
  const { user, system } = process.cpuUsage();
  try {
    work(text);
  } catch (error) {
    // A text may be refused, but not because there was no room for the calls.
    if (error instanceof RangeError) throw error;
  }
  const after = process.cpuUsage();
  return (after.user + after.system - user - system) / 1_000;
}

const leastCost = (work: (text: string) => unknown, text: string): number =>
  Math.min(...Array.from({ length: 3 }, () => costOf(work, text)));

/** Whether four times the text costs no more than some six times as much. */
function isLinear(work: (text: string) => unknown, piece: string, before: string, after: string): boolean {
  const textOf = (length: number): string => before + piece.repeat(length / piece.length) + after;
  const whole = textOf(LENGTH);
  if (costOf(work, whole) < CHEAP_MS) return true;
  return leastCost(work, whole) < CHEAP_MS + 7 * leastCost(work, textOf(LENGTH / 4));
}

const costlyIn = (functions: Readonly<Record<string, (text: string) => unknown>>): readonly string[] =>
  Object.entries(functions).flatMap(([name, work]) =>
    PIECES.filter((piece) => !isLinear(work, piece, '', '') || !isLinear(work, piece, 'x "', '\u0000y')).map(
      (piece) => `${name}: ${JSON.stringify(piece)}`,
    ),
  );

describe('a text that somebody made to cost its reader', () => {
  verifies('security/text-cost', 'costs the host in proportion to its length, as a program', () => {
    expect(costlyIn(PROGRAM_FUNCTIONS)).toEqual([]);
  });

  verifies('security/text-cost', 'as a result, an argument, an address or a document', () => {
    expect(costlyIn(VALUE_FUNCTIONS)).toEqual([]);
  });

  verifies('security/text-cost', 'where people are shown it', () => {
    expect(costlyIn(SHOWING_FUNCTIONS)).toEqual([]);
  });

  verifies('security/text-cost', 'in a search, or as the description of a tool', () => {
    expect(costlyIn(SEARCH_FUNCTIONS)).toEqual([]);
  });

  verifies('security/text-cost', 'as keys that all hold one secret, each written in another way', () => {
    const redactor = createRedactor(['correct-horse-battery']);
    const keysOf = (count: number): Readonly<Record<string, number>> =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [spelling('correct-horse-battery', n), n]));
    const [few, many] = [keysOf(300), keysOf(3_000)];
    expect(Object.keys(redactor.json(few) as object)).toHaveLength(300);
    expect(Object.keys(redactor.json(few) as object).slice(0, 3)).toEqual(['[secret]', '[secret] 2', '[secret] 3']);
    const cost = leastCost(() => redactor.json(few), '');
    expect(leastCost(() => redactor.json(many), '')).toBeLessThan(CHEAP_MS + 20 * cost);
  });

  verifies('security/text-cost', 'nested as deep as a result may be, where people are shown it', () => {
    const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    expect(layOutJson(nested(3), 80)).toBe('[[[]]]');
    const cost = leastCost(() => layOutJson(nested(128), 80), '');
    expect(leastCost(() => layOutJson(nested(512), 80), '')).toBeLessThan(CHEAP_MS + 16 * cost);
  });
});

/** One of the ways to write a text in a URL. */
const spelling = (text: string, which: number): string =>
  [...text].map((one, index) => ((which >> index) & 1 ? `%${one.charCodeAt(0).toString(16)}` : one)).join('');
