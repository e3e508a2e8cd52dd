import type { JournalEntry } from '@toolshed/kernel';

/** Which version of which saved program made a call, for each call that one made. */
function insideOf(journal: readonly JournalEntry[]): ReadonlyMap<number, { path: string; version: number }> {
  const paths = new Map<number, string>();
  const versions = new Map<number, number>();
  const inside = new Map<number, { path: string; version: number }>();
  for (const entry of journal) {
    if (entry.kind === 'tool-called') paths.set(entry.call, entry.path);
    if (entry.kind === 'program-entered') versions.set(entry.call, entry.version);
    if (!('within' in entry) || entry.within === undefined || !('call' in entry)) continue;
    const path = paths.get(entry.within);
    const version = versions.get(entry.within);
    if (path !== undefined && version !== undefined) inside.set(entry.call, { path, version });
  }
  return inside;
}

/** An execution, with the saved program that made each call of it. */
export function withPrograms<T extends object>(view: T, journal: readonly JournalEntry[]): T {
  const inside = insideOf(journal);
  if (inside.size === 0 || !('calls' in view) || !Array.isArray(view.calls)) return view;
  const calls: readonly { readonly call: number }[] = view.calls;
  return {
    ...view,
    calls: calls.map((one) => {
      const program = inside.get(one.call);
      return program === undefined ? one : { ...one, inside: program };
    }),
  };
}
