// One question of a list of open questions, read from the journal.

import { type ExecutionId, JournalCorruptError, type JournalEntry, type PendingElicitation } from '@toolshed/kernel';
import { askedElicitation, type AskingExecution, isWorded } from '@toolshed/kernel/runtime';

/**
 * The question in the entry a list points to. Its text comes from the journal and from nowhere else: a second copy beside
 * it could be made to show a person something other than what was asked.
 */
export function openQuestion(executionId: ExecutionId, asked: JournalEntry, by: AskingExecution): PendingElicitation {
  if (isWorded(asked)) return askedElicitation(executionId, by, asked);
  throw new JournalCorruptError(asked.seq, `"${asked.kind}" in ${executionId} asks nothing`);
}
