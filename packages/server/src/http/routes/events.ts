import type { ToolLog } from '@toolshed/kernel';
import { z } from 'zod';
import { AccessError } from '../access/access-errors.js';
import { entryView } from '../shed/entry-view.js';
import { openEventStream } from '../events/event-stream.js';
import type { StreamQuota } from '../events/stream-quota.js';
import { RequestError } from '../request/request-errors.js';
import { type Route, route } from '../route.js';
import type { Shed } from '../shed/shed-port.js';
import { JournalView } from './executions.js';
import { sessionFor } from './lists.js';

export interface EventRoutesDeps {
  readonly shed: Shed;
  /** Whether a credential that was accepted still is. */
  isValid(id: string): Promise<boolean>;
  readonly places: StreamQuota;
  readonly closing: AbortSignal;
  readonly log: ToolLog;
}

const Query = z.strictObject({
  session: z.string().optional(),
  after: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('The position to start after; `Last-Event-ID` overrides it. Default: now'),
});

export const EventView = z.strictObject({
  position: z.int(),
  executionId: z.string(),
  session: z.string(),
  entry: JournalView,
});

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const;

export function eventRoutes({ shed, isValid, places, closing, log }: EventRoutesDeps): readonly Route[] {
  return [
    route({
      id: 'followEvents',
      tag: 'Events',
      method: 'get',
      path: '/v1/events',
      summary: 'Follow everything that is journaled, as Server-Sent Events',
      access: 'members',
      query: Query,
      headers: z.strictObject({
        'Last-Event-ID': z.string().optional().describe('The id of the last event that was read'),
      }),
      failures: ['access/session', 'access/streams'],
      reply: EventView,
      stream: true,
      async handle({ query: { session, after }, caller, context }) {
        const filter = sessionFor(caller, session);
        const from = await startOf(context.req.header('last-event-id'), after, shed);
        // A client that asks for headers alone reads no stream, and so would never end one.
        if (context.req.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS });
        const leave = places.take(caller.kind === 'nobody' ? '' : caller.id);
        if (leave === undefined) {
          throw new AccessError('access/streams', 429, 'Cannot open another event stream: too many are open');
        }
        const stream = openEventStream(from, {
          isValid: async () => caller.kind !== 'nobody' && (await isValid(caller.id)),
          read: (position) => shed.eventsAfter(position, filter),
          changes: shed.changes,
          closing,
          show: ({ position, executionId, session, entry }) => ({
            position,
            executionId,
            session,
            entry: entryView(entry, caller),
          }),
          drop: () => context.env.outgoing?.destroy(),
          ended: leave,
          failed: (error) => log.warn({ err: error }, 'an event stream was cut'),
        });
        return new Response(stream, { headers: STREAM_HEADERS });
      },
    }),
  ];
}

/** A position beyond the end belongs to another store: the client then starts now, as without a position. */
async function startOf(lastSeen: string | undefined, after: number | undefined, shed: Shed): Promise<number> {
  const last = await shed.lastEvent();
  if (lastSeen !== undefined && !/^\d{1,15}$/.test(lastSeen)) {
    throw new RequestError(
      'request/invalid',
      400,
      'Cannot continue after this Last-Event-ID: this server did not send it',
    );
  }
  const wanted = lastSeen === undefined ? after : Number(lastSeen);
  return wanted === undefined ? last : Math.min(wanted, last);
}
