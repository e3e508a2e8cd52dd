// Whether an execution that its row shows as ended may be removed: its journal must say that it ended, and when.

import type { JournalEntry } from '@toolshed/kernel';
import { fold, isTerminal } from '@toolshed/kernel/runtime';
import { damageIn } from './rows/row-damage.js';

/**
 * Threat: a row edited to say that its execution ended long ago. Nothing is removed that its journal shows as open or as
 * newer, and nothing whose journal cannot be read: a person retires that.
 */
export function hasEndedBefore(read: () => readonly JournalEntry[], endedBefore: number): boolean {
  try {
    const { status, latest } = fold(read());
    return isTerminal(status) && latest < endedBefore;
  } catch (error) {
    if (damageIn(error) === undefined) throw error;
    return false;
  }
}
