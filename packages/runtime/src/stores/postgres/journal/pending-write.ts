// A create or an append that waits to be written, and its caller's promise.

import type { EntryOf, ExecutionId, ExecutionSummary, JournalEntry } from '@toolshed/kernel';
import type { Claim } from '@toolshed/kernel/runtime';
import { grantUsesIn, type GrantUse } from '../../grant-uses.js';
import { PLACES_PER_TRANSACTION } from '../schema/position-base.js';

export interface PendingWrite {
  readonly execution: ExecutionId;
  readonly entries: readonly JournalEntry[];
  readonly summary: ExecutionSummary;
  readonly fence: Claim | undefined;
  /** Only for a write that creates its execution. */
  readonly started: EntryOf<'started'> | undefined;
  readonly uses: readonly GrantUse[];
  /** What it needs beside its rows takes a transaction of its own. */
  readonly isAlone: boolean;
  readonly size: number;
  resolve(written: Written): void;
  reject(error: unknown): void;
}

export interface Written {
  readonly execution: ExecutionId;
  readonly epoch: number;
}

export type WriteOf = Pick<PendingWrite, 'execution' | 'entries' | 'summary' | 'fence' | 'started'>;

/** Each entry has at most one line in the audit log, and each use of a grant one more. */
export function pendingWrite(
  write: WriteOf,
  resolve: PendingWrite['resolve'],
  reject: PendingWrite['reject'],
): PendingWrite {
  const uses = grantUsesIn(write.execution, write.entries);
  const size = write.entries.length + uses.length;
  const isAlone = uses.length > 0 || write.started?.parent !== undefined || size > PLACES_PER_TRANSACTION;
  return { ...write, uses, isAlone, size, resolve, reject };
}

/** The seq it must find free. An append without entries changes the summary only, and is fenced by its length. */
export const firstSeq = ({ entries, summary }: WriteOf): number => entries[0]?.seq ?? summary.length;

/** Appends to one execution that follow each other and are written as one. */
export interface WriteGroup {
  readonly execution: ExecutionId;
  readonly writes: PendingWrite[];
}

export const entriesOf = ({ writes }: WriteGroup): readonly JournalEntry[] => writes.flatMap(({ entries }) => entries);

export function canFollow({ writes }: WriteGroup, next: PendingWrite): boolean {
  const last = writes.at(-1);
  return (
    last !== undefined &&
    !next.isAlone &&
    last.started === undefined &&
    last.fence?.epoch === next.fence?.epoch &&
    last.summary.owner === next.summary.owner &&
    firstSeq(next) === firstSeq(last) + last.entries.length
  );
}
