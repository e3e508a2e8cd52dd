import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPathSegment, MAX_PATH_SEGMENTS, toolPath } from '../tool/catalog/tool-path.js';
import { matchesPattern, PathPattern } from './match-pattern.js';

const matches = (pattern: string, path: string): boolean => matchesPattern(PathPattern.parse(pattern), toolPath(path));

const arbSegment = fc.oneof(
  fc.constantFrom('a', 'b', 'ab'),
  fc.stringMatching(/^[a-z][a-z0-9_-]{0,5}$/).filter(isPathSegment),
);
const arbSegments = fc.array(arbSegment, { minLength: 1, maxLength: MAX_PATH_SEGMENTS });

describe('a pattern', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['a.b', ['a.b'], ['a', 'a.bc', 'a.b.c', 'xa.b', 'x.a.b', 'A.b']],
    ['a.*', ['a.b', 'a.bc'], ['a', 'a.b.c', 'ab.c']],
    ['a.**', ['a.b', 'a.b.c', 'a.b.c.d'], ['a', 'ab.c', 'x.a.b']],
    ['*', ['a', 'b'], ['a.b']],
    ['**', ['a', 'a.b', 'a.b.c'], []],
    ['*.delete', ['a.delete', 'b.delete'], ['delete', 'a.b.delete', 'a.delete.b', 'a.deleted']],
    ['*.*.**', ['a.b.c', 'a.b.c.d'], ['a.b']],
  ])('%s matches whole segments from the first to the last', (pattern, matched, others) => {
    expect(matched.filter((path) => !matches(pattern, path))).toEqual([]);
    expect(others.filter((path) => matches(pattern, path))).toEqual([]);
  });

  it.each([
    '',
    '.',
    'a.',
    'a..b',
    '**.a',
    'a.**.b',
    'a*',
    'a.b*',
    '***',
    'a.b|.*',
    'a.?',
    'a.[bc]',
    'a b',
    '__proto__',
  ])('is not %j', (text) => {
    expect(PathPattern.safeParse(text).success).toBe(false);
  });

  it('longer than any path is refused, because it would never apply', () => {
    expect(PathPattern.safeParse(Array.from({ length: MAX_PATH_SEGMENTS }, () => '*').join('.')).success).toBe(true);
    expect(PathPattern.safeParse(Array.from({ length: MAX_PATH_SEGMENTS + 1 }, () => '*').join('.')).success).toBe(
      false,
    );
  });

  it('a pattern without wildcards matches its own path and no other', () => {
    fc.assert(
      fc.property(arbSegments, arbSegments, (one, other) => {
        expect(matches(one.join('.'), other.join('.'))).toBe(one.join('.') === other.join('.'));
      }),
    );
  });

  it('a pattern with one star matches exactly the paths of its length that agree elsewhere', () => {
    fc.assert(
      fc.property(arbSegments, arbSegments, fc.nat(), (pattern, path, seed) => {
        const star = seed % pattern.length;
        const agrees =
          path.length === pattern.length &&
          path.every((segment, index) => index === star || segment === pattern[index]);
        expect(matches(pattern.with(star, '*').join('.'), path.join('.'))).toBe(agrees);
      }),
    );
  });

  it('a pattern with a final double star matches exactly what is below its head', () => {
    fc.assert(
      fc.property(fc.array(arbSegment, { maxLength: MAX_PATH_SEGMENTS - 1 }), arbSegments, (head, path) => {
        const isBelow = path.length > head.length && head.every((segment, index) => segment === path[index]);
        expect(matches([...head, '**'].join('.'), path.join('.'))).toBe(isBelow);
      }),
    );
  });
});
