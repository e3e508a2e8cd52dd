// Lines that may be many: the first and the last of them, and how many are not shown. The line that says so starts
// with a mark no escaped text contains, so that a value cannot pretend to be shortened.

import { LEFT_OUT } from '@toolshed/kernel/runtime';

export interface Shown {
  readonly lines: readonly string[];
  /** Something was left out. An approval is not offered before a person has seen it in full. */
  readonly isShortened: boolean;
}

export type Amount = 'brief' | 'full';

const HEAD = 10;
const TAIL = 3;

/** The head and the tail of many lines, with how many were left out between them. */
export function shorten(lines: readonly string[], amount: Amount, ofWhat = ''): Shown {
  if (amount === 'full' || lines.length <= HEAD + TAIL + 2) return { lines, isShortened: false };
  const left = lines.length - HEAD - TAIL;
  return {
    lines: [...lines.slice(0, HEAD), `${LEFT_OUT} ${left} more lines${ofWhat}`, ...lines.slice(-TAIL)],
    isShortened: true,
  };
}
