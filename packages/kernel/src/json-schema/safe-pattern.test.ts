import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPattern } from './safe-pattern.js';

const patternOf = (source: string) => {
  const read = readPattern(source);
  if (read.kind === 'refused') throw new Error(`${source}: ${read.because}`);
  return read.pattern;
};

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '\\d',
  '[ab]',
  '[^a]',
  '\\w',
  '\\.',
  '\\u{1F600}',
  '\\p{L}',
  '^',
  '$',
  '\\b',
  '\\B',
  '[]',
  '-',
);
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,}', '*?');
const { source: arbPattern } = fc.letrec<{ source: string; sequence: string; piece: string }>((tie) => ({
  source: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((branches) => branches.join('|')),
  sequence: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
  piece: fc.oneof(
    // Deeper ones keep the engine they are compared with busy for minutes.
    { maxDepth: 1 },
    fc.tuple(atom, quantifier).map(([one, times]) => (['^', '$', '\\b', '\\B'].includes(one) ? one : one + times)),
    fc.tuple(tie('source'), quantifier).map(([inner, times]) => `(?:${inner})${times}`),
    fc.tuple(tie('source'), quantifier).map(([inner, times]) => `(${inner})${times}`),
  ),
}));
const arbText = fc.string({ unit: fc.constantFrom('a', 'b', '1', '.', '-', '\n', 'é', '😀', ' '), maxLength: 8 });

describe('a pattern', () => {
  it('matches what the engine’s own would', () => {
    fc.assert(
      fc.property(arbPattern, arbText, (source, text) => {
        const read = readPattern(source);
        fc.pre(read.kind === 'pattern');
        expect(read.kind === 'pattern' && read.pattern.matches(text)).toBe(new RegExp(source, 'u').test(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['(a+)+$', '(a|aa)+$', '(a*)*b', '^(([a-z])+.)+[A-Z]([a-z])+$', '(.*.*.*.*.*.*.*.*)x'])(
    'a pattern that would make an engine backtrack for ever does not: %s',
    (source) => {
      expect(patternOf(source).matches(`${'a'.repeat(4_000)}!`)).toBe(false);
    },
  );

  it.each([
    ['(?=a)b', 'looks around'],
    ['(?<!a)b', 'looks around'],
    ['(?i:a)', 'looks around or sets flags'],
    ['(a)\\1', 'uses \\1'],
    ['(?<x>a)\\k<x>', 'uses \\k'],
    ['(', 'Invalid regular expression'],
    ['a'.repeat(2_001), 'longer than 2000'],
    ['(?:a{100}){100}', 'more than 5000 states'],
    ['(?:(?:(?:(?:){500}){500}){500}){500}', 'repeats too often'],
    ['a{9999}', 'repeats too often'],
  ])('is refused if it cannot be matched in linear time: %s', (source, because) => {
    expect(readPattern(source)).toMatchObject({ kind: 'refused', because: expect.stringContaining(because) });
  });

  it.each([
    ['^[\\w-.]+$', 'a-b.c', 'a b'],
    ['^[a\\-\\_@]+$', 'a-_@', 'b'],
    ['^\\@\\-\\:$', '@-:', '-'],
    ['^{a}]$', '{a}]', 'a'],
    ['^a{2}{$', 'aa{', 'aa'],
    ['^\\u{1F600}\\-$', '😀-', '-'],
  ])('a pattern in the spelling of another engine means what it means there: %s', (source, fits, doesNot) => {
    const pattern = patternOf(source);
    expect([pattern.matches(fits), pattern.matches(doesNot)]).toEqual([true, false]);
  });

  it('means what it means in older engines, wherever only they take it', () => {
    const piece = fc.constantFrom(
      'a',
      '\\-',
      '\\@',
      '-',
      '{',
      '}',
      ']',
      '[\\w-.]',
      '[a-\\d]',
      '[\\-a]',
      '\\.',
      '.',
      '{2}',
    );
    const text = fc.string({ unit: fc.constantFrom('a', '-', '@', '{', '}', ']', '2', '1', '.'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), text, (pieces, value) => {
        const source = `^${pieces.join('')}$`;
        fc.pre(isPattern(source, '') && !isPattern(source, 'u'));
        const read = readPattern(source);
        fc.pre(read.kind === 'pattern');
        expect(read.kind === 'pattern' && read.pattern.matches(value)).toBe(new RegExp(source).test(value));
      }),
      { numRuns: 500 },
    );
  });

  it('a pattern that counts some thousand characters is matched', () => {
    expect(patternOf('^[a-z]{1,2048}$').matches('a'.repeat(2_048))).toBe(true);
    expect(patternOf('^[a-z]{1,2048}$').matches('a'.repeat(2_049))).toBe(false);
  });
});

function isPattern(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
