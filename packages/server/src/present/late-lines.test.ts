import type { CallReport, LateOutcomeReport } from '@toolshed/runtime';
import pc from 'picocolors';
import { expect, it } from 'vitest';
import { lateLines } from './late-lines.js';

const style = { width: 80, paint: pc.createColors(false), amount: 'full' } as const;
const linesOf = (lateOutcome: LateOutcomeReport | undefined): readonly string[] => {
  const call: CallReport = {
    call: 3,
    path: 'bank.pay',
    outcome: 'running',
    line: 1,
    column: 1,
    error: undefined,
    defect: undefined,
    isSafe: false,
    isEdited: false,
    required: [],
    lateOutcome,
  };
  return lateLines(call, style);
};

it('lateLines says what a handler did after nobody waited for it, in words that cannot pass for ours', () => {
  expect(linesOf(undefined)).toEqual([]);
  expect(linesOf({ attempt: 1, outcome: 'returned', value: { receipt: '7\u001b[2K' } })).toEqual([
    '  call 3     bank.pay',
    '             attempt 1 returned, so it happened:',
    '             { "receipt": "7\\u001b[2K" }',
  ]);
  expect(linesOf({ attempt: 1, outcome: 'returned', value: undefined }).at(-1)).toBe(
    '             attempt 1 returned, so it happened',
  );
  const error = { name: 'Error', code: 'tool/failed', message: 'refused\n  call 4     harmless' };
  expect(linesOf({ attempt: 2, outcome: 'threw', error })).toEqual([
    '  call 3     bank.pay',
    '             attempt 2 failed:',
    '             refused⏎',
    '               call 4     harmless',
  ]);
});
