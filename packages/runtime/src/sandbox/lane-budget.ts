// What one execution may still use of its times. Both kinds of sandbox account for their steps here.

import { LIMIT_CODES, type Limits } from './limits.js';
import { LimitError } from './sandbox-errors.js';

export interface LaneBudget {
  /** How long the next step may run. */
  readonly stepMs: number;
  /** Rethrows; what ran out of time ran out of whichever there was less of. */
  explain(error: unknown): never;
  /** Counts a step that was made; throws when it was one too many. */
  spend(used: { readonly cpuMs: number; readonly wallMs: number }): void;
}

export function createLaneBudget(limits: Pick<Limits, 'cpuMs' | 'wallMs'>): LaneBudget {
  let cpuMs = 0;
  let wallMs = 0;
  return {
    get stepMs() {
      return Math.ceil(Math.min(limits.cpuMs - cpuMs, limits.wallMs - wallMs));
    },
    explain(error) {
      const isTime = error instanceof LimitError && error.code === LIMIT_CODES.cpuMs;
      throw isTime && limits.wallMs - wallMs < limits.cpuMs - cpuMs ? outOfWall(limits) : error;
    },
    spend(used) {
      cpuMs += used.cpuMs;
      wallMs += used.wallMs;
      if (cpuMs >= limits.cpuMs) throw outOfCpu(limits);
      if (wallMs >= limits.wallMs) throw outOfWall(limits);
    },
  };
}

const outOfWall = ({ wallMs }: Pick<Limits, 'wallMs'>): LimitError =>
  new LimitError(LIMIT_CODES.wallMs, `Cannot go on: the program ran for more than ${wallMs} ms`);

export const outOfCpu = ({ cpuMs }: Pick<Limits, 'cpuMs'>): LimitError =>
  new LimitError(LIMIT_CODES.cpuMs, `Cannot go on: the program used more than ${cpuMs} ms of processor time`);

export const outOfHeap = ({ heapMb }: Pick<Limits, 'heapMb'>): LimitError =>
  new LimitError(LIMIT_CODES.heapMb, `Cannot go on: the program used more than ${heapMb} MB of heap`);
