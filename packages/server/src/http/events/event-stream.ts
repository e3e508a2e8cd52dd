// One client's stream of events, pulled from the store page by page.
//
// Invariants
//   E1. An event's id is the cursor of its position in the store, so a client that reconnects with the last one it saw
//       continues right after it, at this server or another, whatever was restarted meanwhile.
//   E2. Nothing is read from the store before the client took what was read before: a slow client costs one page of
//       memory, and one that takes nothing for `patienceMs` is dropped; it loses nothing (E1).
//   E3. A credential that is revoked or expires ends its streams before their next event. One without events is cancelled
//       by `while-authorized.ts`, which serves this stream as any other reply.
//   E4. Every stream starts by naming its position, so that one cut before its first event misses none either.
//   E5. Every stream that ends, also by a failure of the store, frees its slot and leaves no timer behind.

import { setTimeout as pause } from 'node:timers/promises';
import type { PlacedEntry } from '@toolshed/kernel';
import type { EntriesPage } from '@toolshed/kernel/runtime';
import type { Changes } from '@toolshed/runtime';
import { cursorAt } from './event-cursor.js';

export interface EventStreamDeps {
  read(after: number): Promise<EntriesPage>;
  /** Whether the client's credential is still valid; asked before every page. */
  isValid(): Promise<boolean>;
  readonly changes: Pick<Changes, 'watch'>;
  readonly closing: AbortSignal;
  /** What a client sees of an entry, beside its cursor. */
  show(event: PlacedEntry): object;
  /** Cuts the connection of a client that takes nothing. */
  drop(): void;
  ended(): void;
  /** The stream ended because of this; the client reconnects with its position (E1). */
  failed(error: unknown): void;
  readonly heartbeatMs?: number;
  readonly patienceMs?: number;
}

const RETRY_MS = 1_000;
/** Events come in clusters; reading once for each cluster is much less work than once for each event. */
const GATHER_MS = 10;

export function openEventStream(from: number, deps: EventStreamDeps): ReadableStream<Uint8Array> {
  const { read, closing, show, heartbeatMs = 15_000, patienceMs = 60_000 } = deps;
  const encoder = new TextEncoder();
  const watch = deps.changes.watch();
  let position = from;
  let isOver = false;
  let isFirst = true;
  let takenAt = performance.now();
  let isPulling = false;

  /** E5. */
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(patience);
    watch[Symbol.dispose]();
    deps.ended();
  };
  // E2.
  const patience = setInterval(
    () => {
      if (isPulling || performance.now() - takenAt < patienceMs) return;
      end();
      deps.drop();
    },
    Math.min(patienceMs, 5_000),
  );

  /** E3. The next thing to send: events, or a sign of life after a while without any. */
  const next = async (): Promise<string> => {
    const deadline = performance.now() + heartbeatMs;
    while (!isOver && !closing.aborted && (await deps.isValid())) {
      const page = await read(position);
      const hasMore = page.through > position;
      position = Math.max(position, page.through);
      if (page.entries.length + page.damaged.length > 0) return pageText(page, show);
      if (hasMore) continue;
      const left = deadline - performance.now();
      if (left <= 0) return `: ${cursorAt(position)}\n\n`;
      await watch.changed(AbortSignal.any([closing, AbortSignal.timeout(Math.ceil(left))]));
      await pause(GATHER_MS);
    }
    return '';
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isPulling = true;
        takenAt = performance.now();
        // E4.
        const text = isFirst
          ? `retry: ${RETRY_MS}\nid: ${cursorAt(position)}\nevent: hello\ndata: {}\n\n`
          : await next().catch((error: unknown) => {
              deps.failed(error);
              return '';
            });
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

const pageText = ({ entries, damaged }: EntriesPage, show: EventStreamDeps['show']): string =>
  [
    ...entries.map((event) => ({ event, kind: 'entry', shown: show(event) })),
    ...damaged.map((event) => ({ event, kind: 'damaged', shown: placeOf(event) })),
  ]
    .sort((a, b) => a.event.position - b.event.position)
    .map(({ event, kind, shown }) => eventText(event.position, kind, shown))
    .join('');

const placeOf = ({ position: _, ...place }: EntriesPage['damaged'][number]): object => place;

/** JSON has no raw line breaks, so one `data` line holds it. */
function eventText(position: number, kind: string, shown: object): string {
  const cursor = cursorAt(position);
  return `id: ${cursor}\nevent: ${kind}\ndata: ${JSON.stringify({ cursor, ...shown })}\n\n`;
}
