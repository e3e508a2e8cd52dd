// The order over all entries of a memory store, as runs of entries that were appended at once.

import type { ExecutionId, PlacedEntry } from '@toolshed/kernel';
import type { EntriesFilter, EntriesPage, EntryPlace, PlacesPage } from '@toolshed/kernel/runtime';

/** What was appended at once: consecutive positions and sequence numbers. */
interface Run {
  readonly position: number;
  readonly execution: ExecutionId;
  readonly seq: number;
  readonly count: number;
}

type Read = (place: EntryPlace) => Pick<PlacedEntry, 'session' | 'entry'> | undefined;

/** The entries of all journals in the order they were appended. */
export interface MemoryEntryOrder {
  readonly last: number;
  place(execution: ExecutionId, from: number, count: number): void;
  forget(execution: ExecutionId): void;
  places(after: number, limit: number): PlacesPage;
  look(after: number, filter: EntriesFilter, read: Read): EntriesPage;
}

const DEFAULT_LIMIT = 100;
const MAX_WALKED = 10_000;
/** Entries in memory are always as they were written. */
const NONE: EntriesPage['damaged'] = [];

export function createMemoryEntryOrder(): MemoryEntryOrder {
  let runs: Run[] = [];
  let last = 0;

  function* placesAfter(after: number): Generator<EntryPlace> {
    const start = firstAfter(runs, after);
    for (const { position, execution, seq, count } of runs.slice(start, start + MAX_WALKED + 1)) {
      for (let step = Math.max(0, after + 1 - position); step < count; step++)
        yield { position: position + step, executionId: execution, seq: seq + step };
    }
  }

  return {
    get last() {
      return last;
    },
    place(execution, from, count) {
      if (count > 0) runs.push({ position: last + 1, execution, seq: from, count });
      last += count;
    },
    forget(execution) {
      runs = runs.filter((run) => run.execution !== execution);
    },
    places(after, wanted) {
      const limit = Math.min(wanted, MAX_WALKED);
      const places: EntryPlace[] = [];
      for (const place of placesAfter(after)) {
        if (places.push(place) === limit) return { places, through: place.position };
      }
      return { places, through: Math.max(after, last) };
    },
    look(after, { session, limit = DEFAULT_LIMIT }, read) {
      const entries: PlacedEntry[] = [];
      let walked = 0;
      let through = after;
      for (const place of placesAfter(after)) {
        if (entries.length === limit) return { entries, damaged: NONE, through: entries.at(-1)?.position ?? after };
        if (walked++ === MAX_WALKED) return { entries, damaged: NONE, through };
        const { position, executionId } = place;
        const found = read(place);
        if (found && (session === undefined || session === found.session))
          entries.push({ position, executionId, ...found });
        through = position;
      }
      return { entries, damaged: NONE, through: Math.max(after, last) };
    },
  };
}

/** They are in ascending order. */
function firstAfter(runs: readonly Run[], position: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { position: first = 0, count = 0 } = runs[middle] ?? {};
    if (first + count - 1 <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
