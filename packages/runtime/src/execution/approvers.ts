import { type ExecutionId, type ExecutionState, fold, type JournalStore, type OpenQuestion } from '@toolshed/kernel';

/**
 * The same questions, with who has approved so far where several people have to, and who agreed to open a page that
 * has a flow: the journal says it. Read once for each execution, which may have hundreds of them open.
 */
export async function withApprovers(
  questions: readonly OpenQuestion[],
  store: JournalStore,
): Promise<readonly OpenQuestion[]> {
  const states = new Map<ExecutionId, Promise<ExecutionState | undefined>>();
  const stateOf = (id: ExecutionId): Promise<ExecutionState | undefined> => {
    const state =
      states.get(id) ?? store.read(id).then((entries) => (entries.length === 0 ? undefined : fold(entries)));
    states.set(id, state);
    return state;
  };
  return Promise.all(
    questions.map(async (question) => {
      if (question.approvals === undefined && !hasFlow(question)) return question;
      const kept = (await stateOf(question.execution))?.questions.get(question.elicitation);
      return {
        ...question,
        ...(question.approvals === undefined ? {} : { approvedBy: [...(kept?.approvals?.by ?? [])] }),
        ...(kept?.consent === undefined ? {} : { consent: kept.consent }),
      };
    }),
  );
}

const hasFlow = ({ request }: OpenQuestion): boolean => request.type === 'url' && request.flow !== undefined;
