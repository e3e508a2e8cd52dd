import { describe, expect, it } from 'vitest';
import { matchesGlob } from './glob.js';

const matches = (pattern: string, path: string): boolean => matchesGlob(pattern, path.split('/'));

describe('matchesGlob', () => {
  it('matches a pattern without a slash against the name, in any folder', () => {
    expect(matches('*.ts', 'a/b/c.ts')).toBe(true);
    expect(matches('c.??', 'a/c.ts')).toBe(true);
    expect(matches('*.ts', 'a/b.ts/c.js')).toBe(false);
  });

  it('matches a pattern with a slash against the whole path', () => {
    expect(matches('src/*.ts', 'src/a.ts')).toBe(true);
    expect(matches('src/*.ts', 'src/a/b.ts')).toBe(false);
    expect(matches('src/**/*.ts', 'src/a.ts')).toBe(true);
    expect(matches('src/**/*.ts', 'src/a/b/c.ts')).toBe(true);
    expect(matches('**/x/**', 'a/x/b')).toBe(true);
  });

  it('takes every other character for itself', () => {
    expect(matches('(a+)+', 'aaaa')).toBe(false);
    expect(matches('[a].{b}', '[a].{b}')).toBe(true);
  });

  it('answers at once for a pattern made to be slow', () => {
    expect(matches(`${'*a'.repeat(400)}b`, 'a'.repeat(2_000))).toBe(false);
    expect(
      matchesGlob(
        `${'**/a/'.repeat(100)}b`,
        Array.from({ length: 500 }, () => 'a'),
      ),
    ).toBe(false);
  });
});
