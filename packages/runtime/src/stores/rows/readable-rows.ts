// Lists of rows of which some are damaged: those are marked, and the others are listed.

import type { Damage } from '@toolshed/kernel/runtime';
import type { Row } from './column.js';
import { partition } from './partition.js';

export interface RowMarks {
  /** Whether it could be marked. */
  mark(execution: string, damage: Damage): Promise<boolean>;
}

export type Readable = <T>(look: () => Promise<readonly Row[]>, read: (row: Row) => T) => Promise<readonly T[]>;

/** Reads again after marking what could not be read; rows that cannot be marked (on a full disk) are left out. */
export const createReadable =
  (marks: RowMarks, prepare: (row: Row) => Row = (row) => row): Readable =>
  async (look, read) => {
    for (;;) {
      const { found, damaged } = partition(await look(), (row) => read(prepare(row)));
      if (damaged.length === 0) return found;
      const marked = await Promise.all(damaged.map(({ execution, damage }) => marks.mark(execution, damage)));
      if (!marked.every(Boolean)) return found;
    }
  };
