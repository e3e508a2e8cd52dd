// A start for which there is no slot yet: it counts from the moment it is accepted, and is queued once it is on disk.

import type { EntryOf, ExecutionSummary } from '@toolshed/kernel';
import type { LiveQuota } from './live-quota.js';
import type { Places } from './places.js';

/** One of the two is called once it was to be written. */
export interface StartInLine {
  /** It is on disk, and waits. */
  wait(summary: ExecutionSummary): void;
  /** It could not be written, or exists already. */
  refused(): void;
}

/** It is for a host that has the labels it needs, so nothing is counted here. */
export const STARTED_ELSEWHERE: StartInLine = { refused: () => undefined, wait: () => undefined };

/** Throws QueueFullError if too many wait already. */
export function startInLine<L>(started: EntryOf<'started'>, places: Places<L>, quota: LiveQuota): StartInLine {
  const expected = places.expect();
  quota.count(started, 1);
  const leave = (): void => quota.count(started, -1);
  return {
    refused() {
      expected();
      leave();
    },
    wait(summary) {
      expected();
      places.wait(summary).then(leave, leave);
    },
  };
}
