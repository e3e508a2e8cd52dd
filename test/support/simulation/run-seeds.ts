// Runs many seeds and says which of them broke a promise, and how to see it again.

import type { JournalEntry } from '@toolshed/kernel';
import { simulate, type SimulationOptions } from './simulation.ts';

export interface FailedSeed {
  readonly seed: number;
  readonly problems: readonly string[];
}

/** The environment names one seed, where somebody wants to see it again. */
const wanted = process.env['TOOLSHED_SIMULATION_SEED'];

/** The first few that failed. With TOOLSHED_SIMULATION_SEED only that one is run, and what happened is printed. */
export async function runSeeds(first: number, count: number): Promise<readonly FailedSeed[]> {
  const failed: FailedSeed[] = [];
  const seeds = wanted === undefined ? Array.from({ length: count }, (_, index) => first + index) : [Number(wanted)];
  for (const seed of seeds) {
    const { problems, trace, journals } = await simulate({ seed });
    if (problems.length > 0) failed.push({ seed, problems });
    if (wanted !== undefined) process.stdout.write(`${[...trace, ...journals.map(journalText)].join('\n')}\n`);
    if (failed.length === MOST_FAILURES) break;
  }
  return failed;
}

const MOST_FAILURES = 5;
const journalText = (entries: readonly JournalEntry[]): string =>
  entries.map((entry) => JSON.stringify(entry)).join('\n');

/** The first of these seeds in which somebody notices that a fence is broken. */
export async function firstNoticed(count: number, options: Omit<SimulationOptions, 'seed'>): Promise<FailedSeed> {
  for (let seed = 1; seed <= count; seed += 1) {
    const { problems } = await simulate({ ...options, seed });
    if (problems.length > 0) return { seed, problems };
  }
  return { seed: 0, problems: [] };
}
