import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignRows, clip, widthOf, wrap } from './columns.js';

describe('wrap', () => {
  it('loses nothing and keeps to the width', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 4, max: 60 }), (text, width) => {
        const pieces = wrap(text, width);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) expect(widthOf(piece.trimEnd())).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('breaks at a space where it can', () => {
    expect(wrap('one two three', 8)).toEqual(['one two ', 'three']);
  });
});

describe('widthOf', () => {
  it('counts wide characters twice and colours not at all', () => {
    expect(widthOf('猫')).toBe(2);
    expect(widthOf('\u001b[31mred\u001b[39m')).toBe(3);
  });
});

describe('clip', () => {
  it('says that something was cut', () => {
    expect(clip('abcdef', 4)).toBe('abc…');
    expect(clip('abcd', 4)).toBe('abcd');
  });
});

describe('alignRows', () => {
  it('aligns columns and leaves no space at the end of a line', () => {
    expect(
      alignRows([
        ['a', 'bb', ''],
        ['ccc', 'd', ''],
      ]),
    ).toEqual(['a    bb', 'ccc  d']);
  });
});
