// Marks journals that cannot be read. Everything that reads one to act on it goes through here.

import { type ExecutionId, JournalCorruptError, type JournalStore } from '@toolshed/kernel';
import { damageOf } from '@toolshed/kernel/runtime';

/**
 * Runs work that reads the journal of one execution. A journal that cannot be read is marked as damaged, so that lists
 * show it and nothing wakes it again, and the error names the execution.
 */
export async function markingDamage<T>(store: JournalStore, id: ExecutionId, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof JournalCorruptError) || (error.executionId ?? id) !== id) throw error;
    await store.markDamaged(id, damageOf(error));
    throw error.of(id);
  }
}
