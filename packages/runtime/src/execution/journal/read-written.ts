// The outcome of an answer that was just submitted, for `submit-answer.ts` and `execution-service.ts`.

import {
  type ExecutionId,
  type JournalEntry,
  type JournalStore,
  OutcomeUnknownError,
  StoreUnavailableError,
} from '@toolshed/kernel';

/** Reads the result after an answer was sent, if only the journal shows whether it became the answer. */
export const readWritten = (store: Pick<JournalStore, 'read'>, id: ExecutionId): Promise<readonly JournalEntry[]> =>
  store.read(id).catch((cause: unknown) => {
    if (!(cause instanceof StoreUnavailableError)) throw cause;
    throw new OutcomeUnknownError(
      `Cannot tell whether ${id} took the answer: the store has become unavailable; send the same answer again`,
      { cause, executionId: id },
    );
  });
