// What one execution may still use of its times. Both kinds of sandbox account for their steps here.
//
// While recorded history is replayed no limit of the program counts: it has kept them before. The host has a limit of
// its own then, and reaching it says nothing about the program.

import { LIMIT_CODES, type Limits } from './limits.js';
import { LimitError, ReplayUnfinishedError, SandboxLostError } from './sandbox-errors.js';

export interface UsedTime {
  readonly cpuMs: number;
  readonly wallMs: number;
}

export interface LaneBudget {
  /** How long the next step may run. */
  readonly stepMs: number;
  /** What the program has used so far, replays not counted. */
  readonly used: UsedTime;
  /** From now on recorded history is replayed, for at most so long; `undefined` ends that. */
  replaying(allowedMs: number | undefined): void;
  /** Rethrows; a step that ran out of time is blamed on the limit that was closer. */
  explain(error: unknown): never;
  /** Counts a step that was made, and wrote `output`; throws when it was one too many. */
  spend(used: UsedTime, output: string): void;
}

export const NOTHING_USED: UsedTime = { cpuMs: 0, wallMs: 0 };

export function createLaneBudget(
  limits: Pick<Limits, 'cpuMs' | 'wallMs' | 'heapMb'>,
  before: UsedTime = NOTHING_USED,
): LaneBudget {
  let { cpuMs, wallMs } = before;
  let replayMs: number | undefined;
  return {
    get stepMs() {
      return Math.ceil(replayMs ?? Math.min(limits.cpuMs - cpuMs, limits.wallMs - wallMs));
    },
    get used() {
      return { cpuMs, wallMs };
    },
    replaying(allowedMs) {
      replayMs = allowedMs;
    },
    explain(error) {
      if (replayMs !== undefined) throw inReplay(error);
      if (!(error instanceof LimitError)) throw error;
      if (error.code === LIMIT_CODES.heapMb) throw outOfHeap(limits);
      if (error.code !== LIMIT_CODES.cpuMs) throw error;
      const outOf = limits.wallMs - wallMs < limits.cpuMs - cpuMs ? outOfWall : outOfCpu;
      throw outOf(limits, error.lastOutput);
    },
    spend(used, output) {
      if (replayMs !== undefined) {
        replayMs -= used.wallMs;
        if (replayMs <= 0) throw new ReplayUnfinishedError(TOO_LONG, false);
        return;
      }
      cpuMs += used.cpuMs;
      wallMs += used.wallMs;
      if (cpuMs >= limits.cpuMs) throw outOfCpu(limits, output);
      if (wallMs >= limits.wallMs) throw outOfWall(limits, output);
    },
  };
}

const TOO_LONG = 'replaying it took longer than this host allows';

function inReplay(error: unknown): unknown {
  if (error instanceof SandboxLostError && error.wasRunning) return new ReplayUnfinishedError(error.how, true);
  if (!(error instanceof LimitError)) return error;
  return error.code === LIMIT_CODES.cpuMs
    ? new ReplayUnfinishedError(TOO_LONG, false)
    : new ReplayUnfinishedError('its sandbox had too little memory', true);
}

export const outOfWall = ({ wallMs }: Pick<Limits, 'wallMs'>, output: string): LimitError =>
  new LimitError(
    LIMIT_CODES.wallMs,
    `Cannot continue: the program ran for more than ${wallMs} ms (limits.wallMs). Do less in one program: run it for a part of the items and keep where it is with store.set(key, value)`,
    output,
  );

export const outOfCpu = ({ cpuMs }: Pick<Limits, 'cpuMs'>, output: string): LimitError =>
  new LimitError(
    LIMIT_CODES.cpuMs,
    `Cannot continue: the program used more than ${cpuMs} ms of processor time (limits.cpuMs). Look for a loop that does not end, wait with await sleep(ms) and not in a loop, or handle fewer items in one program`,
    output,
  );

export const outOfHeap = ({ heapMb }: Pick<Limits, 'heapMb'>): LimitError =>
  new LimitError(
    LIMIT_CODES.heapMb,
    `Cannot continue: the program used more than ${heapMb} MB of heap (limits.heapMb). Keep less at once: ask tools for fewer items or fields, and drop each page before the next`,
  );
