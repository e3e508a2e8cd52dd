import type { JournalEntry, PendingElicitation, ToolCatalog } from '@toolshed/kernel';
import type { CallReport } from '@toolshed/runtime';
import type { CardFacts } from './question-card.js';

/** What is known about the questions beside themselves. */
export interface About {
  readonly journal: readonly JournalEntry[];
  /** All calls of the execution. */
  readonly calls: readonly CallReport[];
  /** Whether the calls made so far are shown with the question; default: true. */
  readonly listsCalls?: boolean;
  readonly catalog?: ToolCatalog;
}

/** The questions in the order the program made its calls, each with all a person may want to see. */
export function cardsOf(
  questions: readonly PendingElicitation[],
  { journal, calls, listsCalls = true, catalog }: About,
): readonly CardFacts[] {
  const reports = new Map(calls.map((report) => [report.call, report]));
  const source = journal[0]?.kind === 'started' ? journal[0].source : '';
  return questions
    .toSorted((a, b) => a.call - b.call)
    .map((question, index) => ({
      question,
      source,
      call: reports.get(question.call),
      calls: listsCalls ? calls : [],
      tool: question.toolPath === undefined ? undefined : catalog?.find(question.toolPath),
      position: { number: index + 1, total: questions.length },
    }));
}
