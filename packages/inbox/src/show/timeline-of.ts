// What happened in an execution, as stretches of time: one row per call, each in phases.

import type { EntryView } from '@toolshed/server';

export type Phase = 'waiting' | 'running' | 'sleeping';

export interface Stretch {
  readonly phase: Phase;
  readonly from: number;
  /** Undefined while it lasts. */
  readonly to: number | undefined;
}

export interface Row {
  readonly call: number;
  readonly path: string;
  readonly line: number | undefined;
  readonly stretches: readonly Stretch[];
  readonly outcome: 'open' | 'returned' | 'threw' | 'refused' | 'planned';
  readonly answeredBy: string | undefined;
  /** How its handler ended after nobody waited for it any more. */
  readonly late: 'returned' | 'threw' | undefined;
}

interface Draft {
  path: string;
  line: number | undefined;
  stretches: { phase: Phase; from: number; to: number | undefined }[];
  outcome: Row['outcome'];
  answeredBy: string | undefined;
  late: Row['late'];
}

export function timelineOf(journal: readonly EntryView[]): readonly Row[] {
  const rows = new Map<number, Draft>();
  const begin = (call: number, path: string, line: number | undefined): void => {
    rows.set(call, { path, line, stretches: [], outcome: 'open', answeredBy: undefined, late: undefined });
  };
  const close = (row: Draft | undefined, at: number): void => {
    const last = row?.stretches.at(-1);
    if (last && last.to === undefined) last.to = at;
  };
  const enter = (call: number, phase: Phase, at: number): void => {
    const row = rows.get(call);
    close(row, at);
    row?.stretches.push({ phase, from: at, to: undefined });
  };
  const endCall = (call: number, outcome: Row['outcome'], at: number): void => {
    const row = rows.get(call);
    if (!row) return;
    close(row, at);
    row.outcome = outcome;
  };
  for (const entry of journal) {
    switch (entry.kind) {
      case 'tool-called':
        begin(entry.call, entry.path, entry.line);
        break;
      case 'elicit-called':
        begin(entry.call, 'elicit', entry.line);
        break;
      case 'timer-set':
        begin(entry.call, 'sleep', undefined);
        enter(entry.call, 'sleeping', entry.at);
        break;
      case 'call-refused':
        begin(entry.call, entry.path, entry.line);
        endCall(entry.call, 'refused', entry.at);
        break;
      case 'asked':
        enter(entry.call, 'waiting', entry.at);
        break;
      case 'answered': {
        const row = rows.get(entry.call);
        close(row, entry.at);
        if (row) row.answeredBy = entry.answer.by.principal;
        break;
      }
      case 'invoking':
        enter(entry.call, 'running', entry.at);
        break;
      case 'returned':
      case 'fired':
        endCall(entry.call, 'returned', entry.at);
        break;
      case 'threw':
        endCall(entry.call, 'threw', entry.at);
        break;
      case 'planned':
        endCall(entry.call, 'planned', entry.at);
        break;
      case 'late-outcome': {
        const row = rows.get(entry.call);
        if (row) row.late = entry.outcome.kind;
        break;
      }
      case 'completed':
      case 'failed':
      case 'cancelled':
        for (const row of rows.values()) close(row, entry.at);
        break;
      case 'started':
      case 'tool-changed':
      case 'redecided':
      case 'printed':
      case 'approval-given':
      case 'consented':
      case 'revised':
      case 'side-quest-ended':
      case 'program-entered':
      case 'parked':
      case 'taken-over':
      case 'sandbox-lost':
      case 'reopened':
        break;
      default:
        entry satisfies never;
    }
  }
  return [...rows].map(([call, row]) => ({ call, ...row }));
}

/**
 * Where each moment stands between 0 and 1. A wait of days beside calls of milliseconds would leave nothing to see of
 * the calls, so the space between two moments grows with the logarithm of the time between them.
 */
export function scaleOf(moments: readonly number[]): (at: number) => number {
  const sorted = [...new Set(moments)].toSorted((a, b) => a - b);
  const places = new Map<number, number>();
  let place = 0;
  for (const [index, moment] of sorted.entries()) {
    if (index > 0) place += 1 + Math.log2(1 + moment - (sorted[index - 1] ?? moment));
    places.set(moment, place);
  }
  return (at) => {
    if (place === 0) return 0;
    const known = places.get(at);
    if (known !== undefined) return known / place;
    const next = sorted.findIndex((moment) => moment > at);
    if (next <= 0) return next === 0 ? 0 : 1;
    const [from = 0, to = 0] = [sorted[next - 1], sorted[next]];
    const [start = 0, end = 0] = [places.get(from), places.get(to)];
    return (start + ((end - start) * (at - from)) / (to - from)) / place;
  };
}

/** Where each moment stands if time passes evenly. */
export const evenScaleOf =
  (start: number, end: number): ((at: number) => number) =>
  (at) =>
    end <= start ? 0 : Math.min(1, Math.max(0, (at - start) / (end - start)));

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** What people count time in. */
const ROUND = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 30].map((n) => n * MINUTE),
  ...[1, 2, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 30, 100, 365].map((n) => n * DAY),
];

/** Round times after the start of an even axis, at most so many. */
export function ticksOf(start: number, end: number, most: number): readonly number[] {
  const span = Math.max(1, end - start);
  const step = ROUND.find((ms) => span / ms <= most) ?? span;
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => start + index * step);
}

/** Round times after the start of an axis on which long times are drawn shorter, far enough apart to be read. */
export function sparseTicks(
  start: number,
  end: number,
  place: (at: number) => number,
  most: number,
): readonly number[] {
  const span = end - start;
  const ticks = [start];
  // Coarse times first: they are the ones people know.
  for (const ms of ROUND.toReversed()) {
    if (ms >= span || span / ms > MOST_STEPS) continue;
    for (let at = start + ms; at < end; at += ms)
      if (ticks.every((tick) => Math.abs(place(at) - place(tick)) >= 1 / most)) ticks.push(at);
  }
  return ticks.toSorted((a, b) => a - b);
}

/** Finer times are not round any more to somebody who sees the whole. */
const MOST_STEPS = 40;
