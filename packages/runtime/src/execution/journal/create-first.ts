// The first write of an execution, for the journal of one that is live and for one that is queued.

import type { ExecutionId, ExecutionSummary, JournalEntry, JournalStore } from '@toolshed/kernel';
import { KeyTakenError } from './journal-errors.js';

export interface FirstEntries {
  readonly store: Pick<JournalStore, 'create' | 'read'>;
  readonly id: ExecutionId;
  readonly entries: readonly JournalEntry[];
  readonly summary: ExecutionSummary;
}

/**
 * Creates an execution; resolves with the id of another one that has its idempotency key and is the same program. One key
 * is one program: another one under it is a mistake of the caller, who would get a stranger's result (KeyTakenError).
 */
export async function createFirst({ store, id, entries, summary }: FirstEntries): Promise<ExecutionId> {
  const existing = await store.create(id, entries, summary);
  if (existing === id) return id;
  const [[own], [started]] = [entries, await store.read(existing)];
  const isSame =
    started?.kind === 'started' &&
    own?.kind === 'started' &&
    started.source === own.source &&
    // A plan is not the run of its program.
    started.purpose?.kind === own.purpose?.kind;
  if (!isSame) throw new KeyTakenError(existing);
  return existing;
}
