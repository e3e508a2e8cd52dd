// Our labels on the left, text of programs and tools on the right. Nothing on the right can reach the left.

import { padEnd } from './columns.js';
import type { RowStyle } from '../card/argument-rows.js';

/** Columns that belong to labels. */
const LABEL_COLUMNS = 13;

/** Lines with a label in a column before the first of them. */
export function labelledRow(
  label: string,
  lines: readonly string[],
  { paint }: Pick<RowStyle, 'paint'>,
): readonly string[] {
  return lines.map((line, index) =>
    `${paint.dim(padEnd(index === 0 ? `  ${label}` : '', LABEL_COLUMNS))}${line}`.trimEnd(),
  );
}

/** What is left for the text beside a label. */
export const besideLabel = <S extends { readonly width: number }>(style: S): S => ({
  ...style,
  width: style.width - LABEL_COLUMNS,
});
