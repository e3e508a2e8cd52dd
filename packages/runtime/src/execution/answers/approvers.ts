// Adds to listed questions what only their journals say: who has approved, and who agreed to open a page.

import { type ExecutionId, JournalCorruptError, type JournalStore, type PendingElicitation } from '@toolshed/kernel';
import { type ExecutionState, fold, pendingElicitation } from '@toolshed/kernel/runtime';
import { markingDamage } from '../journal/mark-damaged.js';

/**
 * The same questions, with who has approved so far where several people have to, and who agreed to open a page that
 * has a flow: the journal says it. Read once for each execution, which may have hundreds of them open. A question whose
 * journal cannot be read is left out: nobody could answer it.
 */
export async function withApprovers(
  questions: readonly PendingElicitation[],
  store: JournalStore,
): Promise<readonly PendingElicitation[]> {
  const states = new Map<ExecutionId, Promise<ExecutionState | undefined>>();
  const stateOf = (id: ExecutionId): Promise<ExecutionState | undefined> => {
    const read = async (): Promise<ExecutionState | undefined> => {
      const entries = await store.read(id);
      return entries.length === 0 ? undefined : fold(entries);
    };
    const state = states.get(id) ?? markingDamage(store, id, read);
    states.set(id, state);
    return state;
  };
  const shown = await Promise.all(
    questions.map(async (question) => {
      if (question.approvals === undefined && !hasFlow(question)) return question;
      const state = await stateOf(question.executionId).catch(orDamaged);
      if (state === 'damaged') return undefined;
      const recorded = state?.questions.get(question.elicitationId);
      return state && recorded ? pendingElicitation(question.executionId, state.started, recorded) : question;
    }),
  );
  return shown.filter((question) => question !== undefined);
}

function orDamaged(error: unknown): 'damaged' {
  if (error instanceof JournalCorruptError) return 'damaged';
  throw error;
}

const hasFlow = ({ request }: PendingElicitation): boolean => request.type === 'url' && request.flow !== undefined;
