import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cautionsOf, safeJson, safeLines, safeText } from './safe-text.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('a', 'e', '\u0301', '\u202e', '‹', '›', 'U+202E', '⏎', '\n', '\t', '\r', '\u001b', ' '),
  }),
);

/** Reads back what was shown; only possible for every text if no two look alike. */
function readBack(shown: string): string {
  return shown
    .replaceAll('⏎', '\n')
    .replaceAll('⇥', '\t')
    .replaceAll(/‹U\+([0-9A-F]+)›/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

describe('safeText', () => {
  it('never shows two texts alike', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(readBack(safeText(text))).toBe(text);
      }),
    );
  });

  it('shows nothing that has a second spelling', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(safeText(text).normalize('NFC')).toBe(safeText(text));
      }),
    );
  });

  it('shows no control, no invisible character and no space but the plain one', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(safeText(text)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u);
      }),
    );
  });

  it.each([
    ['an escape sequence', 'safe\u001b[2K\u001b[1Aevil', 'safe‹U+001B›[2K‹U+001B›[1Aevil'],
    ['an overprint', 'safe\revil', 'safe‹U+000D›evil'],
    ['a direction override', 'a\u202eb', 'a‹U+202E›b'],
    ['a zero-width space', 'a\u200bb', 'a‹U+200B›b'],
    ['a tag character', 'a\u{e0041}b', 'a‹U+E0041›b'],
    ['a C1 control', 'a\u009bb', 'a‹U+009B›b'],
    ['a soft hyphen', 'a\u00adb', 'a‹U+00AD›b'],
    ['a Hangul filler', 'a\u3164b', 'a‹U+3164›b'],
    ['a no-break space', 'a\u00a0b', 'a‹U+00A0›b'],
    ['half a surrogate pair', 'a\ud800b', 'a‹U+D800›b'],
    ['the Kelvin sign', '\u212a', '‹U+212A›'],
    ['a line break', 'a\nb', 'a⏎b'],
    ['an imitation of an escape', '‹U+202E›', '‹U+2039›U+202E›'],
    ['letters of many scripts', 'naïve 猫 Ωμέγα', 'naïve 猫 Ωμέγα'],
  ])('shows %s', (_what, text, shown) => {
    expect(safeText(text)).toBe(shown);
  });

  it('does not let marks pile up', () => {
    expect(safeText(`x${'\u0337'.repeat(4)}`)).toBe('x\u0337\u0337‹U+0337›‹U+0337›');
  });
});

describe('safeLines', () => {
  it('marks each line break of the text, so that a wrapped line is not taken for two', () => {
    expect(safeLines('a\n\nb')).toEqual(['a⏎', '⏎', 'b']);
    expect(safeLines('a\n')).toEqual(['a⏎']);
    expect(safeLines('')).toEqual(['']);
  });
});

describe('safeJson', () => {
  it('spells the same value', () => {
    fc.assert(
      fc.property(fc.json(), anyText, (json, text) => {
        const document = JSON.stringify({ json, text }, null, 2);
        expect(JSON.parse(safeJson(document))).toEqual(JSON.parse(document));
      }),
    );
  });

  it('escapes what a terminal would obey', () => {
    expect(safeJson(JSON.stringify('\u009b\u202e'))).toBe('"\\u009b\\u202e"');
  });
});

describe('cautionsOf', () => {
  it.each([
    ['plain text\n', []],
    ['\u202eabc', ['contains direction controls']],
    ['a\u200bb', ['contains invisible characters']],
    ['p\u0430ypal.com', ['mixes alphabets within a word']],
    ['две words', []],
  ])('reads %j', (text, cautions) => {
    expect(cautionsOf(text)).toEqual(cautions);
  });
});
