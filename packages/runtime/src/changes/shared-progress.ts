// Progress that handlers report, for listeners here and, where nodes share a store, on other nodes.
//
// Best effort for other nodes: within each interval only the newest report of a call is passed on; reports that are too long,
// or too many, are dropped. Reports matter only while the call runs; its outcome is in the journal.

import { randomUUID } from 'node:crypto';
import { type Broadcast, ExecutionId } from '@toolshed/kernel';
import { MAX_BROADCAST_BYTES } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import type { ProgressEvent } from '../host-api/host-events.js';
import type { EventHub } from './event-hub.js';

export interface SharedProgressDeps {
  readonly hub: EventHub<ProgressEvent>;
  readonly broadcast: Broadcast | undefined;
}

export interface SharedProgress {
  /** Notifies listeners here at once, and other nodes soon. */
  report(event: ProgressEvent): void;
  close(): void;
}

const GATHER_MS = 100;
/** How many messages one node sends in that time. */
const MOST_TEXTS = 4;

const Reports = z.strictObject({
  node: z.string(),
  events: z.array(
    z.strictObject({
      executionId: ExecutionId,
      call: z.int(),
      done: z.number(),
      total: z.number().optional(),
      message: z.string().optional(),
    }),
  ),
});

export function createSharedProgress({ hub, broadcast }: SharedProgressDeps): SharedProgress {
  if (broadcast === undefined) return { report: hub.emit, close: () => undefined };
  const node = randomUUID();
  const newest = new Map<string, ProgressEvent>();
  let timer: NodeJS.Timeout | undefined;

  const pass = (): void => {
    timer = undefined;
    const texts = textsOf(node, [...newest.values()]);
    newest.clear();
    for (const text of texts.slice(0, MOST_TEXTS)) broadcast.say(text);
  };

  const subscription = broadcast.subscribe((text) => {
    if (!hub.hasListeners) return;
    const reports = readReports(text);
    if (reports === undefined || reports.node === node) return;
    for (const { total, message, ...event } of reports.events) hub.emit({ ...event, total, message });
  });

  return {
    report(event) {
      hub.emit(event);
      newest.set(`${event.executionId} ${event.call}`, event);
      timer ??= setTimeout(pass, GATHER_MS).unref();
    },
    close() {
      clearTimeout(timer);
      subscription[Symbol.dispose]();
    },
  };
}

/** Packs reports into as few messages as possible; one that fits into none is left out. */
function textsOf(node: string, events: readonly ProgressEvent[]): readonly string[] {
  const texts: string[] = [];
  let together: ProgressEvent[] = [];
  for (const event of events) {
    const isTooLong = !fits(JSON.stringify({ node, events: [event] }));
    if (isTooLong) continue;
    if (!fits(JSON.stringify({ node, events: [...together, event] }))) {
      texts.push(JSON.stringify({ node, events: together }));
      together = [];
    }
    together.push(event);
  }
  return together.length === 0 ? texts : [...texts, JSON.stringify({ node, events: together })];
}

const fits = (text: string): boolean => Buffer.byteLength(text) <= MAX_BROADCAST_BYTES;

/** Undefined for a message of another version or another sender. */
function readReports(text: string): z.infer<typeof Reports> | undefined {
  try {
    return Reports.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
