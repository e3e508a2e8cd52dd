// What an answer that was just sent came to, for `submit-answer.ts` and `execution-service.ts`.

import {
  type ExecutionId,
  type JournalEntry,
  type JournalStore,
  OutcomeUnknownError,
  StoreUnavailableError,
} from '@toolshed/kernel';

/** Reads what something that was just sent came to, where only the journal says whether it became the answer. */
export const readWritten = (store: Pick<JournalStore, 'read'>, id: ExecutionId): Promise<readonly JournalEntry[]> =>
  store.read(id).catch((cause: unknown) => {
    if (!(cause instanceof StoreUnavailableError)) throw cause;
    throw new OutcomeUnknownError(
      `Cannot say whether the answer became that of ${id}: the store went away since; send the same answer again`,
      { cause, executionId: id },
    );
  });
