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
  const calls = new Map(entries.flatMap((entry) => (entry.kind === 'tool-called' ? [[entry.call, entry]] : [])));
  return entries.flatMap((entry) => {
    const called = entry.kind === 'answered' && entry.args !== undefined ? calls.get(entry.call) : undefined;
    if (called === undefined || entry.kind !== 'answered' || entry.args === undefined) return [];
    return [{ call: called.call, path: called.path, asked: JSON.parse(called.args), used: JSON.parse(entry.args) }];
  });
}
