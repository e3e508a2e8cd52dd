// What one webhook is notified of, read from the journal: questions and answers as they come, or questions that are still
// open a set time after they were asked. A reminder is a follower that stays behind: it has a position of its own, so it
// survives a restart as every other notice does, and on several nodes it becomes one job.
//
// Invariants
//   F1. A late feed passes no entry before its time: its position is before everything that is not due yet.
//   F2. Whether a question is still open is checked right before each attempt to send: nobody is reminded of what was answered.

import { setTimeout as pause } from 'node:timers/promises';
import type { EntriesPage } from '@toolshed/kernel/runtime';
import type { ChangeWatch } from '@toolshed/runtime';
import type { Shed } from '../shed/shed-port.js';
import { type Notice, noticeOf } from './notice.js';

export interface NoticePage extends Pick<EntriesPage, 'damaged' | 'through'> {
  readonly notices: readonly Notice[];
  /** How long until an entry is due that was left out; undefined if there is none. */
  readonly dueInMs: number | undefined;
}

export interface NoticeFeed {
  /** Distinguishes the feeds of one webhook; empty for immediate notices. */
  readonly name: string;
  read(after: number): Promise<NoticePage>;
  /** Whether to send it still. */
  isCurrent(notice: Notice): Promise<boolean>;
}

export interface NoticeFeedDeps {
  readonly shed: Pick<Shed, 'eventsAfter' | 'pending'>;
  /** The base of links. */
  readonly inbox: string;
  now(): number;
}

export const currentFeed = ({ shed, inbox }: NoticeFeedDeps): NoticeFeed => ({
  name: '',
  async read(after) {
    const { entries, damaged, through } = await shed.eventsAfter(after);
    return { notices: entries.flatMap((event) => noticeOf(event, inbox) ?? []), damaged, through, dueInMs: undefined };
  },
  isCurrent: async () => true,
});

/** After this long, a clock that was set forward is noticed. */
const LONGEST_PAUSE_MS = 30_000;

const TYPES = { reminder: 'question.reminder', escalation: 'question.escalated' } as const;

export const lateFeed = (
  { shed, inbox, now }: NoticeFeedDeps,
  kind: keyof typeof TYPES,
  lateMs: number,
): NoticeFeed => ({
  name: `${kind}-${lateMs}`,
  async read(after) {
    const { entries, damaged, through } = await shed.eventsAfter(after);
    const time = now();
    const first = entries.findIndex(({ entry }) => entry.at + lateMs > time);
    const [due, left] = first < 0 ? [entries, undefined] : [entries.slice(0, first), entries[first]];
    const passed = left === undefined ? through : (due.at(-1)?.position ?? after);
    const asked = due.filter(({ entry }) => entry.kind === 'asked');
    return {
      notices: asked.flatMap((event) => late(noticeOf(event, inbox), kind, lateMs) ?? []),
      damaged: damaged.filter(({ position }) => position <= passed),
      // F1.
      through: passed,
      dueInMs: left && Math.min(lateMs, left.entry.at + lateMs - time),
    };
  },
  // F2.
  async isCurrent({ question }) {
    const open = await shed.pending({ elicitationId: question.elicitationId });
    return open.length > 0;
  },
});

/** Waits until something is due; where nothing is left out, for a change of the journal. */
export async function untilChanged(
  watch: Pick<ChangeWatch, 'changed'>,
  closing: AbortSignal,
  dueInMs: number | undefined,
): Promise<void> {
  if (dueInMs === undefined) {
    await watch.changed(closing);
    return;
  }
  // What comes meanwhile comes after what is not due yet.
  const waitMs = Math.min(Math.max(1, dueInMs), LONGEST_PAUSE_MS);
  await pause(waitMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
}

const late = (notice: Notice | undefined, kind: keyof typeof TYPES, lateMs: number): Notice | undefined =>
  notice && {
    ...notice,
    id: `${notice.question.elicitationId}.${kind}.${lateMs}`,
    type: TYPES[kind],
    at: notice.at + lateMs,
  };
