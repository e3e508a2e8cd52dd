// One entry of any journal as a query yields it: `execution`, `seq`, `body`, `checksum`, and `previous`, the checksum of
// the entry before it.

import { type EntryOf, ExecutionId, JournalCorruptError, type JournalEntry, type PlacedEntry } from '@toolshed/kernel';
import type { DamagedEntry } from '@toolshed/kernel/runtime';
import { type EntryText, firstChecksum, readEntry } from '../entry-text.js';
import type { EntryAt } from '../repeated-values.js';
import { integerIn, optionalInteger, type Row, textIn } from './column.js';
import { partition } from './partition.js';
import { damageIn } from './row-damage.js';

/** One entry, proven by its checksum and the one before it. `earlier` finds those of its execution whose values it repeats. */
export function readPlaced(row: Row, earlier?: EntryAt): JournalEntry {
  const seq = integerIn(row, 'seq');
  const previous = seq === 0 ? firstChecksum(textIn(row, 'execution')) : optionalInteger(row, 'previous');
  if (previous === undefined)
    throw new JournalCorruptError(seq, 'the entry before it is missing; restore a backup of the store');
  return readEntry(toEntryText(row), seq, previous, earlier);
}

export const toEntryText = (row: Row): EntryText => ({
  body: textIn(row, 'body'),
  checksum: integerIn(row, 'checksum'),
});

/** Undefined for one that belongs to no execution at all. */
export function toPlaced(row: Row, earlierOf: (execution: string) => EntryAt): PlacedEntry | DamagedEntry | undefined {
  const executionId = ExecutionId.safeParse(row['execution']).data;
  if (executionId === undefined) return undefined;
  const facts = { position: integerIn(row, 'position'), executionId, session: textIn(row, 'session') };
  try {
    return { ...facts, entry: readPlaced(row, earlierOf(executionId)) };
  } catch (error) {
    const damage = damageIn(error);
    if (damage === undefined) throw error;
    return { ...facts, damage };
  }
}

/** How executions were started, from their first entries; without those that cannot be read. */
export function startsIn(rows: readonly Row[]): ReadonlyMap<ExecutionId, EntryOf<'started'>> {
  const { found } = partition(rows, (row) => [ExecutionId.parse(textIn(row, 'execution')), readPlaced(row)] as const);
  return new Map(found.flatMap(([id, entry]) => (entry.kind === 'started' ? [[id, entry] as const] : [])));
}
