// What is wrong with one row of a store, so that everything around it can still be read.

import { JournalCorruptError } from '@toolshed/kernel';
import { Damage, damageOf } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { DamagedRowError } from './column.js';

/** What is wrong with the one row that `error` is about; undefined if it is about more than that. */
export function damageIn(error: unknown): Damage | undefined {
  if (error instanceof JournalCorruptError) return damageOf(error);
  if (error instanceof DamagedRowError || isOfShape(error)) return { problem: DAMAGED_ROW };
  return undefined;
}

/** What reading a row throws when it holds something no writer wrote: not the shape, not JSON, not a safe integer. */
const SHAPE_ERRORS = [z.ZodError, SyntaxError, RangeError] as const;
export const isOfShape = (error: unknown): boolean => SHAPE_ERRORS.some((kind) => error instanceof kind);

const DAMAGED_ROW = 'its row is not what was written; restore a backup of the store';

/** The mark may be damaged, too. */
export function readDamage(text: string): Damage {
  try {
    return Damage.parse(JSON.parse(text));
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE: Damage = { problem: DAMAGED_ROW };
