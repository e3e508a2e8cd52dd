// Text laid out in columns of a terminal. Takes text that is safe already; never drops a character of it. How wide a
// character is comes from the tables of Unicode; which characters they are right about is decided in safe-text.ts.

import { eastAsianWidth } from 'get-east-asian-width';
import { CONTINUED } from '@toolshed/kernel/runtime';

/** Among safe characters only these have no width of their own. */
const MARK = /\p{Mn}/u;
const PLAIN = /^[ -~]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours have no width
const COLOUR = /\u001b\[[0-9;]*m/g;

/** The columns a text takes in a terminal; colours take none. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text.replaceAll(COLOUR, '')) width += widthOfCode(character.codePointAt(0) ?? 0);
  return width;
}

/** Fills a text up to `width` columns, behind it. */
export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));
/** Fills a text up to `width` columns, before it. */
export const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text;

/**
 * Cuts into pieces of at most `width` columns. A piece ends at a single space, which stays at its end, or, where there
 * is none, in a mark that no safe text contains: two texts never look the same because of where they were cut.
 */
export function wrap(text: string, width: number): readonly string[] {
  const room = Math.max(LEAST, width);
  if (PLAIN.test(text) && text.length <= room) return [text];
  const pieces: string[] = [];
  let from = 0;
  while (from < text.length) {
    const { end, isSoft } = cutOf(text, from, room);
    pieces.push(text.slice(from, end) + (isSoft ? '' : CONTINUED));
    from = end;
  }
  return pieces.length === 0 ? [''] : pieces;
}

/** Room for a wide character and the mark of a cut. */
const LEAST = 3;

/** Where a piece ends that starts at `from`: after the last single space within the room, or else where it is full. */
function cutOf(text: string, from: number, room: number): { readonly end: number; readonly isSoft: boolean } {
  let columns = 0;
  let soft = 0;
  let hard = from;
  for (let at = from; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const next = at + (code > 0xffff ? 2 : 1);
    if (code === SPACE && isSingle(text, at) && at > from) soft = next;
    columns += widthOfCode(code);
    if (columns > room)
      return soft > 0 ? { end: soft, isSoft: true } : { end: Math.max(hard, from + 1), isSoft: false };
    if (columns < room) hard = next;
    at = next;
  }
  return { end: text.length, isSoft: true };
}

const SPACE = 0x20;
const isSingle = (text: string, at: number): boolean =>
  at + 1 < text.length && text.charCodeAt(at - 1) !== SPACE && text.charCodeAt(at + 1) !== SPACE;

/** At most `width` columns, ending in `…` if there was more. For identifiers and titles that are shown in full elsewhere. */
export function clip(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let clipped = '';
  let columns = 0;
  for (const character of text) {
    columns += widthOfCode(character.codePointAt(0) ?? 0);
    if (columns > width - 1) break;
    clipped += character;
  }
  return `${clipped}…`;
}

/** Rows with aligned columns, two spaces between, no space at the end of a line. */
export function alignRows(rows: readonly (readonly string[])[], indent = ''): readonly string[] {
  const longest = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: longest }, (_, i) => Math.max(...rows.map((row) => widthOf(row[i] ?? ''))));
  return rows.map((row) => (indent + row.map((cell, i) => padEnd(cell, widths[i] ?? 0)).join('  ')).trimEnd());
}

function widthOfCode(code: number): number {
  if (code < 0x300) return 1;
  return MARK.test(String.fromCodePoint(code)) ? 0 : eastAsianWidth(code);
}
