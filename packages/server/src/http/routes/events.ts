// The route of the event stream: reads where a client wants to continue, takes a slot of its quota, and leaves the
// stream itself to `events/event-stream.ts`.

import type { ToolLog } from '@toolshed/kernel';
import { z } from 'zod';
import { AccessError } from '../access/access-errors.js';
import { entryView } from '../shed/entry-view.js';
import { positionIn } from '../events/event-cursor.js';
import { openEventStream } from '../events/event-stream.js';
import type { StreamQuota } from '../events/stream-quota.js';
import { RequestError } from '../request/request-errors.js';
import { type Route, route } from '../route.js';
import type { Shed } from '../shed/shed-port.js';
import { JournalView } from './executions.js';
import { sessionFor } from './lists.js';

export interface EventRoutesDeps {
  readonly shed: Shed;
  /** Whether a credential that was accepted is still valid. */
  isValid(id: string): Promise<boolean>;
  readonly quota: StreamQuota;
  readonly closing: AbortSignal;
  readonly log: ToolLog;
}

const Query = z.strictObject({
  session: z.string().optional(),
  after: z
    .string()
    .optional()
    .describe('The cursor to start after, or `0` for everything; `Last-Event-ID` overrides it. Default: now'),
});

export const EventView = z.strictObject({
  cursor: z.string().describe('Opaque: where to continue; the same as the id of the event'),
  executionId: z.string(),
  session: z.string(),
  entry: JournalView,
});

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const;

export function eventRoutes({ shed, isValid, quota, closing, log }: EventRoutesDeps): readonly Route[] {
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
        const from = await startOf(context.req.header('last-event-id') ?? after, shed);
        // A client that asks for headers alone reads no stream, and so would never end one.
        if (context.req.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS });
        const leave = quota.take(caller.kind === 'nobody' ? '' : caller.id);
        if (leave === undefined) {
          throw new AccessError(
            'access/streams',
            429,
            'Cannot open another event stream: too many are open; close one and try again',
          );
        }
        const stream = openEventStream(from, {
          isValid: async () => caller.kind !== 'nobody' && (await isValid(caller.id)),
          read: (position) => shed.eventsAfter(position, filter),
          changes: shed.changes,
          closing,
          show: ({ executionId, session, entry }) => ({
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
async function startOf(cursor: string | undefined, shed: Shed): Promise<number> {
  const last = await shed.lastEvent();
  if (cursor === undefined) return last;
  const wanted = positionIn(cursor);
  if (wanted === undefined) {
    throw new RequestError(
      'request/invalid',
      400,
      'Cannot continue after this cursor: no server sent it; use the cursor of an event, or 0 for everything',
    );
  }
  return Math.min(wanted, last);
}
