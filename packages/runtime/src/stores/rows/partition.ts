// Rows of a list, and apart from them those that cannot be read: a damaged row hides nothing but itself.

import type { Damage } from '@toolshed/kernel/runtime';
import { type Row, textIn } from './column.js';
import { damageIn } from './row-damage.js';

interface Partition<T> {
  readonly found: readonly T[];
  readonly damaged: readonly { readonly execution: string; readonly damage: Damage }[];
}

export function partition<T>(rows: readonly Row[], read: (row: Row) => T): Partition<T> {
  const found: T[] = [];
  const damaged: { readonly execution: string; readonly damage: Damage }[] = [];
  for (const row of rows) {
    try {
      found.push(read(row));
    } catch (error) {
      const damage = damageIn(error);
      if (damage === undefined) throw error;
      damaged.push({ execution: textIn(row, 'id'), damage });
    }
  }
  return { found, damaged };
}
