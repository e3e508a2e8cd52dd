// The one timer of a live execution: its nearest sleep or expiry. The loop sets it, and is woken by it; what is not in
// memory is woken by `residency/unattended/wake-scheduler.ts`.

import type { Clock } from '@toolshed/kernel';

/** Wakes the loop at one moment; setting another replaces it. */
export interface WakeTimer {
  /** `awaited`: the execution is not idle, so the timer keeps the process alive. A `far` one does not. */
  set(at: number | undefined, urgency?: 'awaited' | 'far'): void;
}

/** A long wait is cut into pieces, so that a clock that was set forward, or a machine that slept, is noticed after one. */
const PIECE_MS = 30_000;

/**
 * `ring` gets the moment the timer was set for, which counts as reached: the wait is measured by the monotonic clock, so
 * that setting back the wall clock delays nothing.
 */
export function createWakeTimer(clock: Clock, ring: (at: number) => void): WakeTimer {
  let timer: NodeJS.Timeout | undefined;
  let current: number | undefined;
  let isAwaited = false;

  /** A timer may fire some milliseconds early: Node counts from when the event loop last read the time. */
  const arm = (at: number, deadline: number): void => {
    const left = Math.ceil(Math.min(at - clock.now(), deadline - performance.now()));
    if (left <= 0 && timer !== undefined) {
      due(at);
      return;
    }
    timer = setTimeout(() => arm(at, deadline), Math.max(0, Math.min(left, PIECE_MS)));
    if (!isAwaited) timer.unref();
  };
  const due = (at: number): void => {
    current = undefined;
    ring(at);
  };

  /** Reads the wall clock first: a process stopped between the two reads rings late by that clock, never early. */
  const deadlineOf = (at: number): number => {
    const left = at - clock.now();
    return performance.now() + left;
  };

  return {
    set(at, urgency = 'far') {
      isAwaited = urgency === 'awaited';
      if (at !== current) {
        clearTimeout(timer);
        timer = undefined;
        current = at;
        if (at !== undefined) arm(at, deadlineOf(at));
      }
      if (isAwaited) timer?.ref();
      else timer?.unref();
    },
  };
}
