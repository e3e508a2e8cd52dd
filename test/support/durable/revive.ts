import type { ExecutionId, JournalEntry } from '@toolshed/kernel';
import { fold, summarize } from '@toolshed/kernel/runtime';
import { createMemoryStore, type Store, type Toolshed } from '@toolshed/runtime';

/** A store that holds one execution, as a process that died left it. */
export async function storeWith(id: ExecutionId, entries: readonly JournalEntry[]): Promise<Store> {
  const store = createMemoryStore();
  await store.journal.create(id, entries, summarize(id, fold(entries), entries.at(-1)?.at ?? 0));
  return store;
}

/** What another process would find if the host of this execution died now. */
export const leftBehind = async (shed: Toolshed, id: ExecutionId): Promise<Store> =>
  storeWith(id, await shed.journal(id));
