// How much a journal may hold before the next step writes it. Used by `held-entries.ts` alone.

import type { JournalEntry } from '@toolshed/kernel';

/** How much may be held in memory before the next step writes it. */
const MAX_HELD = { entries: 1_024, characters: 1_000_000, ms: 100 };

/**
 * Bounds what a journal holds, in entries, in size and in time: one append stays small, a crash loses little, and others
 * soon see a program that makes one safe call after another.
 */
export interface HoldLimit {
  readonly isReached: boolean;
  add(entries: readonly JournalEntry[]): void;
  /** Nothing is held any more. */
  reset(): void;
}

export function createHoldLimit(): HoldLimit {
  let entries = 0;
  let characters = 0;
  let since: number | undefined;
  return {
    get isReached() {
      if (since === undefined) return false;
      return (
        entries >= MAX_HELD.entries || characters >= MAX_HELD.characters || performance.now() - since >= MAX_HELD.ms
      );
    },
    add(added) {
      since ??= performance.now();
      entries += added.length;
      for (const entry of added) characters += charactersOf(entry);
    },
    reset() {
      entries = 0;
      characters = 0;
      since = undefined;
    },
  };
}

/** Of arguments and results. All that a program prints is bounded by a limit of its own. */
function charactersOf(entry: JournalEntry): number {
  if (entry.kind === 'tool-called') return entry.args.length;
  return entry.kind === 'returned' ? (entry.value?.length ?? 0) : 0;
}
