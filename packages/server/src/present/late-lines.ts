// The outcomes of handlers that ended after their calls; their programs never got them.

import type { CallReport, LateOutcomeReport } from '@toolshed/runtime';
import { type RowStyle, valueLines } from './card/argument-rows.js';
import { wrap } from './layout/columns.js';
import { besideLabel, labelledRow } from './layout/labelled-row.js';
import { safeLines, safeText } from '@toolshed/kernel/runtime';

/** Nothing for a call whose handler was waited for to its end. */
export function lateLines({ call, path, lateOutcome }: CallReport, style: RowStyle): readonly string[] {
  const inner = besideLabel(style);
  if (lateOutcome === undefined) return [];
  return labelledRow(`call ${call}`, [...wrap(safeText(path), inner.width), ...lateWords(lateOutcome, inner)], style);
}

export function lateWords(late: LateOutcomeReport | undefined, style: RowStyle): readonly string[] {
  if (late === undefined) return [];
  const { attempt, outcome } = late;
  if (outcome === 'threw') {
    const message = safeLines(late.error.message).flatMap((line) => wrap(line, style.width));
    return [`attempt ${attempt} failed:`, ...message];
  }
  const value = late.value === undefined ? [] : valueLines(late.value, style).lines;
  return [`attempt ${attempt} returned, so it happened${value.length > 0 ? ':' : ''}`, ...value];
}
