// Which executions of a store this host resumes by itself. The others were started with other tools, rules and channels:
// this host neither wakes them nor shows their questions.

import type { EntryOf, ExecutionId, JournalStore } from '@toolshed/kernel';
import { JOURNAL_FORMAT } from '@toolshed/kernel/runtime';

export interface Chosen {
  has(id: ExecutionId): Promise<boolean>;
  /** Whether it is known not to be among them. */
  isOther(id: ExecutionId): boolean;
  /** Whether an execution started like this would be among them. */
  wouldHave(facts: Pick<EntryOf<'started'>, 'session' | 'labels'>): boolean;
}

/** An execution that was not chosen is not read again: how it was started does not change. */
export function createChosen(
  wakes: boolean | ((started: EntryOf<'started'>) => boolean),
  store: Pick<JournalStore, 'read'>,
): Chosen {
  if (typeof wakes === 'boolean') return { has: async () => true, isOther: () => false, wouldHave: () => true };
  const others = new Set<ExecutionId>();
  return {
    async has(id) {
      if (others.has(id)) return false;
      const [started] = await store.read(id);
      if (started?.kind === 'started' && wakes(started)) return true;
      others.add(id);
      return false;
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
