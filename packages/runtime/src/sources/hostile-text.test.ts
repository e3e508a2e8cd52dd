import { describe, expect, it } from 'vitest';
import { plainLine, plainText } from './hostile-text.js';

describe('plainText', () => {
  it('takes out what hides or reorders text', () => {
    expect(plainText('a\u001b[31mb\u202ec\u2066d\u200be\u0000f\u2028g', 100)).toBe('a[31mbcdefg');
  });

  it('keeps lines and tabs', () => {
    expect(plainText('a\r\nb\tc', 100)).toBe('a\nb\tc');
  });

  it('says what it cut', () => {
    expect(plainText('abcdef', 4)).toBe('abcd… (2 more characters)');
  });
});

describe('plainLine', () => {
  it('makes one line of any text', () => {
    expect(plainLine(' a\n\n b\t', 100)).toBe('a b');
  });
});
