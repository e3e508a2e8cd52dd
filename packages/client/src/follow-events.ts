// Events as they happen, over as many connections as it takes.
//
// Invariants
//   V1. Events are given in the order the server sends them, each once: a new connection continues after the cursor of the
//       last event that was given, and that event is dropped if it comes again. Cursors are opaque; only servers know
//       which of two is earlier.
//   V2. A connection that sends nothing for `idleMs` counts as lost, whatever the socket claims; the server sends a sign of life
//       every 15 seconds.
//   V3. Only what a new connection cannot repair ends the events: a refusal (401, 403, 4xx) or an abort.

import type { Event } from './generated-api.js';
import { ToolshedHttpError, unexpected } from './http-error.js';
import { backoffMs, pause } from './pause.js';
import type { Send } from './send-request.js';
import { readEvents } from './server-sent-events.js';

/** Which events, and from where. */
export interface EventsOptions {
  /** Only those of one session. */
  readonly session?: string | undefined;
  /** Starts after this cursor: that of the last event you handled, or `'0'` for all there are. Default: now. */
  readonly after?: string | undefined;
  /** Ends the events; the loop over them throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The wait before the first reconnect, in milliseconds; it doubles from there. Default: what the server says. */
  readonly retryMs?: number | undefined;
  /** How long a connection may send nothing before it counts as lost, in milliseconds. Default: 45,000. */
  readonly idleMs?: number | undefined;
  /** Called for an entry that the server's store can no longer read. */
  readonly onDamaged?: ((place: { readonly cursor: string }) => void) | undefined;
}

const IDLE_MS = 45_000;
const RETRY_MS = 1_000;

export async function* followEvents(send: Send, options: EventsOptions): AsyncGenerator<Event, void, undefined> {
  const { session, after, signal, idleMs = IDLE_MS } = options;
  let cursor = after;
  let serverRetryMs = RETRY_MS;
  let failures = 0;

  for (;;) {
    const connection = new AbortController();
    const drop = (): void => connection.abort(signal?.reason);
    if (signal?.aborted) throw signal.reason;
    signal?.addEventListener('abort', drop, { once: true });
    let watchdog = setTimeout(drop, idleMs);
    const alive = (): void => {
      clearTimeout(watchdog);
      watchdog = setTimeout(drop, idleMs);
    };
    try {
      const response = await send({
        method: 'GET',
        path: `/v1/events${session === undefined ? '' : `?session=${encodeURIComponent(session)}`}`,
        headers: { accept: 'text/event-stream', ...(cursor === undefined ? {} : { 'last-event-id': cursor }) },
        isRepeatable: false,
        signal: connection.signal,
      });
      for await (const { id, event, data, retryMs } of readEvents(bodyOf(response), alive)) {
        failures = 0;
        serverRetryMs = retryMs ?? serverRetryMs;
        // Another cursor than the one that was sent is the end of another store, which this server has now.
        if (event === 'hello') cursor = id;
        if ((event !== 'entry' && event !== 'damaged') || id === undefined || id === cursor) continue;
        cursor = id;
        if (event === 'damaged') options.onDamaged?.({ cursor: id });
        else yield JSON.parse(data);
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof ToolshedHttpError && !isPassing(error)) throw error;
      serverRetryMs = Math.max(serverRetryMs, retryAfterMs(error));
    } finally {
      clearTimeout(watchdog);
      signal?.removeEventListener('abort', drop);
      connection.abort();
    }
    await pause(backoffMs(failures, options.retryMs ?? serverRetryMs), signal);
    failures += 1;
  }
}

const isPassing = ({ status }: ToolshedHttpError): boolean => status === 0 || status === 429 || status >= 500;

const retryAfterMs = (error: unknown): number =>
  error instanceof ToolshedHttpError ? (error.retryAfter ?? 0) * 1_000 : 0;

function bodyOf(response: Response): ReadableStream<Uint8Array> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || response.body === null) throw unexpected(response, undefined);
  return response.body;
}
