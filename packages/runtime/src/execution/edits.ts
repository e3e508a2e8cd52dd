import type { JournalEntry } from '@toolshed/kernel';

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
  for (const entry of entries) {
    // What was approved then is void.
    if (entry.kind === 'tool-changed') edits = edits.filter(({ call }) => call !== entry.call);
    if (entry.kind !== 'answered' || entry.args === undefined) continue;
    const called = entries.find((one) => one.kind === 'tool-called' && one.call === entry.call);
    if (called?.kind !== 'tool-called') continue;
    const { call, path, args } = called;
    edits.push({ call, path, asked: JSON.parse(args), used: JSON.parse(entry.args) });
  }
  return edits;
}
