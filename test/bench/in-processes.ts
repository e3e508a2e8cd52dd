// One comparison in several processes, one after the other. Where a process's memory happens to lie makes a fifth of a
// difference for as long as it lives, so one process says little: what is reported is the median of all, and their range.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Comparison, Timing } from './measure.ts';

export const PROCESSES = 5;

/** `name` is one of `compare-in-process.ts`. */
export function inProcesses<K extends string>(name: string): readonly Readonly<Record<K, Comparison>>[] {
  return Array.from({ length: PROCESSES }, () => {
    const args = [...process.execArgv, join(import.meta.dirname, 'compare-in-process.ts'), name];
    const { status, stdout } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    if (status !== 0) throw new Error(`The comparison ${name} failed`);
    return JSON.parse(stdout.toString());
  });
}

export type Timings = Readonly<Record<string, Timing>>;

export const medianOf = (timings: Timings, key: string): number => timings[key]?.median ?? 0;

/** `0.083× (0.071 to 0.098)`: how long one takes, of what `run` takes in the same process. */
export function shareOfRun(processes: readonly Timings[], key: string): string {
  const shares = processes.map((timings) => medianOf(timings, key) / medianOf(timings, 'run'));
  return `${middle(shares).toFixed(3)}× (${Math.min(...shares).toFixed(3)} to ${Math.max(...shares).toFixed(3)})`;
}

export function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
