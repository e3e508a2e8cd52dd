import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesTextGlob, MAX_GLOB_CHARACTERS, MAX_GLOBBED_CHARACTERS } from './text-glob.js';

describe('a glob', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['', [''], ['a']],
    ['a', ['a'], ['', 'A', 'ab', 'ba']],
    ['*', ['', 'a', 'a\nb', '../x'], []],
    ['a*', ['a', 'ab', 'a/b'], ['', 'ba']],
    ['*@example.org', ['ada@example.org', '@example.org'], ['ada@example.org.evil', 'ada@exampleXorg']],
    ['a?c', ['abc', 'a.c', 'a😀c'], ['ac', 'abbc']],
    ['*a*b*', ['ab', 'xaybz'], ['ba']],
    ['[ab].+\\d|(x)', ['[ab].+\\d|(x)'], ['a', 'x']],
  ])('%j matches whole texts, and only * and ? are special', (pattern, matched, others) => {
    expect(matched.filter((text) => !matchesTextGlob(pattern, text))).toEqual([]);
    expect(others.filter((text) => matchesTextGlob(pattern, text))).toEqual([]);
  });

  it('folds and normalises nothing', () => {
    expect(matchesTextGlob('\u212A*', 'kelvin')).toBe(false);
    expect(matchesTextGlob('\u00e9', 'e\u0301')).toBe(false);
  });

  it('matches what the same pattern as a regular expression would', () => {
    const arbText = fc.string({ unit: fc.constantFrom('a', 'b', '.', '😀'), maxLength: 12 });
    const arbPattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?', '😀'), maxLength: 8 });
    fc.assert(
      fc.property(arbPattern, arbText, (pattern, text) => {
        const source = [...pattern].map((c) => (c === '*' ? '.*' : c === '?' ? '.' : c === '.' ? '\\.' : c)).join('');
        expect(matchesTextGlob(pattern, text)).toBe(new RegExp(`^${source}$`, 'su').test(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('costs little on the longest pattern and text that are made to cost much', () => {
    const pattern = `${'*a'.repeat(MAX_GLOB_CHARACTERS / 2 - 1)}*b`;
    const began = Date.now();
    expect(matchesTextGlob(pattern, 'a'.repeat(MAX_GLOBBED_CHARACTERS))).toBe(false);
    expect(Date.now() - began).toBeLessThan(1_000);
  });
});
