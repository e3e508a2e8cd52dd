// What a call would do, as its tool predicts it.

import type { PreviewResult } from '@toolshed/kernel';
import { assertNever, CONTINUED, LEFT_OUT, safeLines, safeText } from '@toolshed/kernel/runtime';
import { structuredPatch } from 'diff';
import { type RowStyle, valueLines } from './argument-rows.js';
import { alignRows, clip, widthOf, wrap } from '../layout/columns.js';
import { type Shown, shorten } from '../layout/shortened.js';

/** The preview of a call, or why there is none. */
export function previewRows(preview: PreviewResult, style: RowStyle): Shown {
  switch (preview.kind) {
    case 'text':
      return shorten(
        safeLines(preview.text).flatMap((line) => wrap(line, style.width)),
        style.amount,
      );
    case 'diff':
      return diffRows(preview, style);
    case 'table':
      return tableRows(preview, style);
    case 'json':
      return valueLines(preview.value, style);
    case 'failed':
      return {
        lines: wrap(`No preview: ${safeText(preview.message)}`, style.width).map(style.paint.yellow),
        isShortened: false,
      };
    default:
      return assertNever(preview);
  }
}

function diffRows({ before, after, file }: Extract<PreviewResult, { kind: 'diff' }>, style: RowStyle): Shown {
  const { paint, width } = style;
  const { hunks } = structuredPatch('before', 'after', before, after, '', '', { context: 2 });
  const rows = hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [paint.dim(LEFT_OUT)]),
    ...hunk.lines.flatMap((line) => signedLines(line, width).map(colourOf(line, style))),
  ]);
  const shown = shorten(rows.length === 0 ? [paint.dim('no change')] : rows, style.amount);
  const title = file === undefined ? [] : wrap(safeText(file), width).map(paint.bold);
  return { ...shown, lines: [...title, ...shown.lines] };
}

/** Every piece of a line has its sign, and only the first has a space after it: no text can pass for another line. */
const signedLines = (line: string, width: number): readonly string[] =>
  wrap(safeText(line.slice(1)), width - 2).map(
    (piece, index) => `${line.slice(0, 1)}${index === 0 ? ' ' : CONTINUED}${piece}`,
  );

function colourOf(line: string, { paint }: RowStyle): (text: string) => string {
  if (line.startsWith('+')) return paint.green;
  if (line.startsWith('-')) return paint.red;
  return paint.dim;
}

function tableRows({ columns, rows, note }: Extract<PreviewResult, { kind: 'table' }>, style: RowStyle): Shown {
  const { paint, width, amount } = style;
  const foot = note === undefined ? [] : wrap(safeText(note), width).map(paint.dim);
  const cells = [columns, ...rows].map((row) => row.map(safeText));
  const whole = alignRows(cells);
  const fits = whole.every((line) => widthOf(line) <= width);
  if (!fits && amount === 'full') return { lines: [...recordLines(cells, style), ...foot], isShortened: false };
  const room = cellRoom(columns.length, width);
  const [head = '', ...body] = fits
    ? whole
    : alignRows(cells.map((row) => row.map((cell) => clip(cell, room)))).map((line) => clip(line, width));
  const shown = shorten(body, amount);
  return { lines: [paint.bold(head), ...shown.lines, ...foot], isShortened: shown.isShortened || !fits };
}

/** A table that is wider than the screen: one cell a line, each row under its number. */
function recordLines(
  [columns = [], ...rows]: readonly (readonly string[])[],
  { paint, width }: RowStyle,
): readonly string[] {
  return rows.flatMap((row, index) => [
    paint.bold(`row ${index + 1}`),
    ...row.flatMap((cell, at) =>
      wrap(`${columns[at] ?? ''}: ${cell}`, width - 4).map(
        (piece, part) => `  ${part === 0 ? '- ' : `${CONTINUED} `}${piece}`,
      ),
    ),
  ]);
}

const cellRoom = (columns: number, width: number): number => Math.max(8, Math.floor(width / Math.max(1, columns)) - 2);
