// What the change feed offers to those who follow: `change-feed.ts` keeps its promises.

import type { ExecutionId, JournalEntry } from '@toolshed/kernel';

/** Something that was journaled, by this process or another. */
export type Change =
  | {
      readonly kind: 'appended';
      readonly executionId: ExecutionId;
      /** Its journal has at least so many entries. */
      readonly length: number;
      /** The kinds of the new entries; undefined if another process appended them. */
      readonly entries: readonly JournalEntry['kind'][] | undefined;
    }
  /** Anything may have changed. */
  | { readonly kind: 'unknown' };

/** Which changes a subscriber wants. Default: all. */
export interface ChangeFilter {
  /** Only changes of these executions. */
  readonly executions?: readonly ExecutionId[];
  /** Only entries of these kinds. Entries of another process always match: their kinds are not known here. */
  readonly kinds?: ReadonlySet<JournalEntry['kind']>;
}

/** For a loop that looks, waits for a change, and looks again. Begin the watch before the first look. */
export interface ChangeWatch extends Disposable {
  /**
   * Resolves with true once something changed since the last call, or since the watch began; at once if it did already.
   * Resolves with false if `signal` aborts, or the watch is disposed, first. Keeps the process alive meanwhile. Rejects
   * once the host is closed.
   */
  changed(signal?: AbortSignal): Promise<boolean>;
}

/** One way to learn that something changed: subscribe instead of polling. */
export interface Changes {
  /**
   * Calls back for every change, from now on; once for each, also if the listener subscribes again. Does not keep the
   * process alive.
   */
  subscribe(listener: (change: Change) => void, filter?: ChangeFilter): Disposable;
  /** For a loop that waits for changes. */
  watch(filter?: ChangeFilter): ChangeWatch;
}
