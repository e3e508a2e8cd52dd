// Which executions of a store this host resumes by itself. The others were started with other tools, rules and channels:
// this host neither wakes them nor shows their questions. There may be any number of them, and nobody may ever come for
// them: a look that finds them again asks the store nothing about those it remembers.

import type { EntryOf, ExecutionId, JournalStore } from '@toolshed/kernel';
import { JOURNAL_FORMAT } from '@toolshed/kernel/runtime';

export interface Chosen {
  /** Those of a list that this host resumes, found out together. */
  among<T extends { readonly id: ExecutionId }>(found: readonly T[]): Promise<readonly T[]>;
  /** Whether it is known not to be among them. */
  isOther(id: ExecutionId): boolean;
  /** Whether an execution started like this would be among them. */
  wouldHave(facts: Pick<EntryOf<'started'>, 'session' | 'labels'>): boolean;
}

/** How many that were not chosen are remembered; how any further one was started is read again. */
const MOST_REMEMBERED = 100_000;

/** An execution that was not chosen is not read again: how it was started does not change. */
export function createChosen(
  wakes: boolean | ((started: EntryOf<'started'>) => boolean),
  store: Pick<JournalStore, 'starts'>,
): Chosen {
  if (typeof wakes === 'boolean') return { among: async (found) => found, isOther: () => false, wouldHave: () => true };
  const others = new Set<ExecutionId>();
  const remember = (id: ExecutionId): void => {
    others.add(id);
    const [oldest] = others;
    if (others.size > MOST_REMEMBERED && oldest !== undefined) others.delete(oldest);
  };
  return {
    async among(found) {
      const unknown = found.filter(({ id }) => !others.has(id));
      const starts = unknown.length === 0 ? undefined : await store.starts(unknown.map(({ id }) => id));
      return unknown.filter(({ id }) => {
        const started = starts?.get(id);
        // What cannot be read is woken, and so found to be damaged.
        const isChosen = started === undefined || wakes(started);
        if (!isChosen) remember(id);
        return isChosen;
      });
    },
    isOther: (id) => others.has(id),
    wouldHave: ({ session, labels }) =>
      wakes({
        kind: 'started',
        seq: 0,
        at: 0,
        format: JOURNAL_FORMAT,
        source: '',
        seed: '',
        engine: '',
        session,
        labels,
      }),
  };
}
