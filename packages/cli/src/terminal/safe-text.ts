// The one escaper: every character a program, a tool or a file supplied passes here before a terminal sees it.
//
// Invariants
//   S1. Injective: two different texts never look the same, so what was read is what was approved. Escaping, not
//       stripping; the marks used for escaping are themselves escaped.
//   S2. No output character moves the cursor, changes direction, has no width, or passes for a plain space.
//   S3. One line in, one line out: a line break is shown, never made.
//
// Threats: escape sequences that repaint the question, carriage returns that overprint it, direction overrides,
// zero-width and tag characters that hide text, canonically equivalent spellings, stacked combining marks.

/** Shown in place of a line break and a tab, and where something is left out; escaped when they occur by themselves. */
const LINE_BREAK = '⏎';
const TAB = '⇥';
export const LEFT_OUT = '⋮';

const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}‹⏎⇥⋮]|(?! )\p{Zs}/u;
const MARK = /\p{M}/u;
/** Letters, digits and signs of ASCII: safe as they are, and most of what a long text is made of. */
const PLAIN = /^[ -~]*$/;
const MAX_MARKS_IN_A_ROW = 2;

/** One line, whatever it was. */
export function safeText(text: string): string {
  if (PLAIN.test(text)) return text;
  let safe = '';
  let marks = 0;
  let before = '';
  for (const character of text) {
    const isMark = MARK.test(character);
    marks = isMark ? marks + 1 : 0;
    const shown = isMark && !combines(before, character, marks) ? escaped(character) : show(character);
    before = shown === character ? character : '';
    safe += shown;
  }
  return safe;
}

/** The lines of a text, each ending in a visible mark where the text had a line break. */
export function safeLines(text: string): readonly string[] {
  const lines = text.split('\n').map(safeText);
  const marked = lines.map((line, index) => line + (index < lines.length - 1 ? LINE_BREAK : ''));
  return marked.length > 1 && marked.at(-1) === '' ? marked.slice(0, -1) : marked;
}

/** The same JSON value, spelled with escapes for every character that is not safe to print. */
export function safeJson(json: string): string {
  return [...json]
    .map((character) => (isUnsafe(character) && character !== '\n' ? unit(character) : character))
    .join('');
}

/** What a person should be told about a text beside its escapes; empty for most. */
export function cautionsOf(text: string): readonly string[] {
  const cautions: string[] = [];
  if (/\p{Bidi_Control}/u.test(text)) cautions.push('contains direction controls');
  else if (/(?![\n\t])[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text))
    cautions.push('contains invisible characters');
  if ((text.match(/[\p{L}\p{M}]+/gu) ?? []).some(mixesScripts)) cautions.push('mixes alphabets within a word');
  return cautions;
}

function show(character: string): string {
  if (character === '\n') return LINE_BREAK;
  if (character === '\t') return TAB;
  return isUnsafe(character) ? escaped(character) : character;
}

const isUnsafe = (character: string): boolean => UNSAFE.test(character) || character.normalize('NFC') !== character;

/** A mark may stand on a letter it does not melt into; one that does has a second spelling, and is shown apart. */
const combines = (before: string, mark: string, inARow: number): boolean =>
  before !== '' && inARow <= MAX_MARKS_IN_A_ROW && (before + mark).normalize('NFC') === before + mark;

const escaped = (character: string): string =>
  `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;

const unit = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
    .join('');

const mixesScripts = (word: string): boolean =>
  /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Armenian}/u.test(word);
