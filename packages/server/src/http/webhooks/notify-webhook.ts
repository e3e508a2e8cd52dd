// Notifies one webhook of what a feed has for it, at least once each, from one machine. Where several nodes share a store,
// `notify-by-jobs.ts` does.
//
// Invariants
//   W1. The journal is the outbox: what is still to be sent is what lies after the position on disk, so a crash at any
//       moment repeats some notices and loses none. Repeats carry the same id.
//   W2. The position moves past a notice only when it was delivered, or is older than `GIVE_UP_MS`.
//   W3. Memory is bounded: one page of events, `AT_ONCE` requests.

import { setTimeout as pause } from 'node:timers/promises';
import type { ToolLog } from '@toolshed/kernel';
import type { Shed } from '../shed/shed-port.js';
import type { Notice } from './notice.js';
import { type NoticeFeed, untilChanged } from './notice-feed.js';
import type { PositionFile } from './position-file.js';
import { AT_ONCE, GIVE_UP_MS, RETRY_MS, type SendDeps, sendNotice } from './send-notice.js';

export interface NotifyDeps extends SendDeps {
  readonly shed: Pick<Shed, 'lastEvent' | 'changes'>;
  readonly feed: NoticeFeed;
  readonly kept: PositionFile;
  readonly log: ToolLog;
  readonly closing: AbortSignal;
}

/** Resolves when the server closes; never rejects. What fails, at the start too, is logged and tried again. */
export async function notify(deps: NotifyDeps): Promise<void> {
  const { shed, feed, kept, closing, log } = deps;
  using watch = shed.changes.watch();
  let position: number | undefined;
  for (let failures = 0; !closing.aborted; ) {
    try {
      position ??= await startOf(deps);
      const { notices, damaged, through, dueInMs } = await feed.read(position);
      for (const { executionId, damage } of damaged)
        log.warn({ execution: executionId, damage }, 'a damaged journal entry was skipped');
      await sendAll(notices, deps);
      if (closing.aborted) return;
      // W1.
      if (through > position) await kept.write(through);
      if (through === position) await untilChanged(watch, closing, dueInMs);
      position = through;
      failures = 0;
    } catch (error) {
      log.warn({ err: error, failures }, 'notifying a webhook failed');
      await pause(backOff(failures), undefined, { signal: closing }).catch(() => undefined);
      failures += 1;
    }
  }
}

/** A new webhook is notified of what comes from now on. A position this store has not reached is another store's. */
async function startOf({ kept, shed }: NotifyDeps): Promise<number> {
  const [known, last] = [await kept.read(), await shed.lastEvent()];
  if (known !== undefined && known <= last) return known;
  await kept.write(last);
  return last;
}

/** W3. */
async function sendAll(notices: readonly Notice[], deps: NotifyDeps): Promise<void> {
  for (let start = 0; start < notices.length; start += AT_ONCE) {
    await Promise.all(notices.slice(start, start + AT_ONCE).map((notice) => untilSent(notice, deps)));
  }
}

async function untilSent(notice: Notice, deps: NotifyDeps): Promise<void> {
  const { feed, closing, log, now } = deps;
  for (let attempt = 0; !closing.aborted; attempt += 1) {
    try {
      if (!(await feed.isCurrent(notice))) return;
      return await sendNotice(notice, deps, closing);
    } catch (error) {
      const isTooOld = now() - notice.at > GIVE_UP_MS;
      log.warn(
        { err: error, notice: notice.id, attempt, isTooOld },
        'delivering a webhook notice failed; trying again unless it is too old',
      );
      // W2.
      if (isTooOld) return;
      await pause(backOff(attempt), undefined, { signal: closing }).catch(() => undefined);
    }
  }
}

/** Twice as long each time, by half at random, so that many notices do not come back as one wave. */
const backOff = (attempt: number): number =>
  Math.min(RETRY_MS.longest, RETRY_MS.first * 2 ** attempt) * (0.5 + Math.random() / 2);
