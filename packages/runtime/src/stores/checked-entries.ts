// Reads a journal as the databases keep it: rows, their end beside them, and how a damaged journal is handled.

import { type ExecutionId, JournalCorruptError, type JournalEntry } from '@toolshed/kernel';
import type { Damage } from '@toolshed/kernel/runtime';
import { type EntryText, firstChecksum, readEntries } from './entry-text.js';
import { referencedIn } from './repeated-values.js';
import { damageIn } from './rows/row-damage.js';

/** What is wrong with an execution whose row names another end. */
export const JOURNAL_END = 'the journal does not end where its row says; restore a backup of the store';

/** What a store read of one execution, in one read transaction. */
export interface StoredJournal {
  readonly execution: ExecutionId;
  /** The first entry that is wanted. */
  readonly from: number;
  /** From the entry before `from` on: its checksum is what those after it continue. */
  readonly texts: readonly EntryText[];
  /** What the row of the execution says of its last entry. */
  readonly end: { readonly nextSeq: number; readonly checksum: number };
}

/**
 * The entries from `from` on. Threat: a journal that lost its end would make the next run repeat what was done, so the
 * end is checked too.
 */
export function checkedEntries({ execution, from, texts, end }: StoredJournal): readonly JournalEntry[] {
  const previous = from === 0 ? firstChecksum(execution) : texts[0]?.checksum;
  const wanted = from === 0 ? texts : texts.slice(1);
  const due = Math.max(0, end.nextSeq - from);
  if (wanted.length !== due || (due > 0 && wanted.at(-1)?.checksum !== end.checksum)) {
    throw new JournalCorruptError(from + Math.min(wanted.length, due), JOURNAL_END);
  }
  return previous === undefined ? [] : readEntries(wanted, from, previous);
}

/** Whether the entries from `from` on can be read only with some before them, whose values they repeat. */
export const refersBefore = ({ from, texts }: Pick<StoredJournal, 'from' | 'texts'>): boolean =>
  from > 0 && texts.slice(1).some(({ body }) => (referencedIn(body) ?? from) < from);

/** What was read, and whether its execution is marked as damaged. */
export interface ReadJournal {
  readonly entries: readonly JournalEntry[];
  readonly isMarked: boolean;
}

export const NO_JOURNAL: ReadJournal = { entries: [], isMarked: false };

export interface DamageMarking {
  readonly marks: {
    mark(execution: ExecutionId, damage: Damage): Promise<unknown>;
    clear(execution: ExecutionId): Promise<unknown>;
  };
  /** Any other failure, as the store reports it. */
  readonly toStoreError: (error: unknown) => unknown;
}

/** Reads, and marks an execution as damaged, or no longer so, by what reading it from its start found. */
export async function readMarking(
  execution: ExecutionId,
  from: number,
  read: () => ReadJournal | Promise<ReadJournal>,
  { marks, toStoreError }: DamageMarking,
): Promise<readonly JournalEntry[]> {
  try {
    const { entries, isMarked } = await read();
    if (isMarked && from === 0) await marks.clear(execution);
    return entries;
  } catch (error) {
    const damage = damageIn(error);
    if (damage === undefined) throw toStoreError(error);
    await marks.mark(execution, damage);
    const { seq = from, problem, unknownKind } = damage;
    throw new JournalCorruptError(seq, problem, { executionId: execution, unknownKind });
  }
}
