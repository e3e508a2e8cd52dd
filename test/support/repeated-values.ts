// Calls whose results are large.

import { toolPath } from '@toolshed/kernel';
import type { NewEntry } from '@toolshed/kernel/runtime';

/** JSON of at least a hundred thousand characters. */
export const large = (unit: string): string => JSON.stringify(unit.repeat(Math.ceil(100_000 / unit.length)));

/** Safe calls that return these, numbered from `first`. */
export const readings = (values: readonly string[], first: number): readonly NewEntry[] =>
  values.flatMap((value, index): readonly NewEntry[] => {
    const call = first + index;
    const decision = { kind: 'allow', because: { kind: 'safe' } } as const;
    return [
      { kind: 'tool-called', call, path: toolPath('feed.read'), args: '{}', tool: 't1', decision },
      { kind: 'invoking', call, attempt: 1 },
      { kind: 'returned', call, value },
    ];
  });

export const completedWith = (value: string): NewEntry => ({ kind: 'completed', value });
