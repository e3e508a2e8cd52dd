// Counts and distributions of one host. Each host has a meter of its own: two in one process never share a number.
//
// Invariants
//   M1. Reporting is a lookup and an addition: it allocates nothing once a series is known, waits for nothing and throws
//       nothing, whether anybody reads or not.
//   M2. A metric has at most `MOST_SERIES` values of its first label; what comes after is counted as `other`. The
//       author of a name, a source with thousands of tools included, does not choose how much is kept.

import type { Metric, MetricLabels } from './metric.js';

export interface Counter {
  /** With a value for each of its labels. */
  add(first?: string, second?: string): void;
}

export interface Histogram {
  observe(value: number, first?: string, second?: string): void;
}

export interface InstrumentFacts {
  readonly name: string;
  readonly help: string;
  /** At most two; the second has few values of our own. */
  readonly labels?: readonly string[];
}

export interface Meter {
  counter(facts: InstrumentFacts): Counter;
  /** `upTo`: the upper ends of its buckets, ascending. */
  histogram(facts: InstrumentFacts, upTo: readonly number[]): Histogram;
  read(): readonly Metric[];
}

/** M2. */
export const MOST_SERIES = 200;
const OTHER = 'other';

export function createMeter(): Meter {
  const readers: (() => Metric)[] = [];
  return {
    counter({ name, help, labels = [] }) {
      const series = createSeries(labels, () => new Float64Array(1));
      readers.push(() => ({
        name,
        help,
        kind: 'counter',
        values: series.read().map(({ labels, cell }) => ({ labels, value: cell[0] ?? 0 })),
      }));
      return {
        add(first = '', second = '') {
          const cell = series.find(first, second);
          cell[0] = (cell[0] ?? 0) + 1;
        },
      };
    },
    histogram({ name, help, labels = [] }, upTo) {
      // One place for each bucket, one for what is larger, and one for the sum.
      const sumAt = upTo.length + 1;
      const series = createSeries(labels, () => new Float64Array(sumAt + 1));
      readers.push(() => ({
        name,
        help,
        kind: 'histogram',
        distributions: series.read().map(({ labels, cell }) => distributionOf(labels, cell, upTo)),
      }));
      return {
        observe(value, first = '', second = '') {
          const cell = series.find(first, second);
          let at = 0;
          while (at < upTo.length && value > (upTo[at] ?? 0)) at++;
          cell[at] = (cell[at] ?? 0) + 1;
          cell[sumAt] = (cell[sumAt] ?? 0) + value;
        },
      };
    },
    read: () => readers.map((read) => read()),
  };
}

interface Series {
  find(first: string, second: string): Float64Array;
  read(): readonly { readonly labels: MetricLabels; readonly cell: Float64Array }[];
}

function createSeries(labels: readonly string[], newCell: () => Float64Array): Series {
  const [firstName, secondName] = labels;
  const byFirst = new Map<string, Map<string, Float64Array>>();

  const add = (first: string, second: string): Float64Array => {
    // M2.
    const kept = byFirst.has(first) || byFirst.size < MOST_SERIES ? first : OTHER;
    const bySecond = byFirst.get(kept) ?? new Map<string, Float64Array>();
    byFirst.set(kept, bySecond);
    const cell = bySecond.get(second) ?? newCell();
    bySecond.set(second, cell);
    return cell;
  };
  // One without labels is there from the start, with 0.
  if (firstName === undefined) add('', '');

  return {
    find: (first, second) => byFirst.get(first)?.get(second) ?? add(first, second),
    read: () =>
      [...byFirst].flatMap(([first, bySecond]) =>
        [...bySecond].map(([second, cell]) => ({
          labels: {
            ...(firstName === undefined ? {} : { [firstName]: first }),
            ...(secondName === undefined ? {} : { [secondName]: second }),
          },
          cell,
        })),
      ),
  };
}

function distributionOf(labels: MetricLabels, cell: Float64Array, upTo: readonly number[]) {
  let count = 0;
  const buckets = upTo.map((end, index) => {
    count += cell[index] ?? 0;
    return { upTo: end, count };
  });
  return { labels, buckets, sum: cell[upTo.length + 1] ?? 0, count: count + (cell[upTo.length] ?? 0) };
}
