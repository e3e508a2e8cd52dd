// What is journaled when calls end: each once, and with it the questions its handler left open.

import type { Answer } from '@toolshed/kernel';
import { type ExecutionState, type NewEntry, type RecordedQuestion, questionsOf } from '@toolshed/kernel/runtime';

export function settling(state: ExecutionState, outcomes: readonly NewEntry[]): readonly NewEntry[] {
  const [only] = outcomes;
  if (only && outcomes.length === 1) return settlingOne(state, only);
  return firstOfEach(outcomes).flatMap((outcome) => settlingOne(state, outcome));
}

/** An answer that came twice, from here and from another process, was acted on twice; a call ends once. */
function firstOfEach(outcomes: readonly NewEntry[]): readonly NewEntry[] {
  const ended = new Set<number>();
  return outcomes.filter((entry) => {
    if (!('call' in entry) || ended.has(entry.call)) return false;
    ended.add(entry.call);
    return true;
  });
}

function settlingOne(state: ExecutionState, entry: NewEntry): readonly NewEntry[] {
  if (!('call' in entry) || !state.open.has(entry.call)) return [];
  const left = questionsOf(state, entry.call).filter(({ answer }) => answer === undefined);
  return left.length === 0 ? [entry] : [...left.map((one) => abandoned(one, ENDED)), entry];
}

const ENDED = 'the call ended before it was answered';

/** Answers every question that is still open. */
export const abandonedQuestions = (state: ExecutionState, reason: string): readonly NewEntry[] =>
  state.unanswered === 0
    ? []
    : [...state.questions.values()]
        .filter(({ answer }) => answer === undefined)
        .map((question) => abandoned(question, reason));

/** The same for those of calls that have not started, and of the program itself. */
export const unstartedQuestions = (state: ExecutionState, reason: string): readonly NewEntry[] =>
  abandonedQuestions(state, reason).filter((entry) => 'call' in entry && state.open.get(entry.call)?.kind === 'asking');

function abandoned({ elicitation, call }: RecordedQuestion, reason: string): NewEntry {
  const answer: Answer = {
    action: 'cancel',
    reason,
    by: { principal: 'toolshed', kind: 'runtime', channel: 'handler' },
  };
  return { kind: 'answered', elicitation, call, answer };
}
