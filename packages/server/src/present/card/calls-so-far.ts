// What a program has done before it asks: its calls, the latest last, and how each ended.

import type { CallReport } from '@toolshed/runtime';
import type { RowStyle } from './argument-rows.js';
import { alignRows, clip } from '../layout/columns.js';
import { LEFT_OUT, safeText } from '@toolshed/kernel/runtime';

const LATEST = 5;
const PATH_COLUMNS = 28;

/** Calls that wait for a person are questions of their own and not listed. */
export function callsSoFar(calls: readonly CallReport[], { amount, paint }: RowStyle): readonly string[] {
  const made = calls.filter(({ outcome }) => outcome !== 'waiting');
  const shown = amount === 'full' ? made : made.slice(-LATEST);
  const earlier = made.length - shown.length;
  const rows = shown.map(({ path, outcome, line, isEdited, lateOutcome }) => [
    `${MARKS[outcome](paint)} ${clip(safeText(path), PATH_COLUMNS)}`,
    outcome,
    [
      ...(line === undefined ? [] : [`line ${line}`]),
      ...(isEdited ? ['arguments changed'] : []),
      ...(lateOutcome ? [`${lateOutcome.outcome} late`] : []),
    ].join(', '),
  ]);
  return [...(earlier > 0 ? [`${LEFT_OUT} ${earlier} earlier`] : []), ...alignRows(rows)];
}

const MARKS = {
  returned: (paint) => paint.green('✔'),
  threw: (paint) => paint.red('✖'),
  running: (paint) => paint.cyan('●'),
  waiting: (paint) => paint.yellow('?'),
} as const satisfies Record<CallReport['outcome'], (paint: RowStyle['paint']) => string>;
