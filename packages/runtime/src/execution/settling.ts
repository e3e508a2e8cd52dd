// What is journaled when calls end: each once, and with it the questions its handler left open.

import { type Answer, type ExecutionState, type NewEntry, type Question, questionsOf } from '@toolshed/kernel';

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
  return left.length === 0 ? [entry] : [...left.map(abandonedEntry), entry];
}

const abandonedEntry = ({ elicitation, call }: Question): NewEntry => ({
  kind: 'answered',
  elicitation,
  call,
  answer: ABANDONED,
});

const ABANDONED: Answer = {
  action: 'cancel',
  reason: 'the call ended before it was answered',
  by: { principal: 'toolshed', kind: 'runtime', channel: 'handler' },
};
