// Starts the programs of schedules that are due. Every open host checks; the store decides which one starts an occurrence.
//
// Invariants
//   T1. An occurrence is claimed by a change of its schedule before it is started, so one host starts it, and the next
//       occurrence is known before this one has begun.
//   T2. It is started with a key that names the schedule and the occurrence. A host that finds a claim whose host did not
//       get to the start starts it with the same key: the store makes one execution of it.
//       A host that stood still since its claim starts nothing: it reads the claim again right before.
//   T3. Of occurrences that were missed because no host was running, the latest is started once, and records since when
//       some were missed.
//   T4. While the previous execution is not over, an occurrence is skipped, and the schedule records that.
//   T5. The time is that of the store. When it goes backwards nothing is started again: the next occurrence is a fixed
//       time that the schedule has.
//   T6. A look costs one small read as long as nothing is due and nothing changed.
//   T7. A schedule that is paused or removed starts nothing, claimed or not.

import { type Clock, type ExecutionId, type ExecutionSummary, type ToolLog, ToolshedError } from '@toolshed/kernel';
import { isTerminalOrDamaged } from '@toolshed/kernel/runtime';
import type { ExecuteOptions } from '../host-api/execute-options.js';
import { cronTimes } from './cron-times.js';
import type { LastOccurrence, Schedule } from './schedule.js';
import type { KeptSchedule, ScheduleRecords } from './schedule-records.js';

export interface FireSchedulesDeps {
  readonly records: ScheduleRecords;
  readonly clock: Clock;
  readonly log: Pick<ToolLog, 'warn' | 'info'>;
  /** Whether this host would continue the executions of a schedule. */
  readonly isOurs: (schedule: Schedule) => boolean;
  readonly summary: (id: ExecutionId) => Promise<ExecutionSummary | undefined>;
  readonly start: (program: string, input: Schedule['input'], options: ExecuteOptions) => Promise<ExecutionId>;
}

export interface FireSchedules {
  /** Starts what is due; resolves when all of that is on disk. */
  look(): Promise<void>;
}

/** How long a host has to start what it claimed, before another one does so. */
const CLAIM_MS = 5_000;
/** A host notices others' changes by the stamp; a change whose host died before it wrote the stamp is found after this long. */
const LIST_ANYWAY_MS = 60_000;
/** How many are started at a time. */
const AT_ONCE = 16;

