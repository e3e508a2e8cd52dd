import type { JournalEntry, ToolCatalog } from '@toolshed/kernel';
import type { CallReport, PausedQuestion } from '@toolshed/runtime';
import type { CardFacts } from './question-card.js';

/** What is known about the questions beside themselves. */
export interface About {
  readonly journal: readonly JournalEntry[];
  readonly calls?: readonly CallReport[];
  readonly catalog?: ToolCatalog;
}

/** The questions in the order the program made its calls, each with all a person may want to see. */
export function cardsOf(
  questions: readonly PausedQuestion[],
  { journal, calls = [], catalog }: About,
): readonly CardFacts[] {
  const asked = journal.filter((entry) => entry.kind === 'asked');
  const callNumbers = new Map(asked.map(({ elicitation, call }) => [elicitation, call]));
  const callOf = ({ elicitationId }: PausedQuestion): number => callNumbers.get(elicitationId) ?? 0;
  const source = journal[0]?.kind === 'started' ? journal[0].source : '';
  return [...questions]
    .sort((a, b) => callOf(a) - callOf(b))
    .map((question, index) => ({
      question,
      source,
      calls,
      tool: question.toolPath === undefined ? undefined : catalog?.find(question.toolPath),
      position: { number: index + 1, total: questions.length },
    }));
}
