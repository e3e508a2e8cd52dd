// How a large value that an execution has journaled before is stored: not again, but by its digest and the entry that
// holds it. Programs that poll read the same large answer many times, and many return what they read.
//
// Invariants
//   V1. Only stored texts know of this. What a store takes and gives are entries with their values, and the lines of the
//       audit log are made of these: an edited reference, or an edited value behind it, no longer fits its line.
//   V2. A reference names an earlier entry of the same journal. A journal is removed as a whole, and copied and backed up
//       text by text, so a value is there for as long as anything refers to it, and no longer.
//   V3. A value is compared with the digest of its reference before anybody gets it. One that is missing or another is a
//       damaged entry.
//
// A reference has a kind of its own, which a version that does not know it refuses to read.

import { JournalCorruptError, type JournalEntry } from '@toolshed/kernel';
import { z } from 'zod';
import { sha256 } from '../digest.js';

/** Shorter values are written again: to look one up costs more than it saves. */
const LARGE_CHARACTERS = 65_536;

const KIND = 'repeated';

const WHERE = {
  kind: z.literal(KIND),
  seq: z.int(),
  at: z.int(),
  /** The entry that holds the value, and the digest of that. */
  from: z.int().nonnegative(),
  digest: z.string(),
};

/** `of`: the kind of the entry. */
const Reference = z.discriminatedUnion('of', [
  z.strictObject({ ...WHERE, of: z.literal('returned'), call: z.int() }),
  z.strictObject({ ...WHERE, of: z.literal('completed') }),
]);
type Reference = Readonly<z.infer<typeof Reference>>;

/** An entry as it is stored: itself, or with a reference in place of its value. */
export type StoredEntry = JournalEntry | Reference;

/** Where an execution keeps its large values: the entries that hold them, by digest. */
export type ValuePlaces = ReadonlyMap<string, number>;

export interface SharedEntries {
  readonly stored: readonly StoredEntry[];
  /** Large values that these entries hold themselves. */
  readonly places: ValuePlaces;
  readonly hasReferences: boolean;
}

const NO_PLACES: ValuePlaces = new Map();

/** `known`: the places of values in entries before these. */
export function shareValues(entries: readonly JournalEntry[], known: ValuePlaces = NO_PLACES): SharedEntries {
  if (!entries.some(isLarge)) return { stored: entries, places: NO_PLACES, hasReferences: false };
  const places = new Map<string, number>();
  let hasReferences = false;
  const stored = entries.map((entry): StoredEntry => {
    if (!isLarge(entry)) return entry;
    const digest = sha256(entry.value);
    // V2.
    const before = known.get(digest);
    const from = before !== undefined && before < entry.seq ? before : places.get(digest);
    if (from === undefined) {
      places.set(digest, entry.seq);
      return entry;
    }
    hasReferences = true;
    return referenceTo(entry, from, digest);
  });
  return { stored, places, hasReferences };
}

function referenceTo(entry: ValueEntry, from: number, digest: string): Reference {
  const { seq, at } = entry;
  if (entry.kind === 'completed') return { kind: KIND, of: 'completed', seq, at, from, digest };
  return { kind: KIND, of: 'returned', seq, at, call: entry.call, from, digest };
}

/** The places of large values in entries that were read. */
export function placesIn(entries: readonly JournalEntry[]): ValuePlaces {
  const places = new Map<string, number>();
  let last: string | undefined;
  for (const entry of entries) {
    // Not looked up among all that were seen: to the engine, long texts of one length have one hash.
    if (!isLarge(entry) || entry.value === last) continue;
    last = entry.value;
    const digest = sha256(entry.value);
    if (!places.has(digest)) places.set(digest, entry.seq);
  }
  return places;
}

type ValueEntry = Extract<JournalEntry, { kind: Reference['of'] }> & { readonly value: string };

const HOLDERS: ReadonlySet<string> = new Set<Reference['of']>(['returned', 'completed']);

/** An entry of which a store keeps the value once. */
export const isLarge = (entry: StoredEntry): entry is ValueEntry =>
  HOLDERS.has(entry.kind) &&
  'value' in entry &&
  typeof entry.value === 'string' &&
  entry.value.length >= LARGE_CHARACTERS;

/** How long the value is that an entry of a call or of an end has. */
export const valueLength = (entry: JournalEntry): number => (isLarge(entry) ? entry.value.length : 0);

/** Whether a stored text may be a reference; `referencedIn` says which entry it names. */
export const isReferenceText = (body: string): boolean => body.startsWith(REFERENCE_START);
const REFERENCE_START = `{"kind":"${KIND}"`;

/** The entry whose value a stored text refers to, as far as it can be read. */
export function referencedIn(body: string): number | undefined {
  if (!isReferenceText(body)) return undefined;
  try {
    return Reference.safeParse(JSON.parse(body)).data?.from;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** An entry of the same journal, by its place. */
export type EntryAt = (seq: number) => JournalEntry | undefined;

/** Puts values in the place of references (V1, V3). `stored` begins with entry `first`; `earlier` finds those before it. */
export function restoreValues(
  stored: readonly StoredEntry[],
  first: number,
  earlier: EntryAt,
): readonly JournalEntry[] {
  if (stored.every(isWhole)) return stored;
  const entries: JournalEntry[] = [];
  const digests = new Map<number, string>();
  for (const entry of stored) {
    if (isWhole(entry)) {
      entries.push(entry);
      continue;
    }
    const { from, digest } = readReference(entry, first + entries.length);
    const source = from < first ? earlier(from) : entries[from - first];
    if (source === undefined || !isLarge(source)) throw lost(entry.seq, from);
    const found = digests.get(from) ?? sha256(source.value);
    if (found !== digest) throw lost(entry.seq, from);
    digests.set(from, found);
    entries.push(withValue(entry, source.value));
  }
  return entries;
}

const isWhole = (entry: StoredEntry): entry is JournalEntry => entry.kind !== KIND;

function withValue(entry: Reference, value: string): JournalEntry {
  const { seq, at } = entry;
  if (entry.of === 'completed') return { kind: 'completed', seq, at, value };
  return { kind: 'returned', seq, at, call: entry.call, value };
}

function readReference(stored: Reference, seq: number): Reference {
  const read = Reference.safeParse(stored);
  if (read.success) return read.data;
  throw new JournalCorruptError(seq, 'it is not what was written there; restore a backup of the store');
}

const lost = (seq: number, from: number): JournalCorruptError =>
  new JournalCorruptError(
    seq,
    `its value is kept with entry ${from}, which does not hold it any more; restore a backup of the store`,
  );
