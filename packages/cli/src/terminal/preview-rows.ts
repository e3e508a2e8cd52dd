// What a call would do, as its tool foresees it.

import { assertNever, type PreviewResult } from '@toolshed/kernel';
import { structuredPatch } from 'diff';
import { type RowStyle, valueLines } from './argument-rows.js';
import { alignRows, clip, widthOf, wrap } from './columns.js';
import { LEFT_OUT, safeLines, safeText } from './safe-text.js';
import { type Shown, shorten } from './shortened.js';

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
        lines: wrap(style.paint.yellow(`No preview: ${safeText(preview.message)}`), style.width),
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
    ...hunk.lines.flatMap((line) =>
      wrap(`${line.slice(0, 1)} ${safeText(line.slice(1))}`, width).map((piece) => colourOf(line, style)(piece)),
    ),
  ]);
  const shown = shorten(rows.length === 0 ? [paint.dim('no change')] : rows, style.amount);
  const title = file === undefined ? [] : wrap(safeText(file), width).map(paint.bold);
  return { ...shown, lines: [...title, ...shown.lines] };
}

function colourOf(line: string, { paint }: RowStyle): (text: string) => string {
  if (line.startsWith('+')) return paint.green;
  if (line.startsWith('-')) return paint.red;
  return paint.dim;
}

function tableRows({ columns, rows, note }: Extract<PreviewResult, { kind: 'table' }>, style: RowStyle): Shown {
  const { paint, width, amount } = style;
  const room = amount === 'full' ? Number.POSITIVE_INFINITY : cellRoom(columns.length, width);
  const cells = [columns, ...rows].map((row) => row.map(safeText));
  const isClipped = cells.some((row) => row.some((cell) => widthOf(cell) > room));
  const [head = '', ...body] = alignRows(cells.map((row) => row.map((cell) => clip(cell, room))));
  const shown = shorten(body, amount);
  const foot = note === undefined ? [] : wrap(paint.dim(safeText(note)), width);
  return { lines: [paint.bold(head), ...shown.lines, ...foot], isShortened: shown.isShortened || isClipped };
}

const cellRoom = (columns: number, width: number): number => Math.max(8, Math.floor(width / Math.max(1, columns)) - 2);
