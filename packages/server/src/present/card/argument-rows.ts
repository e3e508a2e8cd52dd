// Arguments as a person reads them before deciding: one row per key, every character escaped, nothing cut silently.
//
// Threat: guest text that looks like ours. Keys and values are indented under a label the program cannot reach;
// strings are quoted, so a number cannot pass for a string nor a value for a key.

import type { Paint } from '../layout/paint.js';
import { padEnd, widthOf, wrap } from '../layout/columns.js';
import { layOutJson } from '../layout/json-layout.js';
import { cautionsOf, keyText, quotedText, safeLines, safeText } from '@toolshed/kernel/runtime';
import { type Amount, type Shown, shorten } from '../layout/shortened.js';

/** How rows are laid out. */
export interface RowStyle {
  /** In columns of a terminal. */
  readonly width: number;
  /** Colours, or none. */
  readonly paint: Paint;
  /** Everything, or the head and the tail of what is long. */
  readonly amount: Amount;
}

const MAX_KEY_COLUMNS = 16;
/** Where less is said, so that our own words stay in their column, too. */
const NARROW = 45;

/** Arguments, a row for each, what fits on a line first. */
export function argumentRows(args: unknown, style: RowStyle): Shown {
  if (args === undefined) return { lines: [], isShortened: false };
  if (!isRecord(args)) return valueLines(args, style);
  const keys = Object.keys(args);
  if (keys.length === 0) return { lines: ['{}'], isShortened: false };
  const column = Math.min(
    MAX_KEY_COLUMNS,
    Math.floor(style.width / 3),
    Math.max(...keys.map((key) => widthOf(keyText(key)))),
  );
  const rows = keys.map((key) => keyed(key, args[key], column, style)).sort(shortFirst);
  return { lines: rows.flatMap(({ lines }) => lines), isShortened: rows.some(({ isShortened }) => isShortened) };
}

/** One value on as many lines as it needs. */
export function valueLines(value: unknown, style: RowStyle): Shown {
  const text = typeof value === 'string' ? value : layOutJson(value, style.width);
  const lines = typeof value === 'string' ? stringLines(value, style) : jsonLines(text, style);
  const size = style.width < NARROW ? '' : `, ${text.length} characters in all`;
  const shown = shorten(lines, style.amount, size);
  return {
    ...shown,
    lines: [...shown.lines, ...cautionsOf(text).map((caution) => style.paint.yellow(`! ${caution}`))],
  };
}

/** One line in quotes, or several behind a bar. */
function stringLines(text: string, { width, paint }: RowStyle): readonly string[] {
  if (!text.includes('\n')) return wrap(quotedText(text), width);
  return safeLines(text).flatMap((line) => wrap(line, width - 2).map((piece) => `${paint.dim('│')} ${piece}`));
}

const jsonLines = (json: string, { width }: RowStyle): readonly string[] =>
  json.split('\n').flatMap((line) => wrap(safeText(line), width));

function keyed(key: string, value: unknown, column: number, style: RowStyle): Shown {
  const label = keyText(key);
  const indent = ' '.repeat(column + 2);
  const { lines, isShortened } = valueLines(value, { ...style, width: style.width - indent.length });
  const [first = '', ...rest] = lines;
  const head =
    widthOf(label) > column
      ? [...wrap(label, style.width).map(style.paint.cyan), indent + first]
      : [`${style.paint.cyan(padEnd(label, column))}  ${first}`];
  return { lines: [...head, ...rest.map((line) => indent + line)], isShortened };
}

/** What fits on a line before what needs many, so that nothing short is pushed out of sight. */
const shortFirst = (a: Shown, b: Shown): number => Math.sign(a.lines.length - 1) - Math.sign(b.lines.length - 1);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