export function createFireSchedules(deps: FireSchedulesDeps): FireSchedules {
  const { records, clock, log } = deps;
  let seen: { readonly stamp: string | undefined; readonly listedAt: number; readonly soonest: number } | undefined;

  const look = async (): Promise<void> => {
    // T5.
    const now = clock.now();
    // T6.
    const stamp = await records.stamp();
    const isQuiet =
      seen !== undefined &&
      seen.stamp === stamp &&
      now < seen.soonest &&
      now >= seen.listedAt &&
      now - seen.listedAt < LIST_ANYWAY_MS;
    if (isQuiet) return;
    const ours = (await records.list()).filter(({ schedule }) => deps.isOurs(schedule));
    const due = ours.filter(({ schedule }) => attentionAt(schedule) <= now);
    due.sort((a, b) => attentionAt(a.schedule) - attentionAt(b.schedule));
    for (let from = 0; from < due.length; from += AT_ONCE)
      await Promise.all(due.slice(from, from + AT_ONCE).map((one) => attempt(one, now)));
    // What was due is checked again at once: its next time is in the store.
    const soonest = due.length > 0 ? now : Math.min(...ours.map(({ schedule }) => attentionAt(schedule)));
    seen = { stamp, listedAt: now, soonest };
  };

  /** A failure affects one schedule only. */
  const attempt = async (one: KeptSchedule, now: number): Promise<void> => {
    try {
      await fire(one, now);
    } catch (error) {
      log.warn({ err: error, schedule: one.schedule.id }, 'starting a schedule that is due failed; retrying');
    }
  };

  const fire = async (found: KeptSchedule, now: number): Promise<void> => {
    const { schedule } = found;
    // T2: left by a host that claimed it.
    if (schedule.last?.kind === 'starting') return startClaimed(found, schedule.last, now);
    const { nextAt } = schedule;
    if (nextAt === undefined || nextAt > now) return;
    const times = cronTimes(schedule.cron, schedule.timezone);
    // T3.
    const occurrence = Math.max(nextAt, times.latest(now) ?? nextAt);
    const missedSince = occurrence > nextAt ? { missedSince: nextAt } : {};
    const after = withNext(schedule, times.next(Math.max(now, occurrence)));
    const running = await unfinished(schedule.latestExecution);
    if (running !== undefined) {
      await records.replace(found, { ...after, last: { kind: 'skipped', occurrence, at: now, execution: running } });
      return;
    }
    // T1.
    const last = { kind: 'starting', occurrence, at: now, ...missedSince } as const;
    if (!(await records.replace(found, { ...after, last }))) return;
    const claimed = await records.find(schedule.id);
    if (claimed?.schedule.last?.kind === 'starting') await startClaimed(claimed, claimed.schedule.last, now);
  };

  const startClaimed = async (
    claimed: KeptSchedule,
    { occurrence, missedSince }: Extract<LastOccurrence, { kind: 'starting' }>,
    now: number,
  ): Promise<void> => {
    const { schedule } = claimed;
    const { id, program, input, session, labels, placement, createdBy } = schedule;
    // T2 and T7.
    const found = await records.find(id);
    if (found?.version !== claimed.version || found.schedule.paused !== undefined) return;
    try {
      const execution = await deps.start(program, input, {
        session,
        labels: { ...labels, schedule: `${program} (${id})` },
        ...(placement === undefined ? {} : { placement }),
        by: createdBy,
        idempotencyKey: `${id} ${occurrence}`,
      });
      const missed = missedSince === undefined ? {} : { missedSince };
      const last = { kind: 'started', occurrence, at: now, execution, ...missed } as const;
      await note(claimed, occurrence, (now) => ({ ...now, last, latestExecution: execution }));
      log.info(
        { schedule: id, execution, occurrence: new Date(occurrence).toISOString() },
        'a schedule started its program',
      );
    } catch (error) {
      // Another host, or this one later, may be able to: the claim stays.
      if (!(error instanceof ToolshedError) || MAY_SUCCEED_LATER.has(error.code)) throw error;
      const last = { kind: 'failed', occurrence, at: now, problem: error.message } as const;
      await note(claimed, occurrence, (now) => ({ ...now, last }));
      log.warn({ err: error, schedule: id }, 'starting the program of a schedule failed; the occurrence is skipped');
    }
  };

  /** What became of an occurrence, also of a schedule that was paused meanwhile; nothing if another host has noted it. */
  const note = async (
    claimed: KeptSchedule,
    occurrence: number,
    to: (schedule: Schedule) => Schedule,
  ): Promise<void> => {
    let found: KeptSchedule | undefined = claimed;
    while (found?.schedule.last?.kind === 'starting' && found.schedule.last.occurrence === occurrence) {
      if (await records.replace(found, to(found.schedule))) return;
      found = await records.find(claimed.schedule.id);
    }
  };

  /** T4. One that was pruned is over. */
  const unfinished = async (id: ExecutionId | undefined): Promise<ExecutionId | undefined> => {
    const summary = id === undefined ? undefined : await deps.summary(id);
    return summary === undefined || isTerminalOrDamaged(summary.status) ? undefined : id;
  };

  return { look };
}

const MAY_SUCCEED_LATER: ReadonlySet<string> = new Set([
  'host/draining',
  'store/unavailable',
  'store/outcome-unknown',
  'limit/queue-full',
  'limit/live-executions',
]);

/** When a host has to do something about it. */
function attentionAt({ paused, nextAt, last }: Schedule): number {
  // T7.
  if (paused !== undefined) return Number.POSITIVE_INFINITY;
  return last?.kind === 'starting' ? last.at + CLAIM_MS : (nextAt ?? Number.POSITIVE_INFINITY);
}

function withNext({ nextAt: _, ...schedule }: Schedule, next: number | undefined): Schedule {
  return next === undefined ? schedule : { ...schedule, nextAt: next };
}
