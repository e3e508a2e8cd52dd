// The line of a program that an error names, with a mark under its column, as compilers show it.

import { sourceLines } from '@toolshed/kernel/runtime';

/** Of a long line only this much is shown, around the column. */
const WIDEST = 120;
const BEFORE = 60;

export interface Place {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Undefined where the error names no line of the program. */
export function programExcerpt(source: string, { line, column = 1 }: Place): string | undefined {
  const text = line === undefined ? undefined : sourceLines(source)[line - 1];
  if (text === undefined || text.trim() === '') return undefined;
  const at = Math.min(Math.max(column - 1, 0), text.length);
  const from = text.length <= WIDEST ? 0 : Math.max(0, at - BEFORE);
  const shown = text.slice(from, from + WIDEST);
  const head = from === 0 ? '' : '…';
  const tail = from + WIDEST < text.length ? '…' : '';
  const before = `${head}${shown.slice(0, at - from)}`.replaceAll(/[^\t]/g, ' ');
  const margin = `${line} | `;
  return `${margin}${head}${shown}${tail}\n${' '.repeat(margin.length - 2)}| ${before}^`;
}
