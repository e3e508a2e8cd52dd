// The one escaper: every character a program, a tool or a file supplied passes here before a person sees it
// (invariant 12 of ARCHITECTURE.md).
//
// Invariants
//   S1. Injective: two different texts never look the same, so what was read is what was approved. Escaping, not
//       stripping; the marks used for escaping are themselves escaped.
//   S2. A character is shown as it is only if it is on the list of those that are visible, run from left to right, and
//       are as wide in every terminal as `server/src/present/layout/columns.ts` counts. Everything else is escaped,
//       also what no list has yet.
//   S3. One line in, one line out: a line break is shown, never made.
//
// Threats: escape sequences that repaint the question, carriage returns that overprint it, direction overrides and
// letters that run from right to left, characters without width or ink that hide text, characters wider than they are
// counted that push text into our columns, canonically equivalent spellings, stacked combining marks.

/** Shown in place of a line break and a tab, where something is left out, and where a line continues in the next. */
const LINE_BREAK = '⏎';
const TAB = '⇥';
export const LEFT_OUT = '⋮';
export const CONTINUED = '⇢';
const OURS = /[‹⏎⇥⋮⇢]/;

/** Letters of scripts that need no shaping; syllables for Hangul, because its single letters join into one cell. */
const LETTERS =
  /[[\p{L}\p{N}\p{P}\p{S}]&&[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3131-\u318e\uac00-\ud7a3]&&[ -\uffff\u{20000}-\u{3fffd}]]/v;
/** Punctuation and symbols that belong to no script. Braille is not among them: one of its signs is blank. */
const SIGNS =
  /[[\p{L}\p{N}\p{P}\p{S}]&&[\p{Script=Common}]&&[ -\u02ff\u2010-\u27ff\u2900-\u2bff\u2e00-\u2e7f\u3001-\u33ff\ufe30-\ufe6f\uff01-\uffee\ufffd]]/v;
/** Terminals disagree about their width: those that came late or became wide later, and those drawn as pictures. */
const DISPUTED =
  /[\p{Default_Ignorable_Code_Point}\p{Emoji_Presentation}\u0e33\u2630-\u2637\u268a-\u268f\u2ffc-\u2fff\u31bb-\u31bf\u31e4-\u31ef\u3248-\u324f\uff9e\uff9f]/u;
/** Marks of one cell's height and no width of their own, each only on letters of its own kind. */
const MARK = /[\u0300-\u034e\u0350-\u035b\u0363-\u036f]/;
const MARKED = /[\p{L}&&[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]]/v;
const THAI_MARK = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/;
const THAI = /[\u0e01-\u0e2e]/;
const MAX_MARKS = 2;
/** ASCII that ends in ink: safe as it is, and most of what a long text is made of. */
const PLAIN = /^(?:[ -~]*[!-~])?$/;

/** S1 and S3. One line, whatever it was. A space at its end is escaped: nobody sees it there. */
export function safeText(text: string): string {
  if (PLAIN.test(text)) return text;
  const body = text.endsWith(' ') ? text.slice(0, -1) : text;
  let safe = '';
  let cluster = '';
  for (const character of body) {
    if (isVisible(character)) cluster = character;
    else cluster = joins(cluster, character) ? cluster + character : '';
    safe += cluster === '' ? escaped(character) : character;
  }
  return body === text ? safe : safe + escaped(' ');
}

/** A string as a value: in quotes, so that it is no number, no word of ours, and ends where it ends. */
export const quotedText = (text: string): string =>
  safeText(`"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);

/** A key that is not a plain name is quoted, so that it cannot look like two keys or like a value. */
export const keyText = (key: string): string => (/^[A-Za-z_][A-Za-z0-9_-]*$/.test(key) ? key : quotedText(key));

/** The lines of a text, each ending in a visible mark where the text had a line break. */
export function safeLines(text: string): readonly string[] {
  const lines = text.split('\n').map(safeText);
  const marked = lines.map((line, index) => line + (index < lines.length - 1 ? LINE_BREAK : ''));
  return marked.length > 1 && marked.at(-1) === '' ? marked.slice(0, -1) : marked;
}

/** The same JSON value, spelled with escapes for every character that is not safe to print. */
export function safeJson(json: string): string {
  return [...json]
    .map((character) =>
      isVisible(character) || character === '\n' || OURS.test(character) ? character : unit(character),
    )
    .join('');
}

/** What a person should know about a text beside its escapes; empty for most. */
export function cautionsOf(text: string): readonly string[] {
  const cautions: string[] = [];
  if (/\p{Bidi_Control}/u.test(text)) cautions.push('contains direction controls');
  else if (/(?![\n\t])[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text))
    cautions.push('contains invisible characters');
  if ((text.match(/[\p{L}\p{M}]+/gu) ?? []).some(mixesScripts)) cautions.push('mixes alphabets within a word');
  return cautions;
}

/** S2. Whether a character may be shown by itself. */
const isVisible = (character: string): boolean =>
  (character >= ' ' && character <= '~') ||
  ((SIGNS.test(character) || LETTERS.test(character)) &&
    !DISPUTED.test(character) &&
    !OURS.test(character) &&
    character.normalize('NFC') === character);

/** A mark may stand on a letter it does not melt into; one that does has a second spelling, and is shown apart. */
function joins(cluster: string, mark: string): boolean {
  const [base = ''] = cluster;
  const isKind = (MARK.test(mark) && MARKED.test(base)) || (THAI_MARK.test(mark) && THAI.test(base));
  return isKind && cluster.length <= MAX_MARKS && (cluster + mark).normalize('NFC') === cluster + mark;
}

function escaped(character: string): string {
  if (character === '\n') return LINE_BREAK;
  if (character === '\t') return TAB;
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;
}

const unit = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
    .join('');

const mixesScripts = (word: string): boolean =>
  /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Armenian}/u.test(word);
