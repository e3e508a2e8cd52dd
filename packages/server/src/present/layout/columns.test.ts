import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignRows, clip, widthOf, wrap } from './columns.js';

describe('wrap', () => {
  it('loses nothing and keeps to the width', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 4, max: 60 }), (text, width) => {
        const pieces = wrap(text, width);
        expect(pieces.join('').replaceAll('⇢', '')).toBe(text);
        for (const piece of pieces) expect(widthOf(piece.replace(/(?<=[^ ]) $/, ''))).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('breaks at a single space where it can, and says where it could not', () => {
    expect(wrap('one two three', 8)).toEqual(['one two ', 'three']);
    expect(wrap('one  two', 5)).toEqual(['one ⇢', ' two']);
    expect(wrap('onetwo', 4)).toEqual(['one⇢', 'two']);
  });

  it('never cuts two texts into the same lines', () => {
    const seen = (text: string): string =>
      wrap(text, 6)
        .map((line) => line.trimEnd())
        .join('\n');
    const unit = fc.constantFrom('a', ' ', '猫');
    fc.assert(
      fc.property(fc.string({ unit }), fc.string({ unit }), (one, other) => {
        fc.pre(one.trimEnd() === one && other.trimEnd() === other && one !== other);
        expect(seen(one)).not.toBe(seen(other));
      }),
    );
    expect(seen('aaaaaa b')).not.toBe(seen('aaaaaab'));
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
