// A worker with the lanes in it, as the pool counts them, and which of several to choose.

import type { SpareIsolates } from '../spare-isolates.js';
import type { Lane } from './lane.js';
import type { Worker } from './worker.js';

export interface Seat {
  readonly worker: Worker;
  readonly spares: SpareIsolates;
  readonly lanes: Set<Lane>;
  /** Undefined for a spare: no program ran in it yet. */
  domain: string | undefined;
  /** The session it was taken for. */
  session: string | undefined;
  /** When something last happened in it. */
  usedAt: number;
  idle: NodeJS.Timeout | undefined;
}

export function busyLanes({ lanes }: Seat): number {
  let count = 0;
  for (const { waitingSince } of lanes) if (waitingSince === undefined) count++;
  return count;
}

/** Where a program waits least for others. */
export function leastBusy(seats: Iterable<Seat>, maxLanes: number): Seat | undefined {
  let best: { readonly seat: Seat; readonly busy: number } | undefined;
  for (const seat of seats) {
    if (seat.lanes.size >= maxLanes || seat.worker.isGone) continue;
    const busy = busyLanes(seat);
    if (best === undefined || busy < best.busy) best = { seat, busy };
  }
  return best?.seat;
}

/** The lane whose program has waited longest, if that is since `before`. */
export function longestWaiting(seats: Iterable<Seat>, before: number): Lane | undefined {
  let longest: Lane | undefined;
  let since = before;
  for (const { lanes } of seats) {
    for (const lane of lanes) {
      if (lane.waitingSince === undefined || lane.waitingSince > since) continue;
      longest = lane;
      since = lane.waitingSince;
    }
  }
  return longest;
}

/** How long a worker must have been unused before it is ended for another session. */
export interface Unused {
  /** One in which no program is. */
  readonly emptyMs: number;
  /** One in which every program waits. */
  readonly waitingMs: number;
}

/** Unused for as long as this, a worker is likely to stay so. */
const LONG_UNUSED_MS = 2_000;

/**
 * The worker to end when another session needs one: an empty one, else one whose programs all wait. Where all were used
 * recently it is chosen at random: the longest unused is then the next to be needed, and sessions that come in
 * turn would each find their own ended.
 */
export function mostExpendable(seats: Iterable<Seat>, { emptyMs, waitingMs }: Unused): Seat | undefined {
  const now = performance.now();
  const empty: Seat[] = [];
  const waiting: Seat[] = [];
  for (const seat of seats) {
    if (seat.domain === undefined || seat.worker.isGone) continue;
    const unusedMs = now - seat.usedAt;
    if (seat.lanes.size === 0 && unusedMs >= emptyMs) empty.push(seat);
    if (seat.lanes.size > 0 && unusedMs >= waitingMs && busyLanes(seat) === 0) waiting.push(seat);
  }
  const candidates = empty.length > 0 ? empty : waiting;
  const oldest = candidates.reduce<Seat | undefined>((a, b) => (a && a.usedAt <= b.usedAt ? a : b), undefined);
  if (oldest && now - oldest.usedAt >= LONG_UNUSED_MS) return oldest;
  return candidates[Math.floor(Math.random() * candidates.length)];
}
