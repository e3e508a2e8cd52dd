// Open questions as a model reads them. A question can be as large as its arguments; what does not fit is left out,
// named, and read with `get_execution` and its path.
//
// Threat: an approval of what nobody saw. What is left out says so in its place, and the reply says to show all of it.

import type { PendingView } from './pending-view.js';

const MOST_CHARACTERS = 40_000;
const LARGEST_PART = 4_000;

export interface FittedQuestions {
  readonly pending: PendingView[];
  readonly leftOut?: string;
}

export function fitQuestions(pending: readonly PendingView[], executionId: string): FittedQuestions {
  if (JSON.stringify(pending).length <= MOST_CHARACTERS) return { pending: [...pending] };
  const shortened = pending.map((one, index) => withoutLargeParts(one, `pending[${index}]`));
  const kept: PendingView[] = [];
  let room = MOST_CHARACTERS;
  for (const one of shortened) {
    room -= JSON.stringify(one).length;
    if (room < 0 && kept.length > 0) break;
    kept.push(one);
  }
  const left = shortened.length - kept.length;
  const more = left === 0 ? '' : `${left} more questions and `;
  const example = JSON.stringify({ execution_id: executionId, path: `pending[${left === 0 ? 0 : kept.length}]` });
  return {
    pending: kept,
    leftOut: `${more}what says "left out" can be read with get_execution and a path, such as ${example}. Show the user all of it before you pass on an approval.`,
  };
}

function withoutLargeParts(question: PendingView, at: string): PendingView {
  const { request, ...facts } = question;
  return { ...question, ...withoutLarge(facts, at), request: withoutLarge(request, `${at}.request`) };
}

function withoutLarge(facts: object, at: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => {
      const size = JSON.stringify(value)?.length ?? 0;
      return [key, size > LARGEST_PART ? `left out: ${size} characters, at ${at}.${key}` : value];
    }),
  );
}
