// Finds the open questions of the store that this host does not offer yet, newest first. There may be any number of them
// that other hosts show: one check reads a bounded part, and the next goes on where it ended.

import type { ElicitationId, JournalStore, PendingElicitation } from '@toolshed/kernel';

export interface UnofferedDeps {
  readonly store: Pick<JournalStore, 'questions'>;
  /** Whether this host offers it, or knows that another does. */
  readonly isKnown: (question: PendingElicitation) => boolean;
  /** Those that are for this host to offer. */
  readonly ours: (questions: readonly PendingElicitation[]) => Promise<readonly PendingElicitation[]>;
  readonly offer: (question: PendingElicitation) => Promise<void>;
}

export interface UnofferedQuestions {
  /** Every open question is to be looked at once more, however old; after a look at all of them that is under way. */
  lookThroughAll(): void;
  /** Offers what is new, if anything has changed, and a part of what is to be looked through. */
  check(hasChanged: boolean): Promise<void>;
}

const PAGE = 50;
/** How many pages one check reads. */
const PAGES = 20;

export function createUnofferedQuestions(deps: UnofferedDeps): UnofferedQuestions {
  /** How far back all questions are looked through; undefined: they are not. */
  let through: { readonly before: ElicitationId | undefined } | undefined;
  let isWanted = true;

  /** Reads on from there until a page has nothing new, or has no page after it; resolves with where it stopped. */
  const read = async (
    from: ElicitationId | undefined,
    isOver: (unknown: number) => boolean,
  ): Promise<typeof through> => {
    let before = from;
    for (let pages = 0; pages < PAGES; pages++) {
      const page = await deps.store.questions({ limit: PAGE, ...(before === undefined ? {} : { before }) });
      const unknown = page.filter((question) => !deps.isKnown(question));
      for (const question of (await deps.ours(unknown)).toReversed()) await deps.offer(question);
      before = page.at(-1)?.elicitationId;
      if (before === undefined || isOver(unknown.length)) return undefined;
    }
    return { before };
  };

  return {
    lookThroughAll() {
      isWanted = true;
    },
    async check(hasChanged) {
      if (isWanted && through === undefined) {
        isWanted = false;
        through = { before: undefined };
      }
      // What is new is not kept waiting by what is old: it is read first, unless all are read from the newest anyway.
      const isFromNewest = through !== undefined && through.before === undefined;
      if (hasChanged && !isFromNewest) {
        const rest = await read(undefined, (unknown) => unknown === 0);
        if (rest) through ??= rest;
      }
      if (through) through = await read(through.before, () => false);
    },
  };
}
