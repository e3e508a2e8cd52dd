// How much memory a worker process has now, as the kernel counts it: the heap of its isolates is only part of that.

import { readFileSync } from 'node:fs';

const PAGE_MB = 4096 / 1024 / 1024;

/** Zero where the machine has no /proc: the heap limit and the clock are then all there is. */
export function residentMb(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_MB;
  } catch {
    return 0;
  }
}
