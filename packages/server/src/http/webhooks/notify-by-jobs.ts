// Notifies one webhook of what a feed has for it, at least once each, where several nodes share a store: one of them reads
// from the position they share, and any of them delivers.
//
// Invariants
//   Y1. Notices become jobs in the transaction that moves the position past them, from where it was read: whatever dies
//       or stops when, none is lost and none becomes two jobs. A node that comes back finds the position elsewhere.
//   Y2. A job is over when its notice was taken, or is older than `GIVE_UP_MS`. A node that dies with it leaves it to
//       another, so a notice may come twice, with the same id.
//   Y3. A node that may have lost a job does not send it.
//   Y4. A node that finds others ahead of it polls less often: the one that reads continues at once.

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobKind, Jobs, ToolLog } from '@toolshed/kernel';
import type { Shed } from '../shed/shed-port.js';
import { Notice } from './notice.js';
import { type NoticeFeed, type NoticePage, untilChanged } from './notice-feed.js';
import { AT_ONCE, GIVE_UP_MS, RETRY_MS, type SendDeps, sendNotice, TIMEOUT_MS } from './send-notice.js';

export interface NotifyByJobsDeps extends SendDeps {
  readonly shed: Pick<Shed, 'lastEvent' | 'changes'>;
  readonly feed: NoticeFeed;
  readonly jobs: Jobs;
  readonly url: string;
  readonly log: ToolLog;
  readonly closing: AbortSignal;
}

/** Long enough for a slow receiver, and for storing the outcome. */
const TRY_MS = TIMEOUT_MS + 5_000;
/** How long a node waits that found another ahead of it; by half at random. */
const BEHIND_MS = 1_000;

/** Resolves when the server closes; never rejects. */
export async function notifyByJobs(deps: NotifyByJobsDeps): Promise<void> {
  const { jobs, feed, log } = deps;
  const kind = kindOf(deps.url, feed);
  await using _ = jobs.work(kind, AT_ONCE, async (notice, job) => {
    if (!(await feed.isCurrent(notice))) return;
    // Y3.
    if (!job.isOurs) throw new Error('another node may have it');
    try {
      await sendNotice(notice, deps, job.signal);
    } catch (error) {
      const isTooOld = deps.now() - notice.at > GIVE_UP_MS;
      const { attempt } = job;
      log.warn(
        { err: error, notice: notice.id, attempt, isTooOld },
        'delivering a webhook notice failed; trying again unless it is too old',
      );
      // Y2.
      if (!isTooOld) throw error;
    }
  });
  await follow(deps, kind);
}

async function follow(deps: NotifyByJobsDeps, kind: JobKind<Notice>): Promise<void> {
  const { shed, closing, log } = deps;
  using watch = shed.changes.watch();
  for (let failures = 0; !closing.aborted; ) {
    try {
      const step = await advance(deps, kind);
      failures = 0;
      // Y4.
      if (step === 'behind') await pauseFor(BEHIND_MS, closing);
      if (typeof step === 'object') await untilChanged(watch, closing, step.dueInMs);
    } catch (error) {
      if (closing.aborted) return;
      log.warn({ err: error, failures }, 'following the journal for a webhook failed; trying again');
      await pauseFor(Math.min(RETRY_MS.longest, RETRY_MS.first * 2 ** failures), closing);
      failures += 1;
    }
  }
}

/** `behind`: another node was faster. Otherwise there is nothing to read, or nothing that is due yet. */
async function advance(
  { shed, feed, jobs, log }: NotifyByJobsDeps,
  kind: JobKind<Notice>,
): Promise<'moved' | 'behind' | Pick<NoticePage, 'dueInMs'>> {
  const follower = kind.name;
  const [from, last] = [await jobs.position(follower), await shed.lastEvent()];
  // A new webhook is notified of what comes from now on.
  if (from === undefined) return (await jobs.advance({ follower, from, to: last }, kind, [])) ? 'moved' : 'behind';
  const { notices, damaged, through, dueInMs } = await feed.read(from);
  if (through <= from) return { dueInMs };
  // Y1.
  if (!(await jobs.advance({ follower, from, to: through }, kind, notices))) return 'behind';
  for (const { executionId, damage } of damaged)
    log.warn({ execution: executionId, damage }, 'a damaged journal entry was skipped');
  return 'moved';
}

/** A node without this webhook does none of its jobs: it does not have the secret. */
const kindOf = (url: string, feed: NoticeFeed): JobKind<Notice> => ({
  name: [`webhook-${createHash('sha256').update(url).digest('hex').slice(0, 16)}`, feed.name].filter(Boolean).join('-'),
  payload: Notice,
  tryMs: TRY_MS,
  retryMs: RETRY_MS,
  keepMs: 2 * GIVE_UP_MS,
});

const pauseFor = (ms: number, closing: AbortSignal): Promise<void> =>
  pause(ms * (0.5 + Math.random() / 2), undefined, { signal: closing }).catch(() => undefined);
