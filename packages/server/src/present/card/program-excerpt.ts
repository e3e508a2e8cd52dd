// Where in the program a call is: the lines around it, numbered, the calling line marked.

import type { RowStyle } from './argument-rows.js';
import { padStart, widthOf, wrap } from '../layout/columns.js';
import { safeText } from '@toolshed/kernel/runtime';
import { type Shown, shorten } from '../layout/shortened.js';

export interface CallPlace {
  /** The whole program. */
  readonly source: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** Lines shown before and after the call; all of them where everything is shown. */
const AROUND = 2;

export function programExcerpt({ source, line, column }: CallPlace, style: RowStyle): Shown {
  const lines = source.replace(/\n$/, '').split('\n');
  if (line === undefined || lines[line - 1] === undefined) return { lines: [], isShortened: false };
  const isFull = style.amount === 'full';
  const from = isFull ? 0 : Math.max(0, line - 1 - AROUND);
  const until = isFull ? lines.length : line + AROUND;
  const digits = String(until).length;
  const rows = lines
    .slice(from, until)
    .flatMap((text, index) => numbered(text, from + index + 1, { digits, line, column }, style));
  return shorten(rows, style.amount);
}

interface Marking {
  readonly digits: number;
  readonly line: number;
  readonly column: number | undefined;
}

function numbered(
  text: string,
  number: number,
  { digits, line, column }: Marking,
  { paint, width }: RowStyle,
): readonly string[] {
  const isCall = number === line;
  const room = width - digits - 5;
  const pieces = wrap(safeText(text), room);
  const rows = pieces.map((piece, part) => {
    const mark = isCall && part === 0 ? paint.yellow('▶') : ' ';
    const gutter = padStart(part === 0 ? String(number) : '', digits);
    return `${mark} ${(isCall ? paint.bold : paint.dim)(`${gutter} │ ${piece}`.trimEnd())}`;
  });
  // With a character after it: a space at the end would be escaped.
  const at = column === undefined ? Number.NaN : widthOf(safeText(`${text.slice(0, column - 1)}^`)) - 1;
  const hasPointer = isCall && pieces.length === 1 && at < room;
  return hasPointer
    ? [...rows, `${' '.repeat(digits + 3)}${paint.dim('│')} ${' '.repeat(at)}${paint.yellow('^')}`]
    : rows;
}
