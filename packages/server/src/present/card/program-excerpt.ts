// Where in the program calls are: the lines around them, numbered, the calling lines marked.

import type { RowStyle } from './argument-rows.js';
import { padStart, widthOf, wrap } from '../layout/columns.js';
import { LEFT_OUT, safeText, sourceLines } from '@toolshed/kernel/runtime';
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
  return shorten(placesInProgram(source, [{ line, column }], style), style.amount);
}

/** One view of the program for several calls: each calling line is marked, and lines far from all of them are left out. */
export function placesInProgram(
  source: string,
  calls: readonly Omit<CallPlace, 'source'>[],
  style: RowStyle,
): readonly string[] {
  const lines = sourceLines(source);
  const places = calls.flatMap(({ line, column }) =>
    line === undefined || lines[line - 1] === undefined ? [] : [{ line, column }],
  );
  if (places.length === 0) return [];
  const columns = new Map(places.map(({ line, column }) => [line, column]));
  const near = linesNear([...columns.keys()]);
  const numbers = lines.map((_, index) => index + 1).filter((number) => style.amount === 'full' || near.has(number));
  const digits = String(numbers.at(-1)).length;
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1] ?? number - 1;
    const gap = number === before + 1 ? [] : [`  ${padStart(LEFT_OUT, digits)}`];
    const marking = { digits, isCall: columns.has(number), column: columns.get(number) };
    return [...gap, ...numbered(lines[number - 1] ?? '', number, marking, style)];
  });
}

function linesNear(marked: readonly number[]): ReadonlySet<number> {
  const near = new Set<number>();
  for (const line of marked) for (let at = line - AROUND; at <= line + AROUND; at += 1) near.add(at);
  return near;
}

interface Marking {
  readonly digits: number;
  readonly isCall: boolean;
  readonly column: number | undefined;
}

function numbered(
  text: string,
  number: number,
  { digits, isCall, column }: Marking,
  { paint, width }: RowStyle,
): readonly string[] {
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
