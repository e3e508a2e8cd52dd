// One entry of any journal as a query yields it: `execution`, `seq`, `body`, `checksum`, and `previous`, the checksum of
// the entry before it.

import { ExecutionId, JournalCorruptError, type JournalEntry, type PlacedEntry } from '@toolshed/kernel';
import type { DamagedEntry } from '@toolshed/kernel/runtime';
import { type EntryText, firstChecksum, readEntry } from '../entry-text.js';
import { integerIn, optionalInteger, type Row, textIn } from './column.js';
import { damageIn } from './row-damage.js';

/** One entry, proven by its checksum and the one before it. */
export function readPlaced(row: Row): JournalEntry {
  const seq = integerIn(row, 'seq');
  const previous = seq === 0 ? firstChecksum(textIn(row, 'execution')) : optionalInteger(row, 'previous');
  if (previous === undefined)
    throw new JournalCorruptError(seq, 'the entry before it is missing; restore a backup of the store');
  return readEntry(toEntryText(row), seq, previous);
}

export const toEntryText = (row: Row): EntryText => ({
  body: textIn(row, 'body'),
  checksum: integerIn(row, 'checksum'),
});

/** Undefined for one that belongs to no execution at all. */
export function toPlaced(row: Row): PlacedEntry | DamagedEntry | undefined {
  const executionId = ExecutionId.safeParse(row['execution']).data;
  if (executionId === undefined) return undefined;
  const facts = { position: integerIn(row, 'position'), executionId, session: textIn(row, 'session') };
  try {
    return { ...facts, entry: readPlaced(row) };
  } catch (error) {
    const damage = damageIn(error);
    if (damage === undefined) throw error;
    return { ...facts, damage };
  }
}
