// A schedule: a saved program that Toolshed starts at certain times.

import { type AnsweredBy, ExecutionId, type JsonValue, ToolPath, ToolshedError } from '@toolshed/kernel';
import { z } from 'zod';
import { By } from '../host-api/known-principal.js';

/** What happened at one occurrence. */
export const LastOccurrence = z.discriminatedUnion('kind', [
  /** A host is about to start it; another host does so if that one does not get to it. */
  z.object({ kind: z.literal('starting'), occurrence: z.int(), at: z.int(), missedSince: z.int().optional() }),
  z.object({
    kind: z.literal('started'),
    occurrence: z.int(),
    at: z.int(),
    execution: ExecutionId,
    /** The first of the earlier occurrences that were missed because no host was running; this one stands for all of them. */
    missedSince: z.int().optional(),
  }),
  /** The execution of the occurrence before was not over yet. */
  z.object({ kind: z.literal('skipped'), occurrence: z.int(), at: z.int(), execution: ExecutionId }),
  z.object({ kind: z.literal('failed'), occurrence: z.int(), at: z.int(), problem: z.string() }),
]);
export type LastOccurrence = Readonly<z.infer<typeof LastOccurrence>>;

/** One schedule, as it is now. Members that only a newer version knows are no part of it, and stay in its record. */
export const Schedule = z.object({
  id: z.string().regex(/^sched_[A-Za-z0-9_-]{1,64}$/),
  /** The path of the saved program; each occurrence starts the version that is the newest then. */
  program: ToolPath,
  cron: z.string(),
  timezone: z.string(),
  /** The arguments of the program. */
  input: z.custom<JsonValue>((value) => value !== undefined),
  /** The session of its executions. */
  session: z.string(),
  /** The labels of its executions; only a host that would continue such an execution starts one. */
  labels: z.record(z.string(), z.string()),
  /** The labels a host must have to run them; those of the tools that the program mentions, if left out. */
  placement: z.array(z.string()).readonly().optional(),
  createdAt: z.int(),
  createdBy: By,
  paused: z.object({ at: z.int(), by: By }).optional(),
  /** When it is due next; left out while it is paused. */
  nextAt: z.int().optional(),
  last: LastOccurrence.optional(),
  /** The execution it started last, which has to be over before the next one is started. */
  latestExecution: ExecutionId.optional(),
});
export type Schedule = Readonly<z.infer<typeof Schedule>>;

/** What to start, and when. */
export interface ScheduleRequest {
  /** The path of a saved program. */
  readonly program: string;
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** The time zone that `cron` is meant in, such as `Europe/Berlin`. Default: `UTC`. */
  readonly timezone?: string;
  /** The arguments of the program. Default: `{}`. */
  readonly input?: JsonValue;
  /** The session of its executions. Default: one of its own. */
  readonly session?: string;
  /** Labels of its executions. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Labels a host must have to run them. Default: those that the execution needed which the program was saved from. */
  readonly placement?: readonly string[];
  /** Who adds it. Default: the host. */
  readonly by?: AnsweredBy;
}

/** A schedule cannot be added or changed as asked. */
export class CannotScheduleError extends ToolshedError {
  override readonly name = 'CannotScheduleError';
  override readonly code = 'schedule/invalid';

  constructor(
    readonly program: string,
    problem: string,
  ) {
    super(`Cannot schedule "${program}": ${problem}`);
  }
}

/** There is no such schedule. */
export class UnknownScheduleError extends ToolshedError {
  override readonly name = 'UnknownScheduleError';
  override readonly code = 'schedule/unknown';

  constructor(readonly id: string) {
    super(`Cannot find the schedule "${id}": no such schedule; "toolshed schedule list" shows those that exist`);
  }
}
