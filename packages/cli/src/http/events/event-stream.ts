// One client's stream of events, pulled from the store page by page.
//
// Invariants
//   E1. An event's id is its position in the store, so a client that comes back with the last one it saw goes on right
//       after it, at this server or another, whatever was restarted meanwhile.
//   E2. Nothing is read from the store before the client took what was read before: a slow client costs one page of
//       memory, and one that takes nothing for `patienceMs` is dropped; it loses nothing (E1).
//   E3. A credential that is revoked or expires ends its streams before their next event.
//   E4. Every stream starts by naming its position, so that one cut before its first event misses none either.

import { setTimeout as pause } from 'node:timers/promises';
import type { EntriesPage, PlacedEntry } from '@toolshed/kernel';
import type { EventTail } from './event-tail.js';

export interface EventStreamDeps {
  read(after: number): Promise<EntriesPage>;
  /** Whether the client's credential still counts; asked before every page. */
  isWelcome(): Promise<boolean>;
  readonly tail: EventTail;
  readonly closing: AbortSignal;
  show(event: PlacedEntry): unknown;
  /** Cuts the connection of a client that takes nothing. */
  drop(): void;
  ended(): void;
  readonly heartbeatMs?: number;
  readonly patienceMs?: number;
}

const RETRY_MS = 1_000;
/** Events come in clusters; reading once for each cluster is much less work than once for each event. */
const GATHER_MS = 10;

export function openEventStream(from: number, deps: EventStreamDeps): ReadableStream<Uint8Array> {
  const { read, tail, closing, show, heartbeatMs = 15_000, patienceMs = 60_000 } = deps;
  const encoder = new TextEncoder();
  let position = from;
  let isOver = false;
  let isFirst = true;
  let takenAt = performance.now();
  let isPulling = false;

  const end = (): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(watch);
    deps.ended();
  };
  const watch = setInterval(
    () => {
      if (isPulling || performance.now() - takenAt < patienceMs) return;
      end();
      deps.drop();
    },
    Math.min(patienceMs, 5_000),
  );

  /** The next thing to send: events, or a sign of life after a while without any. */
  const next = async (): Promise<string> => {
    const deadline = performance.now() + heartbeatMs;
    while (!isOver && !closing.aborted && (await deps.isWelcome())) {
      const { version } = tail;
      const { entries, through } = await read(position);
      const hasMore = through > position;
      position = Math.max(position, through);
      if (entries.length > 0) return entries.map((event) => eventText(event, show(event))).join('');
      if (hasMore) continue;
      const left = deadline - performance.now();
      if (left <= 0) return `: ${position}\n\n`;
      await tail.changed(version, left);
      await pause(GATHER_MS);
    }
    return '';
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isPulling = true;
        takenAt = performance.now();
        const text = isFirst ? `retry: ${RETRY_MS}\nid: ${position}\nevent: hello\ndata: {}\n\n` : await next();
        isFirst = false;
        isPulling = false;
        takenAt = performance.now();
        if (text !== '' && !isOver) {
          controller.enqueue(encoder.encode(text));
          return;
        }
        end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** JSON has no raw line breaks, so one `data` line holds it. */
const eventText = ({ position }: PlacedEntry, shown: unknown): string =>
  `id: ${position}\nevent: entry\ndata: ${JSON.stringify(shown)}\n\n`;
