import type { EntryOf, JournalEntry } from '@toolshed/kernel';

/** A call whose arguments were changed by whoever approved it. */
export interface Edit {
  readonly call: number;
  readonly path: string;
  /** As the program made the call. */
  readonly asked: unknown;
  /** As it was approved, and ran. */
  readonly used: unknown;
}

/** In the order of the answers. */
export function editsOf(entries: readonly JournalEntry[]): readonly Edit[] {
  let edits: Edit[] = [];
  const calls = new Map<number, EntryOf<'tool-called'>>();
  for (const entry of entries) {
    if (entry.kind === 'tool-called') calls.set(entry.call, entry);
    // What was approved then is void.
    if (entry.kind === 'tool-changed' || entry.kind === 'redecided')
      edits = edits.filter(({ call }) => call !== entry.call);
    if (entry.kind !== 'answered' || entry.args === undefined) continue;
    const called = calls.get(entry.call);
    if (called === undefined) continue;
    const { call, path, args } = called;
    edits.push({ call, path, asked: JSON.parse(args), used: JSON.parse(entry.args) });
  }
  return edits;
}
