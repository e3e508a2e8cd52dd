// The timers of an execution and the expiries of its questions, soonest first. An immutable pairing heap. A timer that was
// cleared, or a question that was answered, stays in it until it comes to the top and is dropped there.

import type { ElicitationId } from '../../ids.js';

export interface Due {
  readonly at: number;
  readonly call: number;
  /** The question that expires; undefined for a timer. */
  readonly elicitation: ElicitationId | undefined;
}

/** Undefined when nothing is due. */
export type DueTimes = Heap | undefined;

interface Heap {
  readonly due: Due;
  readonly later: Siblings | undefined;
}

interface Siblings {
  readonly heap: Heap;
  readonly others: Siblings | undefined;
}

export const withDue = (times: DueTimes, due: Due): DueTimes => merge(times, { due, later: undefined });

export const soonest = (times: DueTimes): Due | undefined => times?.due;

/** Without the soonest one. */
export function withoutSoonest(times: DueTimes): DueTimes {
  const pairs: Heap[] = [];
  let rest = times?.later;
  while (rest) {
    const pair = merge(rest.heap, rest.others?.heap);
    if (pair) pairs.push(pair);
    rest = rest.others?.others;
  }
  let all: DueTimes;
  for (const pair of pairs.reverse()) all = merge(all, pair);
  return all;
}

function merge(a: DueTimes, b: DueTimes): DueTimes {
  if (a === undefined || b === undefined) return a ?? b;
  const [first, second] = comesBefore(b.due, a.due) ? [b, a] : [a, b];
  return { due: first.due, later: { heap: second, others: first.later } };
}

/** Of what is due at the same time, what was requested first. */
const comesBefore = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.call < b.call);
