// Follows all journals from one node, and notes what it was shown. The next run of the node goes on where this one ended.

import type { JournalStore } from '@toolshed/kernel';
import { z } from 'zod';
import { appendLine, readLines } from './json-lines.ts';

/** One page: all up to `through`, and each entry as its execution and seq. */
export const FollowedPage = z.strictObject({
  through: z.int(),
  seen: z.array(z.tuple([z.string(), z.int()])),
  damaged: z.int(),
});
export type FollowedPage = Readonly<z.infer<typeof FollowedPage>>;

export interface Follower {
  /** Resolves once it has seen everything up to here. */
  until(position: number): Promise<void>;
  stop(): void;
}

const LOOK_AGAIN_MS = 150;

export function startFollower(store: JournalStore, file: string): Follower {
  let cursor = readLines(file, FollowedPage).at(-1)?.through ?? 0;
  let hasStopped = false;

  const readOn = async (): Promise<boolean> => {
    const { through, entries, damaged } = await store.entriesAfter(cursor, { limit: 200 });
    if (through === cursor) return false;
    const seen = entries.map(({ executionId, entry }) => [executionId, entry.seq] satisfies [string, number]);
    appendLine(file, { through, seen, damaged: damaged.length } satisfies FollowedPage);
    cursor = through;
    return true;
  };

  const follow = async (): Promise<void> => {
    while (!hasStopped) if (!(await readOn().catch(() => false))) await pause(LOOK_AGAIN_MS);
  };
  void follow();
  return {
    async until(position) {
      while (cursor < position && !hasStopped) await pause(LOOK_AGAIN_MS);
    },
    stop() {
      hasStopped = true;
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
