import type { ExecutionId, JournalEntry } from '@toolshed/kernel';
import type { Store } from '@toolshed/runtime';

export interface WatchedStore extends Store {
  /** How long an execution's journal was after each write of this store. */
  lengthsOf(execution: string): readonly number[];
}

/** A store that reports what it wrote before the writer knows. */
export function watchStore(
  store: Store,
  wrote: (execution: string, entries: readonly JournalEntry[]) => void,
): WatchedStore {
  const lengths = new Map<string, number[]>();
  const note = (execution: ExecutionId, entries: readonly JournalEntry[]): void => {
    const length = (entries.at(-1)?.seq ?? 0) + 1;
    lengths.set(execution, [...(lengths.get(execution) ?? []), length]);
    wrote(execution, entries);
  };
  return {
    ...store,
    lengthsOf: (execution) => lengths.get(execution) ?? [],
    journal: {
      ...store.journal,
      async create(execution, entries, summary) {
        const created = await store.journal.create(execution, entries, summary);
        if (created === execution) note(execution, entries);
        return created;
      },
      async append(execution, entries, summary, fence) {
        const epoch = await store.journal.append(execution, entries, summary, fence);
        note(execution, entries);
        return epoch;
      },
    },
  };
}
