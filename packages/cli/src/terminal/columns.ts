// Text laid out in columns of a terminal. Takes text that is safe already; never drops a character of it.

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
const MARK = /\p{M}/u;
const PLAIN = /^[ -~]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours have no width
const COLOUR = /\u001b\[[0-9;]*m/g;

export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text.replaceAll(COLOUR, '')) width += widthOfCharacter(character);
  return width;
}

export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));
export const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text;

/** Cuts into pieces of at most `width` columns, at spaces where it can. Joined, the pieces are the text. */
export function wrap(text: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let columns = 0;
  for (const word of text.match(/[^ ]* ?/g) ?? []) {
    const size = widthOf(word);
    const visible = word.endsWith(' ') ? size - 1 : size;
    if (piece !== '' && columns + visible > width) {
      pieces.push(piece);
      piece = '';
      columns = 0;
    }
    if (columns + visible <= width) {
      piece += word;
      columns += size;
      continue;
    }
    const parts = chop(word, width);
    for (const part of parts.slice(0, -1)) pieces.push(part);
    piece = parts.at(-1) ?? '';
    columns = widthOf(piece);
  }
  if (piece !== '' || pieces.length === 0) pieces.push(piece);
  return pieces;
}

/** At most `width` columns, ending in `…` if there was more. For identifiers and titles that are shown in full elsewhere. */
export function clip(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let clipped = '';
  for (const character of text) {
    if (widthOf(clipped + character) > width - 1) break;
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

function chop(text: string, width: number): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let columns = 0;
  for (const character of text) {
    const more = widthOfCharacter(character);
    if (part !== '' && character !== ' ' && columns + more > width) {
      parts.push(part);
      part = '';
      columns = 0;
    }
    part += character;
    columns += more;
  }
  return [...parts, part];
}

const widthOfCharacter = (character: string): number =>
  character < '\u0300' ? 1 : WIDE.test(character) ? 2 : MARK.test(character) ? 0 : 1;
