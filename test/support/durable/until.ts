import type { JournalEntry } from '@toolshed/kernel';
import type { ExecutionEvent, Toolshed } from '@toolshed/runtime';

/** The event of this kind that comes next, or so many after that. Listen before causing it. */
export async function untilEntry(shed: Toolshed, kind: JournalEntry['kind'], count = 1): Promise<ExecutionEvent> {
  let seen = 0;
  for await (const event of shed.events()) if (event.entry.kind === kind && ++seen === count) return event;
  throw new Error(`The host closed before anything was ${kind}`);
}
