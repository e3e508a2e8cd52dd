import { type ExecutionId, JournalCorruptError, type JournalStore, type OpenQuestion } from '@toolshed/kernel';
import { type ExecutionState, fold } from '@toolshed/kernel/runtime';
import { markingDamage } from '../journal/mark-damaged.js';

/**
 * The same questions, with who has approved so far where several people have to, and who agreed to open a page that
 * has a flow: the journal says it. Read once for each execution, which may have hundreds of them open. A question whose
 * journal cannot be read is left out: nobody could answer it.
 */
export async function withApprovers(
  questions: readonly OpenQuestion[],
  store: JournalStore,
): Promise<readonly OpenQuestion[]> {
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
      const state = await stateOf(question.execution).catch(orDamaged);
      if (state === 'damaged') return undefined;
      const kept = state?.questions.get(question.elicitation);
      return {
        ...question,
        ...(question.approvals === undefined ? {} : { approvedBy: [...(kept?.approvals?.by ?? [])] }),
        ...(kept?.consent === undefined ? {} : { consent: kept.consent }),
      };
    }),
  );
  return shown.filter((question) => question !== undefined);
}

function orDamaged(error: unknown): 'damaged' {
  if (error instanceof JournalCorruptError) return 'damaged';
  throw error;
}

const hasFlow = ({ request }: OpenQuestion): boolean => request.type === 'url' && request.flow !== undefined;
