// Holds when timers fired and questions expired against when they were due.
//
// Rules
//   T1. Each happens once, and not before it is due.
//   T2. It happens within two seconds. Only what kept this very execution waiting makes that longer: the database was away,
//       or a node that drove it stood still, or died and its lease had yet to end. That counts twice, because what fails
//       meanwhile is tried again after a time that doubles. Another node that stood still is no excuse: any node may wake it.

import type { JournalEntry } from '@toolshed/kernel';
import { CLOCK_MS, type KeptExecution } from '../../chaos/history.ts';
import { DATABASE, type Lull, stoodStill } from '../node/lulls.ts';
import type { WitnessLine } from '../node/witness.ts';
import type { ClusterHistory } from './cluster-history.ts';

/** How late anything may be where nothing stands still. */
const MOST_LATE_MS = 2_000;

/** Something that was due, and happened. */
export interface Happened {
  readonly what: string;
  readonly due: number;
  readonly entry: JournalEntry;
}

type Judged = Pick<ClusterHistory, 'executions' | 'witness' | 'lulls'>;

export function checkTimers({ executions, witness, lulls }: Judged): readonly string[] {
  const changes = Map.groupBy(
    witness.filter((line) => line.kind === 'claimed' || line.kind === 'appended'),
    ({ execution }) => execution,
  );
  return executions.flatMap((execution) => {
    const drivers = driversIn(changes.get(execution.id) ?? []);
    const itsOwn = lulls.filter(({ what }) => what === DATABASE || drivers === 'any' || drivers.has(what));
    return timerProblems(execution, itsOwn).map((problem) => `${execution.id}: ${problem}`);
  });
}

function timerProblems({ entries }: KeptExecution, lulls: readonly Lull[]): readonly string[] {
  const late = happenedIn(entries).flatMap(({ what, due, entry: { at } }) => {
    // T1.
    if (at + CLOCK_MS < due) return [`${what} ${due - at} ms early`];
    // T2.
    const [lateMs, stillMs] = [at - due, stoodStill(lulls, due, at)];
    return lateMs <= MOST_LATE_MS + 2 * stillMs
      ? []
      : [`${what} ${lateMs} ms late, and what it needed stood still for ${stillMs} of them`];
  });
  return [...twiceIn(entries), ...late];
}

/** Every timer that fired, and every question that expired. */
export function happenedIn(entries: readonly JournalEntry[]): readonly Happened[] {
  const timers = new Map<number, number>();
  const expiries = new Map<string, number>();
  return entries.flatMap((entry): readonly Happened[] => {
    if (entry.kind === 'timer-set') timers.set(entry.call, entry.due);
    if (entry.kind === 'asked' && entry.expiresAt !== undefined) expiries.set(entry.elicitation, entry.expiresAt);
    if (entry.kind === 'fired') {
      const due = timers.get(entry.call);
      return due === undefined ? [] : [{ what: `the timer of call ${entry.call} fired`, due, entry }];
    }
    if (entry.kind === 'answered' && entry.answer.action === 'expired') {
      const due = expiries.get(entry.elicitation);
      return due === undefined ? [] : [{ what: `the question of call ${entry.call} expired`, due, entry }];
    }
    return [];
  });
}

/** T1. */
function twiceIn(entries: readonly JournalEntry[]): readonly string[] {
  const open = new Set<number>();
  return entries.flatMap((entry) => {
    if (entry.kind === 'timer-set') open.add(entry.call);
    return entry.kind === 'fired' && !open.delete(entry.call) ? [`the timer of call ${entry.call} fired twice`] : [];
  });
}

/** The nodes that had it. A node that died may have had it and not lived to say so: then an epoch is missing. */
function driversIn(
  lines: readonly Extract<WitnessLine, { kind: 'claimed' | 'appended' }>[],
): ReadonlySet<string> | 'any' {
  const epochs = new Set(lines.flatMap(({ epoch }) => (epoch === undefined ? [] : [epoch])));
  const isWhole = epochs.size === Math.max(...epochs, 0) - Math.min(...epochs, 1) + 1;
  return isWhole ? new Set(lines.map(({ node }) => node)) : 'any';
}
