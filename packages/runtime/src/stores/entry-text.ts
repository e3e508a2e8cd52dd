// How entries lie in a store: each as its JSON text with a running checksum, which starts with the execution's id and
// takes in one text after the other.
//
// What guards a read is the checksum, not the schema: parsing a thousand calls with zod costs thirty milliseconds in
// a fresh process, and proves less, since a value changed on disk may still fit the schema. The checksum says that
// these are the texts some Toolshed wrote, all of them, in this order, for this execution. One comparison at the end
// proves every entry before it. Kinds are checked by name, so that a kind only a newer Toolshed knows is refused.

import { crc32 } from 'node:zlib';
import { JournalCorruptError, JournalEntry } from '@toolshed/kernel';
import { type EntryAt, restoreValues, type StoredEntry } from './repeated-values.js';

export interface EntryText {
  readonly body: string;
  /** Of this text and all before it. */
  readonly checksum: number;
}

/** The checksum of a journal that has no entries yet. */
export const firstChecksum = (execution: string): number => crc32(execution);

export function writeEntries(entries: readonly StoredEntry[], previous: number): readonly EntryText[] {
  let checksum = previous;
  return entries.map((entry) => {
    const body = JSON.stringify(entry);
    checksum = checksumOf(body, checksum);
    return { body, checksum };
  });
}

/** The entries from `from` on; `previous` is the checksum before them. `earlier` finds what they refer to before `from`. */
export function readEntries(
  texts: readonly EntryText[],
  from: number,
  previous: number,
  earlier: EntryAt = () => undefined,
): readonly JournalEntry[] {
  const bodies = texts.map(({ body }) => body);
  if (checksumOf(bodies.join(''), previous) !== (texts.at(-1)?.checksum ?? previous >>> 0)) {
    throw damaged(from + firstDamaged(texts, previous));
  }
  const entries = restoreValues(parse(bodies, from), from, earlier);
  for (const [index, { seq, kind }] of entries.entries()) {
    if (seq !== from + index) throw damaged(from + index);
    if (!isKnownKind(kind)) throw newer(seq, String(kind));
  }
  return entries;
}

export function readEntry(text: EntryText, seq: number, previous: number, earlier?: EntryAt): JournalEntry {
  const [entry] = readEntries([text], seq, previous, earlier);
  if (entry === undefined) throw damaged(seq);
  return entry;
}

const KINDS: ReadonlySet<unknown> = new Set(JournalEntry.options.map(({ shape }) => shape.kind.value));

export const isKnownKind = (kind: unknown): boolean => KINDS.has(kind);

const newer = (seq: number, unknownKind: string): JournalCorruptError =>
  new JournalCorruptError(seq, `"${unknownKind}" was written by a newer version; upgrade Toolshed to continue it`, {
    unknownKind,
  });

// One checksum over all texts does not say where one ends and the next begins. A moved border puts a comma where
// none belongs and leaves one out where it does, so the list no longer parses.
function parse(bodies: readonly string[], from: number): readonly StoredEntry[] {
  try {
    return JSON.parse(`[${bodies.join(',')}]`);
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged(from);
    throw error;
  }
}

/** A damaged `previous` may be any number; as 32 bits it merely does not match. */
const checksumOf = (text: string, previous: number): number => crc32(text, previous >>> 0);

function firstDamaged(texts: readonly EntryText[], previous: number): number {
  let checksum = previous;
  return texts.findIndex((text) => {
    checksum = checksumOf(text.body, checksum);
    return checksum !== text.checksum;
  });
}

const damaged = (seq: number): JournalCorruptError =>
  new JournalCorruptError(seq, 'it is not what was written there; restore a backup of the store');
