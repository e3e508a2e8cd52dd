// Which executions cannot be read, kept in the file beside them. The first reader of a damaged row marks it; from then on
// lists name it, nothing wakes it, and no query fails on it again.
//
// A mark is a note, not a verdict. It is dropped when the journal can be read after all (a row was repaired), and
// when a version that knows the unknown kind opens the file.

import type { DatabaseSync } from 'node:sqlite';
import type { ExecutionId } from '@toolshed/kernel';
import type { Damage } from '@toolshed/kernel/runtime';
import { isKnownKind } from '../../entry-text.js';
import { textIn } from '../../rows/column.js';
import { readDamage } from '../../rows/row-damage.js';
import type { CommitQueue } from './commit-queue.js';

export interface DamageMarks {
  /** Whether the mark could be written; a disk that is full or read-only does not stop reads. */
  mark(execution: string, damage: Damage): Promise<boolean>;
  clear(execution: ExecutionId): Promise<boolean>;
}

export function createDamageMarks(database: DatabaseSync, queue: CommitQueue): DamageMarks {
  const update = database.prepare('UPDATE executions SET damage = ? WHERE id = ?');
  const set = (execution: string, text: string | null): Promise<boolean> =>
    queue
      .commit(() => update.run(text, execution))
      .then(
        () => true,
        () => false,
      );
  return {
    mark: (execution, damage) => set(execution, JSON.stringify(damage)),
    clear: (execution) => set(execution, null),
  };
}

/** Drops the marks of entries that an older version did not know. */
export function forgetKnownKinds(database: DatabaseSync): void {
  const marked = database.prepare('SELECT id, damage FROM executions WHERE damage IS NOT NULL').all();
  const known = marked.filter((row) => isKnownKind(readDamage(textIn(row, 'damage')).unknownKind));
  const clear = database.prepare('UPDATE executions SET damage = NULL WHERE id = ?');
  for (const row of known) clear.run(textIn(row, 'id'));
}
