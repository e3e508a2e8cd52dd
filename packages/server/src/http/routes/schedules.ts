// Schedules of saved programs over HTTP. All of it is for approvers, like the routes of `programs.ts`.

import { AnsweredBy, ExecutionId } from '@toolshed/kernel';
import { z } from 'zod';
import { type Route, route } from '../route.js';
import { answeredBy, JsonBody } from './answer-body.js';
import { type ExecutionRoutesDeps, Id } from './executions.js';

const occurrence = { occurrence: z.int(), at: z.int() };

/** What happened at the last occurrence. */
export const OccurrenceView = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('starting'), ...occurrence, missedSince: z.int().optional() }),
  z.strictObject({
    kind: z.literal('started'),
    ...occurrence,
    execution: ExecutionId,
    missedSince: z.int().optional().describe('The first occurrence that was missed because no host was running'),
  }),
  z.strictObject({ kind: z.literal('skipped'), ...occurrence, execution: ExecutionId }),
  z.strictObject({ kind: z.literal('failed'), ...occurrence, problem: z.string() }),
]);

export const ScheduleView = z.strictObject({
  id: z.string(),
  program: z.string(),
  cron: z.string(),
  timezone: z.string(),
  input: JsonBody,
  session: z.string(),
  labels: z.record(z.string(), z.string()),
  placement: z.array(z.string()).readonly().optional().describe('Labels a host must have to run its executions'),
  createdAt: z.int(),
  createdBy: AnsweredBy,
  paused: z.strictObject({ at: z.int(), by: AnsweredBy }).optional(),
  nextAt: z.int().optional(),
  last: OccurrenceView.optional(),
  latestExecution: ExecutionId.optional(),
});
export const ScheduleList = z.strictObject({ items: z.array(ScheduleView) });
export const RemovedSchedule = z.strictObject({ removed: z.string() });

export const ScheduleBody = z.strictObject({
  program: z.string().max(600).describe('The path of a saved program'),
  cron: z.string().max(200).describe('Minute, hour, day of the month, month, day of the week'),
  timezone: z.string().max(100).optional().describe('Default: UTC'),
  input: JsonBody.optional().describe('The arguments of the program'),
  session: z.string().min(1).max(200).optional().describe('Default: one of its own'),
});

const FAILURES = ['schedule/unknown', 'schedule/not-kept'];

export function scheduleRoutes({ shed, labels }: Pick<ExecutionRoutesDeps, 'shed' | 'labels'>): readonly Route[] {
  const { schedules } = shed;
  const about = { tag: 'Schedules', access: 'approvers' } as const;
  return [
    route({
      id: 'listSchedules',
      ...about,
      method: 'get',
      path: '/v1/schedules',
      summary: 'List schedules',
      failures: ['schedule/not-kept'],
      reply: ScheduleList,
      handle: async () => ({ body: { items: await schedules.list() } }),
    }),
    route({
      id: 'addSchedule',
      ...about,
      method: 'post',
      path: '/v1/schedules',
      summary: 'Start a saved program on a cron schedule',
      body: ScheduleBody,
      failures: ['schedule/invalid', 'schedule/not-kept', 'program/unknown', 'program/not-kept'],
      reply: ScheduleView,
      status: 201,
      async handle({ body: { program, cron, timezone, input, session }, caller }) {
        const schedule = await schedules.add({
          program,
          cron,
          labels,
          by: answeredBy(caller),
          ...(timezone === undefined ? {} : { timezone }),
          ...(input === undefined ? {} : { input }),
          ...(session === undefined ? {} : { session }),
        });
        return { body: schedule };
      },
    }),
    route({
      id: 'getSchedule',
      ...about,
      method: 'get',
      path: '/v1/schedules/{id}',
      summary: 'Show a schedule, and what happened at its last occurrence',
      params: Id,
      failures: FAILURES,
      reply: ScheduleView,
      handle: async ({ params: { id } }) => ({ body: await schedules.get(id) }),
    }),
    route({
      id: 'pauseSchedule',
      ...about,
      method: 'post',
      path: '/v1/schedules/{id}/pause',
      summary: 'Start nothing more until it is resumed',
      params: Id,
      failures: FAILURES,
      reply: ScheduleView,
      handle: async ({ params: { id }, caller }) => ({ body: await schedules.pause(id, answeredBy(caller)) }),
    }),
    route({
      id: 'resumeSchedule',
      ...about,
      method: 'post',
      path: '/v1/schedules/{id}/resume',
      summary: 'Continue with the next occurrence from now',
      params: Id,
      failures: FAILURES,
      reply: ScheduleView,
      handle: async ({ params: { id }, caller }) => ({ body: await schedules.resume(id, answeredBy(caller)) }),
    }),
    route({
      id: 'removeSchedule',
      ...about,
      method: 'delete',
      path: '/v1/schedules/{id}',
      summary: 'Remove a schedule; executions it started keep running',
      params: Id,
      failures: FAILURES,
      reply: RemovedSchedule,
      async handle({ params: { id }, caller }) {
        await schedules.remove(id, answeredBy(caller));
        return { body: { removed: id } };
      },
    }),
  ];
}
