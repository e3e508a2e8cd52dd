// A result as text, for clients that read no structured content. A question can be as large as its arguments; what
// does not fit is left out of the text, named, and whole in the structured content.

import type { PendingView } from './pending-view.js';
import type { AgentExecutionView } from './agent-execution-shape.js';

const MOST_CHARACTERS = 40_000;
const LARGEST_PART = 4_000;

export function boundedText(view: AgentExecutionView): string {
  const whole = JSON.stringify(view);
  if (whole.length <= MOST_CHARACTERS || view.pending === undefined) return whole;
  const { pending, ...rest } = view;
  const shortened = pending.map(withoutLargeParts);
  const kept: object[] = [];
  let room = MOST_CHARACTERS;
  for (const one of shortened) {
    room -= JSON.stringify(one).length;
    if (room < 0 && kept.length > 0) break;
    kept.push(one);
  }
  const left = shortened.length - kept.length;
  return JSON.stringify({
    ...rest,
    pending: kept,
    leftOut: `${left === 0 ? '' : `${left} more questions and `}what says "left out" ${WHERE}`,
  });
}

const WHERE = 'is in the structured content of this result. Show the user all of it before you pass on an approval.';

function withoutLargeParts({ request, ...facts }: PendingView): object {
  return { ...withoutLarge(facts), request: withoutLarge(request) };
}

function withoutLarge(facts: object): object {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => {
      const size = JSON.stringify(value)?.length ?? 0;
      return [key, size > LARGEST_PART ? `left out: ${size} characters` : value];
    }),
  );
}
