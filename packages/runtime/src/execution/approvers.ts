import { fold, type JournalStore, type OpenQuestion } from '@toolshed/kernel';

/** The same questions, with who has approved so far where several people have to: the journal says it. */
export async function withApprovers(
  questions: readonly OpenQuestion[],
  store: JournalStore,
): Promise<readonly OpenQuestion[]> {
  return Promise.all(
    questions.map(async (question) => {
      if (question.approvals === undefined) return question;
      const entries = await store.read(question.execution);
      const approvals = entries.length === 0 ? undefined : fold(entries).questions.get(question.elicitation)?.approvals;
      return { ...question, approvedBy: [...(approvals?.by ?? [])] };
    }),
  );
}
