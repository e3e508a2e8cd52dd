// What can be compared of two runs: everything but their ids, times and random numbers.

import type { ExecutionResult } from '@toolshed/runtime';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Act } from './replay-tools.ts';

export interface Observed {
  readonly status: string;
  readonly ended: unknown;
  readonly logs: readonly string[];
  readonly emitted: readonly string[];
  readonly acts: readonly Act[];
}

const Returned = z.object({ out: z.unknown(), drawn: z.array(z.unknown()) });
const DRAW = /^draw (\d+) (.*)$/;

export function observe(result: ExecutionResult, acts: readonly Act[]): Observed {
  const lines = result.logs.map(({ text }) => text);
  return {
    status: result.status,
    ended: endOf(result, lines),
    logs: lines.map((text) => text.replace(DRAW, 'draw $1')),
    emitted: result.emitted.map((value) => JSON.stringify(value)),
    acts,
  };
}

function endOf(result: ExecutionResult, lines: readonly string[]): unknown {
  switch (result.status) {
    case 'completed': {
      const { out, drawn } = Returned.parse(result.value);
      // What lost a race may draw more after the program returned.
      const logged = lines.flatMap((text) => DRAW.exec(text)?.[2] ?? []);
      expect(drawn.map(String), 'what was drawn is what was logged').toEqual(logged.slice(0, drawn.length));
      return out;
    }
    case 'failed': {
      const { code, message, line } = result.error;
      return { code, message, line };
    }
    default:
      throw new Error(`Not ended: ${JSON.stringify(result)}`);
  }
}

/** The same without the order of what happened side by side. */
export const unordered = ({ status, ended, logs, emitted, acts }: Observed): Observed => ({
  status,
  ended: withoutNumbers(ended),
  logs: logs.map((text) => text.replace(DRAWN, 'draw')).toSorted(),
  emitted: emitted.toSorted(),
  acts: acts.toSorted(),
});

const DRAWN = /^draw \d+$/;

const withoutNumbers = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/"draw \d+"/g, '"draw"'));
