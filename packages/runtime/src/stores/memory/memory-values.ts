// Large values in memory: entries of one execution that have the same share one text, with every copy of them.

import type { JournalEntry } from '@toolshed/kernel';
import { sha256 } from '../../digest.js';
import { isLarge } from '../repeated-values.js';

/** The same entry, with the text that an earlier one of its execution has. */
export function createSharedTexts(): (entry: JournalEntry) => JournalEntry {
  const texts = new Map<string, string>();
  return (entry) => {
    if (!isLarge(entry)) return entry;
    const digest = sha256(entry.value);
    const value = texts.get(digest) ?? entry.value;
    texts.set(digest, value);
    return { ...entry, value };
  };
}

/** As it would come from a disk. */
export const copyOf = (entry: JournalEntry): JournalEntry =>
  isLarge(entry) ? { ...entry } : JSON.parse(JSON.stringify(entry));
