// What one process knows of where executions keep their large values (`repeated-values.ts`): from what it wrote, and from
// journals it read to continue them. A value that was forgotten is stored once more.

import type { JournalEntry } from '@toolshed/kernel';
import { isEnd } from '@toolshed/kernel/runtime';
import { placesIn, type ValuePlaces } from './repeated-values.js';

export interface ValueIndex {
  of(execution: string): ValuePlaces | undefined;
  /** Only what is on disk: a reference to what was never written could not be read. */
  learn(execution: string, places: ValuePlaces): void;
  /** The same, of a whole journal and of nothing else; one that has ended takes no more values. */
  learnFrom(execution: string, entries: readonly JournalEntry[]): void;
  /** What was written may not be there: another process went on, or a database lost its end. */
  forget(execution: string): void;
}

const MAX_PLACES = 20_000;

export function createValueIndex(): ValueIndex {
  const kept = new Map<string, Map<string, number>>();
  let count = 0;

  const drop = (execution: string): void => {
    count -= kept.get(execution)?.size ?? 0;
    kept.delete(execution);
  };

  const index: ValueIndex = {
    of: (execution) => kept.get(execution),
    learn(execution, places) {
      if (places.size === 0) return;
      const known = kept.get(execution) ?? new Map<string, number>();
      drop(execution);
      for (const [digest, seq] of places) if (!known.has(digest)) known.set(digest, seq);
      kept.set(execution, known);
      count += known.size;
      for (const oldest of kept.keys()) {
        if (count <= MAX_PLACES) break;
        drop(oldest);
      }
    },
    forget: drop,
    learnFrom(execution, entries) {
      drop(execution);
      const last = entries.at(-1);
      if (last === undefined || isEnd(last)) return;
      index.learn(execution, placesIn(entries));
    },
  };
  return index;
}
