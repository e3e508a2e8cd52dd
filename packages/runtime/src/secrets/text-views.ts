// A text as it reads once its escapes are undone, with the way back: which piece of the text each character came from.
// Escapes of URLs, JSON and HTML are undone one kind at a time, as the program that wrote them would read them: a value may itself
// hold what looks like an escape of another kind (`\pass%41`), and that must stay. They are undone together as well: a
// text may mix them.
// Line breaks are undone too: what writes base64 breaks it into lines. So are zeros, which UTF-16 puts between letters.

export interface View {
  readonly text: string;
  /** Where in the original each character begins and ends; undefined for the original. */
  readonly places: Places | undefined;
}

interface Places {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Escapes within escapes: JSON in JSON, a URL in a URL, a URL in JSON. */
const MAX_LEVELS = 2;

/** The text itself, with its escapes undone in each way as often as there are any, and each of these in one line. */
export function viewsOf(text: string): readonly View[] {
  const views: View[] = [{ text, places: undefined }];
  const known = new Set([text]);
  for (let level = 0, from = 0; level < MAX_LEVELS; level++) {
    const last = views.slice(from);
    from = views.length;
    for (const view of last.flatMap(unescaped)) {
      if (known.has(view.text)) continue;
      known.add(view.text);
      views.push(view);
    }
  }
  return [...views, ...views.flatMap((view) => rewrite(view, /[\r\n\0]/, breakAt) ?? [])];
}

/** By one kind of escapes each, and by all of them where there is more than one kind. */
function unescaped(view: View): readonly View[] {
  const single = KINDS.flatMap(([sign, readAt]) => rewrite(view, sign, readAt) ?? []);
  const together = single.length > 1 ? rewrite(view, /[%\\&]/, escapeAt) : undefined;
  return together ? [...single, together] : single;
}

/** Where in the original the character at this place begins. */
export const startIn = ({ places }: View, index: number): number => (places ? (places.starts[index] ?? 0) : index);

/** Where in the original what ends before this place ends: a line break that follows is no part of it. */
export const endIn = ({ places }: View, index: number): number => (places ? (places.ends[index - 1] ?? 0) : index);

/** Undefined if there is nothing to undo. */
function rewrite(view: View, sign: RegExp, readAt: ReadEscape): View | undefined {
  const { text } = view;
  if (!sign.test(text)) return undefined;
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  const codes = new Uint16Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; ) {
    const found = readAt(text, index);
    const units = found?.meant ?? text.charAt(index);
    const next = index + (found?.length ?? 1);
    for (let unit = 0; unit < units.length; unit++) {
      starts[length] = startIn(view, index);
      ends[length] = endIn(view, next);
      codes[length++] = units.charCodeAt(unit);
    }
    index = next;
  }
  if (length === text.length) return undefined;
  return { text: textOf(codes.subarray(0, length)), places: { starts, ends } };
}

interface Escape {
  readonly meant: string;
  readonly length: number;
}

type ReadEscape = (text: string, index: number) => Escape | undefined;

const escapeAt = (text: string, index: number): Escape | undefined =>
  percentAt(text, index) ?? backslashAt(text, index) ?? entityAt(text, index);

const percentAt = (text: string, index: number): Escape | undefined =>
  text.charCodeAt(index) === PERCENT ? numbered(text, index, index + 1, index + 3, 16) : undefined;

function backslashAt(text: string, index: number): Escape | undefined {
  if (text.charCodeAt(index) !== BACKSLASH) return undefined;
  switch (text.charCodeAt(index + 1)) {
    case SMALL_U:
      return numbered(text, index, index + 2, index + 6, 16);
    case SMALL_X:
      return numbered(text, index, index + 2, index + 4, 16);
    default:
      return named(SHORT_ESCAPES[text.charAt(index + 1)], 2);
  }
}

const breakAt = (text: string, index: number): Escape | undefined =>
  BREAKS.has(text.charCodeAt(index)) ? NOTHING : undefined;

const NOTHING: Escape = { meant: '', length: 1 };
/** Zero, line feed and return. */
const BREAKS: ReadonlySet<number> = new Set([0, 10, 13]);
const PERCENT = 37;
const AMPERSAND = 38;
const BACKSLASH = 92;
const SMALL_U = 117;
const SMALL_X = 120;
const LONGEST_ENTITY = 10;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function entityAt(text: string, index: number): Escape | undefined {
  if (text.charCodeAt(index) !== AMPERSAND) return undefined;
  const name = text.slice(index + 1, index + LONGEST_ENTITY).split(';', 1)[0] ?? '';
  const end = index + 1 + name.length;
  if (text.charAt(end) !== ';') return undefined;
  if (!name.startsWith('#')) return named(ENTITIES[name.toLowerCase()], name.length + 2);
  const isHex = /^#x/i.test(name);
  const read = numbered(text, index, index + (isHex ? 3 : 2), end, isHex ? 16 : 10);
  return read && { ...read, length: read.length + 1 };
}

const named = (meant: string | undefined, length: number): Escape | undefined =>
  meant === undefined ? undefined : { meant, length };

/** The character whose number is written between two places. */
function numbered(text: string, index: number, from: number, to: number, base: 10 | 16): Escape | undefined {
  const digits = text.slice(from, to);
  if (digits.length !== to - from || !(base === 16 ? /^[0-9a-f]+$/i : /^[0-9]+$/).test(digits)) return undefined;
  const code = Number.parseInt(digits, base);
  return code > 0x10ffff ? undefined : { meant: String.fromCodePoint(code), length: to - index };
}

const KINDS: readonly (readonly [sign: RegExp, readAt: ReadEscape])[] = [
  [/%/, percentAt],
  [/\\/, backslashAt],
  [/&/, entityAt],
];

const PIECE = 8_192;

function textOf(codes: Uint16Array): string {
  let text = '';
  for (let start = 0; start < codes.length; start += PIECE)
    text += String.fromCharCode(...codes.subarray(start, start + PIECE));
  return text;
}
