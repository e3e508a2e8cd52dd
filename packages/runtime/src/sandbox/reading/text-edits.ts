// Changes to the text of a program that keep its lines, and how its columns shifted. Errors name the place that the
// agent wrote, not the place in the text that the engine was given.

import type { ColumnShift } from '../guest/place/column-shifts.js';

/** Replaces `cut` characters at an offset. Neither side holds the end of a line, except at the end of the text. */
export interface TextEdit {
  readonly at: number;
  readonly cut: number;
  readonly put: string;
}

export interface EditedText {
  readonly text: string;
  readonly shifts: readonly ColumnShift[];
}

/** `edits` are in the order of their places. */
export function applyEdits(source: string, edits: readonly TextEdit[]): EditedText {
  const shifts: ColumnShift[] = [];
  let text = '';
  let from = 0;
  let line = 1;
  let lineStart = 0;
  let lineEnd = nextLineEnd(source, 0);
  let by = 0;
  for (const { at, cut, put } of edits) {
    for (; lineEnd < at; lineEnd = nextLineEnd(source, lineStart)) {
      line++;
      lineStart = lineEnd + 1;
      by = 0;
    }
    text += source.slice(from, at) + put;
    from = at + cut;
    by += put.length - cut;
    if (put.length !== cut) shifts.push([line, from - lineStart + 1 + by, by]);
  }
  return { text: text + source.slice(from), shifts };
}

/** Everything outside the range becomes blanks, so that what is in it stays where it was. */
export const blankAround = (source: string, from: number, to: number): string =>
  blank(source.slice(0, from)) + source.slice(from, to) + blank(source.slice(to));

const blank = (text: string): string => text.replaceAll(/[^\r\n\u2028\u2029]/g, ' ');

function nextLineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}
