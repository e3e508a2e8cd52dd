import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentExecutionView } from './agent-execution-shape.js';
import { sliceOf, type ExecutionSlice } from './execution-slice.js';

const viewOf = (value: string): AgentExecutionView => ({ executionId: 'exec_1', status: 'completed', value }) as never;

const nextFrom = ({ next }: ExecutionSlice): number | undefined => {
  const from = /"from":(\d+)/.exec(next ?? '')?.[1];
  return from === undefined ? undefined : Number(from);
};

/** Whatever there is to read, piece by piece, as an agent that follows `next`. */
function readAll(text: string, request: { readonly count?: number; readonly tokens: number }): string[] {
  const pieces: string[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const slice: ExecutionSlice = sliceOf(viewOf(text), { path: 'value', from, ...request });
    pieces.push(String(slice.value));
    const next: number | undefined = nextFrom(slice);
    if (next !== undefined) expect(next).toBeGreaterThan(from);
    from = next;
  }
  return pieces;
}

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', 'é', '😀', '𝒳', '\u{10ffff}', '\ud83d', '\ude00', '\n'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 300,
});

describe('the slices of a text', () => {
  it('give the whole text back, each further than the last, and halve no character', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 100, max: 140 }), (whole, count, tokens) => {
        for (const request of [{ count, tokens }, { tokens }]) {
          const pieces = readAll(whole, request);
          expect(pieces.join('')).toBe(whole);
          expect(pieces.flatMap((piece) => [...piece])).toEqual([...whole]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('go on after half of a pair', () => {
    expect(readAll('ab\ud83d', { tokens: 200 }).join('')).toBe('ab\ud83d');
    expect(readAll('\ud83d\ud83d\ude00', { count: 1, tokens: 200 })).toEqual(['\ud83d', '😀']);
  });
});
