// The next state while `advance` makes it: a copy nobody else has seen, written to until it is returned.

import { ElicitationId } from '../ids.js';
import type { ExecutionState, OpenCall, Question } from './execution-state.js';
import { JournalCorruptError } from './journal-corrupt-error.js';

export type Draft = { -readonly [Key in keyof ExecutionState]: ExecutionState[Key] };

/** Holds the place of a question between the call that asks and its `asked`, which follows in the same append. */
export const UNASKED = ElicitationId.parse('elic_unasked');

export function withCall(next: Draft, number: number, call: OpenCall): Draft {
  // Mostly it is the only one.
  const isAlone = next.open.size === (next.open.has(number) ? 1 : 0);
  next.open = new Map(isAlone ? undefined : next.open).set(number, call);
  return next;
}

export function withQuestion(next: Draft, question: Question): Draft {
  next.questions = new Map(next.questions).set(question.elicitation, question);
  return next;
}

export function mustBeOpen(state: ExecutionState, seq: number, number: number): OpenCall {
  const call = state.open.get(number);
  if (!call) throw new JournalCorruptError(seq, `call ${number} is not open`);
  return call;
}
