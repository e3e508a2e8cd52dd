import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  InvalidToolPathError,
  isPathSegment,
  joinSegments,
  MAX_PATH_SEGMENTS,
  segmentsOf,
  toolPath,
  ToolPath,
} from './tool-path.js';

const arbSegment = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,20}$/).filter(isPathSegment);
const arbSegments = fc.array(arbSegment, { minLength: 1, maxLength: MAX_PATH_SEGMENTS });

describe('toolPath', () => {
  it.each(['github.issues.create', 'a', 'a-b.c_d.E9', `a${'b'.repeat(63)}`])('takes %j', (text) => {
    expect(toolPath(text)).toBe(text);
  });

  it.each([
    ['nothing', ''],
    ['an empty segment', 'github..create'],
    ['a leading dot', '.github'],
    ['a trailing dot', 'github.'],
    ['a digit first', 'github.1st'],
    ['a trailing space', 'github.create '],
    ['a trailing line break', 'github.create\n'],
    ['a NUL', 'github.create\0'],
    ['a wildcard', 'github.*'],
    ['a slash', 'github/create'],
    ['a segment of 65 characters', 'a'.repeat(65)],
    ['nine segments', 'a.b.c.d.e.f.g.h.i'],
  ])('refuses %s', (_what, text) => {
    expect(() => toolPath(text)).toThrow(InvalidToolPathError);
  });

  it.each([
    ['a full-width letter', 'ａdmin.wipe'],
    ['a Cyrillic letter', 'аdmin.wipe'],
    ['the Kelvin sign', 'toolKit.run'.replace('K', '\u212a')],
    ['a dotless i', 'adm\u0131n.wipe'],
    ['a long s', 'u\u017fer.list'],
    ['one dot leader', 'admin\u2024wipe'],
    ['a full-width full stop', 'admin\uff0ewipe'],
    ['a small full stop', 'admin\ufe52wipe'],
    ['a zero-width joiner', 'admin\u200d.wipe'],
    ['a soft hyphen', 'ad\u00admin.wipe'],
    ['a combining mark', 'admin\u0301.wipe'],
  ])('refuses a look-alike made with %s', (_what, text) => {
    expect(ToolPath.safeParse(text).success).toBe(false);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON'])(
    'reserves %s, which every object or promise answers to',
    (name) => {
      expect(ToolPath.safeParse(name).success).toBe(false);
      expect(ToolPath.safeParse(`github.${name}`).success).toBe(false);
      expect(joinSegments(['github', name])).toBeUndefined();
    },
  );

  it('reserves every name of Object.prototype', () => {
    expect(Object.getOwnPropertyNames(Object.prototype).filter(isPathSegment)).toEqual([]);
  });

  it('keeps paths that differ in case apart', () => {
    expect(toolPath('GitHub.create')).not.toBe(toolPath('github.create'));
  });
});

describe('joinSegments', () => {
  it('never reads a dot inside a segment as a border', () => {
    expect(joinSegments(['github.issues', 'create'])).toBeUndefined();
    expect(joinSegments(['admin.wipe'])).toBeUndefined();
  });

  it('refuses no segments and too many', () => {
    expect(joinSegments([])).toBeUndefined();
    expect(joinSegments(Array.from({ length: MAX_PATH_SEGMENTS + 1 }, () => 'a'))).toBeUndefined();
  });

  it('is undone by segmentsOf', () => {
    fc.assert(
      fc.property(arbSegments, (segments) => {
        const path = joinSegments(segments);
        expect(path && segmentsOf(path)).toEqual(segments);
      }),
    );
  });

  it('makes one path of at most one list of segments, whatever the segments are', () => {
    const arbAnySegments = fc.array(fc.oneof(arbSegment, fc.string(), fc.constantFrom('a.b', 'a', 'b', '.')));
    fc.assert(
      fc.property(arbAnySegments, arbAnySegments, (one, other) => {
        const [path, twin] = [joinSegments(one), joinSegments(other)];
        if (path !== undefined && path === twin) expect(one).toEqual(other);
      }),
    );
  });
});
