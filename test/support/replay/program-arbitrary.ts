import fc from 'fast-check';
import type { CalledTool, Step, Steps } from './program-steps.ts';

const key = fc.nat(9);
const ms = fc.integer({ min: 1, max: 20 });

const call: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('call' as const),
  tool: fc.oneof(
    { weight: 5, arbitrary: fc.constant<CalledTool>('read') },
    { weight: 5, arbitrary: fc.constant<CalledTool>('write') },
    { weight: 1, arbitrary: fc.constantFrom<CalledTool>('fail', 'wipe', 'missing', 'misuse') },
    { weight: 1, arbitrary: fc.constant<CalledTool>('confirm') },
  ),
  key,
});

const leaf: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: call },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('retry' as const),
      tool: fc.constantFrom('flaky' as const, 'flakyWrite' as const),
      key,
      failures: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stream' as const), keys: fc.array(key, { maxLength: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('sleep' as const, 'timeout' as const, 'cleared' as const), ms }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('elicit' as const),
      key,
      type: fc.constantFrom('approval' as const, 'text' as const, 'choice' as const, 'nonsense' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('log' as const, 'emit' as const), key }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('clock' as const, 'random' as const, 'uuid' as const) }) },
);

/** Steps that nest at most `depth` deep. */
function stepsOf(depth: number, maxLength: number): fc.Arbitrary<Steps> {
  if (depth === 0) return fc.array(leaf, { minLength: 1, maxLength });
  const inner = stepsOf(depth - 1, 2);
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 12, arbitrary: leaf },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('group' as const),
        how: fc.constantFrom('all' as const, 'allSettled' as const, 'race' as const, 'any' as const),
        branches: fc.array(inner, { minLength: 1, maxLength: 3 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('attempt' as const), body: inner, rescue: inner }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('coin' as const), heads: inner, tails: inner }) },
  );
  return fc.array(step, { minLength: 1, maxLength });
}

export interface GeneratedRun {
  readonly steps: Steps;
  /** Decides what the robot answers and which handler is done first. */
  readonly seed: number;
  /** Where its journal is cut off, as a part of its length. */
  readonly cut: number;
  readonly approves: 'all' | 'some';
}

export const generatedRun: fc.Arbitrary<GeneratedRun> = fc.record({
  steps: stepsOf(2, 4),
  seed: fc.nat(),
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
  approves: fc.constantFrom('all' as const, 'some' as const),
});
