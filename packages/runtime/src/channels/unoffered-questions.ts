// Finds the open questions of the store that this host does not offer yet, newest first.

import type { ElicitationId, JournalStore, PendingElicitation } from '@toolshed/kernel';

export interface UnofferedDeps {
  readonly store: Pick<JournalStore, 'questions'>;
  /** Whether this host offers it, or knows that another does. */
  readonly isKnown: (question: PendingElicitation) => boolean;
  readonly offer: (question: PendingElicitation) => Promise<void>;
}

const PAGE = 50;

/** `new`: reads pages until one has nothing new. `all`: reads every page. */
export type Patience = 'new' | 'all';

export function createUnofferedQuestions(deps: UnofferedDeps): (patience: Patience) => Promise<void> {
  return async (patience) => {
    let before: ElicitationId | undefined;
    for (;;) {
      const page = await deps.store.questions({ limit: PAGE, ...(before === undefined ? {} : { before }) });
      const unknown = page.filter((question) => !deps.isKnown(question));
      for (const question of unknown.toReversed()) await deps.offer(question);
      before = page.at(-1)?.elicitationId;
      if (before === undefined || (unknown.length === 0 && patience === 'new')) return;
    }
  };
}
