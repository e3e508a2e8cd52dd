// Times in one process, one after the other: this compares within a run and says nothing across machines.

import { setImmediate, setTimeout } from 'node:timers/promises';

export interface Timing {
  readonly median: number;
  readonly p95: number;
  readonly count: number;
}

/** Runs `work` a number of times after some warm-up and returns milliseconds. */
export async function time(
  count: number,
  work: (index: number) => Promise<unknown>,
  warmUp = Math.ceil(count / 10),
): Promise<Timing> {
  for (let index = 0; index < warmUp; index++) await work(index);
  const samples: number[] = [];
  for (let index = 0; index < count; index++) {
    const before = performance.now();
    await work(warmUp + index);
    samples.push(performance.now() - before);
  }
  return summarize(samples);
}

export interface CompareOptions {
  /** Sleeps this long before each, as a host does that has little to do. */
  readonly restMs?: number;
  /** Rounds that are not counted: engines compile what runs often. */
  readonly warmUp?: number;
}

export interface Comparison {
  readonly counted: Readonly<Record<string, Timing>>;
  /** Of the first rounds, as long as they were not counted. */
  readonly young: Readonly<Record<string, Timing>>;
}

const YOUNG = 30;
/** Of a worker thread that ends, of isolates that are replaced. */
const TIDY_MS = 5;

/**
 * Alternates between candidates, so that what else the machine does falls on all of them. In another order each round,
 * and each after a moment in which the one before can tidy up: who comes next would wait for that, and the processor's
 * caches are as it left them.
 */
export async function compare(
  count: number,
  candidates: Readonly<Record<string, (index: number) => Promise<unknown>>>,
  { restMs = 0, warmUp = Math.ceil(count / 10) }: CompareOptions = {},
): Promise<Comparison> {
  const samples = new Map<string, number[]>(Object.keys(candidates).map((name) => [name, []]));
  const random = createRandom();
  for (let index = 0; index < warmUp + count; index++) {
    for (const [name, work] of shuffled(Object.entries(candidates), random)) {
      await (restMs > 0 ? setTimeout(restMs) : turnFor(TIDY_MS));
      const before = performance.now();
      await work(index);
      samples.get(name)?.push(performance.now() - before);
    }
  }
  const timings = (from: number, to?: number): Readonly<Record<string, Timing>> =>
    Object.fromEntries([...samples].map(([name, times]) => [name, summarize(times.slice(from, to))]));
  return { counted: timings(warmUp), young: timings(0, Math.min(YOUNG, warmUp)) };
}

async function turnFor(ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until) await setImmediate();
}

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** The same orders in every run. */
function createRandom(): () => number {
  let seed = 1;
  return () => {
    seed = (Math.imul(seed, 48_271) >>> 0) % 2_147_483_647;
    return seed;
  };
}

const summarize = (samples: readonly number[]): Timing => ({
  median: atShare(samples, 0.5),
  p95: atShare(samples, 0.95),
  count: samples.length,
});

/** The sample this share of all samples is below. */
export function atShare(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const residentMb = (): number => process.memoryUsage.rss() / 1024 / 1024;
export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`;
