// How much of a program is decided by the program alone, and how much by what happens to finish first.

import type { Step, Steps } from './program-steps.ts';

export interface ProgramOrder {
  /** What it does, in which order and with which result is the same in every run with the same answers. */
  readonly isExact: boolean;
  /** What it does and returns is the same whatever finishes first. */
  readonly isFree: boolean;
  /** It tosses coins: what it does differs from run to run, but never within one. */
  readonly hasCoins: boolean;
}

export function orderOf(steps: Steps, approves: 'all' | 'some'): ProgramOrder {
  const all = flatten(steps);
  const canThrow = (step: Step): boolean =>
    (step.kind === 'call' && (FAILS.has(step.tool) || (step.tool === 'write' && approves === 'some'))) ||
    (step.kind === 'group' && step.how === 'any');
  /** A group that goes on, or fails, before all of its branches are done. */
  const leavesWorkBehind = (step: Step): boolean =>
    step.kind === 'group' &&
    (step.how === 'race' || step.how === 'any' || (step.how === 'all' && flatten(step.branches.flat()).some(canThrow)));
  // Which of its handlers finishes first is a matter of timing, and may differ between two runs; not within one.
  const isRacy = all.some(leavesWorkBehind);
  const areBeside = all.some((step) => step.kind === 'group' && flatten(step.branches.flat()).some(endsByItself));
  return {
    isExact: !areBeside && !isRacy,
    isFree: !isRacy,
    hasCoins: all.some(({ kind }) => kind === 'coin'),
  };
}

const FAILS: ReadonlySet<string> = new Set(['fail', 'wipe', 'missing', 'misuse']);

const REFUSED: ReadonlySet<string> = new Set(['missing', 'misuse']);

/**
 * What ends with time, or is refused at once, ends before or after a handler beside it: none waits for its turn. A handler
 * that asks goes on where it waits in memory and is run again where it does not: it has its turn sooner or later.
 */
const endsByItself = (step: Step): boolean =>
  step.kind === 'sleep' ||
  step.kind === 'timeout' ||
  step.kind === 'cleared' ||
  (step.kind === 'call' && (REFUSED.has(step.tool) || step.tool === 'confirm')) ||
  (step.kind === 'elicit' && step.type === 'nonsense');

const flatten = (steps: Steps): Steps => steps.flatMap((step) => [step, ...flatten(inside(step))]);

function inside(step: Step): Steps {
  switch (step.kind) {
    case 'group':
      return step.branches.flat();
    case 'attempt':
      return [...step.body, ...step.rescue];
    case 'coin':
      return [...step.heads, ...step.tails];
    default:
      return [];
  }
}
