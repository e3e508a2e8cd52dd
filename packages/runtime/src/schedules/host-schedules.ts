// `shed.schedules`: adds, lists, pauses, resumes and removes schedules.
//
// Threat: an agent that arranges for a program to run unobserved. Only people and the host add and change
// schedules; what a schedule starts is gated like any other execution, and its questions wait for people.

import { type AnsweredBy, type Clock, type JsonValue, ToolPath, ToolshedError } from '@toolshed/kernel';
import { type AuditFact, canonicalJson, inWords, passed, readOptions, timePrefix } from '@toolshed/kernel/runtime';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sha256 } from '../digest.js';
import { Placement } from '../host-api/known-placement.js';
import { By } from '../host-api/known-principal.js';
import { scheduleChanged } from '../stores/audit/audit-facts.js';
import { cronTimes, type CronTimes } from './cron-times.js';
import { CannotScheduleError, type Schedule, type ScheduleRequest, UnknownScheduleError } from './schedule.js';
import type { KeptSchedule, ScheduleRecords } from './schedule-records.js';

/** Saved programs that are started at certain times: `shed.schedules`. */
export interface Schedules {
  /** Adds a schedule for a saved program. */
  add(request: ScheduleRequest): Promise<Schedule>;
  /** All of them, in the order they were added. */
  list(): Promise<readonly Schedule[]>;
  /** One of them. */
  get(id: string): Promise<Schedule>;
  /** Starts nothing more until it is resumed. Executions it started keep running. */
  pause(id: string, by?: AnsweredBy): Promise<Schedule>;
  /** Continues with the next occurrence from now; those in between are not started. */
  resume(id: string, by?: AnsweredBy): Promise<Schedule>;
  /** Removes it. Executions it started keep running. */
  remove(id: string, by?: AnsweredBy): Promise<void>;
}

export interface HostSchedulesDeps {
  readonly records: ScheduleRecords | undefined;
  readonly clock: Clock;
  /** The labels that a saved program needed when it was saved; throws if no such program is saved. */
  readonly placementOf: (path: string) => Promise<readonly string[] | undefined>;
}

const HOST: AnsweredBy = { principal: 'host', kind: 'person', channel: 'library' };
const MOST = 1_000;
const LONGEST_INPUT = 65_536;

const Request: z.ZodType<ScheduleRequest> = z.strictObject({
  program: inWords(z.string(), 'the path of a saved program'),
  cron: inWords(z.string(), 'a cron pattern such as "0 9 * * 1"'),
  timezone: inWords(z.string(), 'a time zone such as "Europe/Berlin"').exactOptional(),
  input: passed<JsonValue>('a JSON value', (value) => z.json().safeParse(value).success).exactOptional(),
  session: z.string().min(1).max(200).exactOptional(),
  labels: z.record(z.string(), z.string()).exactOptional(),
  placement: Placement.exactOptional(),
  by: By.exactOptional(),
} satisfies Record<keyof ScheduleRequest, z.ZodType>);

/** The store of this host keeps no schedules. */
class NoSchedulesError extends ToolshedError {
  override readonly name = 'NoSchedulesError';
  override readonly code = 'schedule/not-kept';

  constructor() {
    super("Cannot use schedules: this host's store does not keep them; use a store that Toolshed opened");
  }
}

export function createSchedules({ records, clock, placementOf }: HostSchedulesDeps): Schedules {
  const kept = (): ScheduleRecords => {
    if (records === undefined) throw new NoSchedulesError();
    return records;
  };

  const mustFind = async (id: string): Promise<KeptSchedule> => {
    const found = await kept().find(id);
    if (found === undefined) throw new UnknownScheduleError(id);
    return found;
  };

  const factOf = (what: Parameters<typeof scheduleChanged>[0], schedule: Schedule, by: AnsweredBy): AuditFact => {
    const { id, program, cron, timezone, input, session, labels } = schedule;
    const digest = sha256(canonicalJson({ program, cron, timezone, input, session, labels }));
    return scheduleChanged(what, { at: clock.now(), id, program, digest }, by);
  };

  const change = async (
    id: string,
    what: 'schedule-paused' | 'schedule-resumed',
    by: AnsweredBy,
    to: (schedule: Schedule) => Schedule,
  ): Promise<Schedule> => {
    for (;;) {
      const found = await mustFind(id);
      const next = to(found.schedule);
      if (next === found.schedule || (await kept().replace(found, next, factOf(what, next, by)))) return next;
    }
  };

  return {
    async add(given) {
      const request = readOptions('add the schedule', Request, given);
      const { cron, timezone = 'UTC', input = {}, labels = {}, by = HOST } = request;
      assertPerson(request.program, by);
      const program = ToolPath.safeParse(request.program);
      if (!program.success)
        throw new CannotScheduleError(
          request.program,
          'it is not the path of a saved program; "toolshed programs" lists those',
        );
      const { placement = await placementOf(program.data) } = request;
      if (JSON.stringify(input).length > LONGEST_INPUT)
        throw new CannotScheduleError(program.data, `its input is longer than ${LONGEST_INPUT} characters`);
      const nextAt = timesOf(program.data, cron, timezone).next(clock.now());
      if (nextAt === undefined)
        throw new CannotScheduleError(program.data, `"${cron}" is never due; give a time that will come`);
      if ((await kept().list()).length >= MOST)
        throw new CannotScheduleError(program.data, `there are ${MOST} schedules already; remove some`);
      const now = clock.now();
      const id = `sched_${timePrefix(now)}${randomUUID().replaceAll('-', '').slice(0, 18)}`;
      const session = request.session ?? `schedule ${program.data} ${id}`;
      const facts = { id, program: program.data, cron: cron.trim(), timezone, input, session, labels: { ...labels } };
      const placed = placement === undefined ? {} : { placement };
      const schedule: Schedule = { ...facts, ...placed, createdAt: now, createdBy: by, nextAt };
      await kept().add(schedule, factOf('schedule-added', schedule, by));
      return schedule;
    },
    list: async () => (await kept().list()).map(({ schedule }) => schedule),
    get: async (id) => (await mustFind(id)).schedule,
    async pause(id, by = HOST) {
      assertPerson(id, by);
      return change(id, 'schedule-paused', by, (schedule) => {
        if (schedule.paused) return schedule;
        const { nextAt: _, ...rest } = schedule;
        return { ...rest, paused: { at: clock.now(), by } };
      });
    },
    async resume(id, by = HOST) {
      assertPerson(id, by);
      return change(id, 'schedule-resumed', by, (schedule) => {
        if (schedule.paused === undefined) return schedule;
        const { paused: _, last, ...facts } = schedule;
        // What was claimed before the pause, and not started, is one of those in between.
        const rest = last === undefined || last.kind === 'starting' ? facts : { ...facts, last };
        const nextAt = timesOf(schedule.program, schedule.cron, schedule.timezone).next(clock.now());
        return nextAt === undefined ? rest : { ...rest, nextAt };
      });
    },
    async remove(id, by = HOST) {
      assertPerson(id, by);
      const { schedule } = await mustFind(id);
      if (!(await kept().remove(id, factOf('schedule-removed', schedule, by)))) throw new UnknownScheduleError(id);
    },
  };
}

function timesOf(program: string, cron: string, timezone: string): CronTimes {
  try {
    return cronTimes(cron, timezone);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new CannotScheduleError(program, `"${cron.slice(0, 60)}" cannot be used: ${problem}`);
  }
}

function assertPerson(what: string, by: AnsweredBy): void {
  if (by.kind !== 'person') throw new CannotScheduleError(what, 'only a person can change schedules');
}
