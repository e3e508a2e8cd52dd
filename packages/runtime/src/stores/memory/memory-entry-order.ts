import type { EntriesFilter, EntriesPage, ExecutionId, PlacedEntry } from '@toolshed/kernel';

interface Place {
  readonly position: number;
  readonly execution: ExecutionId;
  readonly seq: number;
}

type Read = (place: Place) => Pick<PlacedEntry, 'session' | 'entry'> | undefined;

/** The entries of all journals in the order they were appended. */
export interface MemoryEntryOrder {
  readonly last: number;
  place(execution: ExecutionId, from: number, count: number): void;
  forget(execution: ExecutionId): void;
  look(after: number, filter: EntriesFilter, read: Read): EntriesPage;
}

const DEFAULT_LIMIT = 100;
const MAX_WALKED = 10_000;

export function createMemoryEntryOrder(): MemoryEntryOrder {
  let places: Place[] = [];
  let last = 0;
  return {
    get last() {
      return last;
    },
    place(execution, from, count) {
      for (let index = 0; index < count; index += 1) places.push({ position: ++last, execution, seq: from + index });
    },
    forget(execution) {
      places = places.filter((place) => place.execution !== execution);
    },
    look(after, { session, limit = DEFAULT_LIMIT }, read) {
      const entries: PlacedEntry[] = [];
      const start = firstAfter(places, after);
      const walked = places.slice(start, start + MAX_WALKED);
      for (const { position, execution, seq } of walked) {
        if (entries.length === limit) return { entries, through: entries.at(-1)?.position ?? after };
        const found = read({ position, execution, seq });
        if (found && (session === undefined || session === found.session))
          entries.push({ position, execution, ...found });
      }
      const isWhole = start + walked.length >= places.length;
      return { entries, through: Math.max(after, isWhole ? last : (walked.at(-1)?.position ?? after)) };
    },
  };
}

/** They are in ascending order. */
function firstAfter(places: readonly Place[], position: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle]?.position ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
