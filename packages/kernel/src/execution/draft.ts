// The next state while `advance` makes it: a copy that nothing else refers to, mutated until it is returned.

import { ElicitationId } from '../ids.js';
import { soonest, withDue, withoutSoonest } from './structures/due-times.js';
import { type ExecutionState, isCurrent, type OpenCall, type RecordedQuestion, type Tally } from './execution-state.js';
import { JournalCorruptError } from './journal-corrupt-error.js';

export type Draft = { -readonly [Key in keyof ExecutionState]: ExecutionState[Key] };

/** Holds the place of a question between the call that asks and its `asked`, which follows in the same append. */
export const UNASKED = ElicitationId.parse('elic_unasked');

export function withCall(next: Draft, number: number, call: OpenCall): Draft {
  count(next, next.open.get(number), call);
  next.open = next.open.set(number, call);
  if (call.kind === 'sleeping') next.dues = withDue(next.dues, { at: call.due, call: number, elicitation: undefined });
  return next;
}

/** Without a call that has ended, and the questions it asked. */
export function withoutCall(next: Draft, number: number): Draft {
  count(next, next.open.get(number), undefined);
  next.open = next.open.delete(number);
  if (next.within.get(number) !== undefined) next.within = next.within.delete(number);
  const asked = next.askedBy.get(number);
  if (asked) {
    next.askedBy = next.askedBy.delete(number);
    for (const elicitation of asked) {
      if (next.questions.get(elicitation)?.answer === undefined) next.unanswered--;
      next.questions = next.questions.delete(elicitation);
    }
  }
  return trim(next);
}

export function withQuestion(next: Draft, question: RecordedQuestion): Draft {
  const { elicitation, call, expiresAt, answer } = question;
  const before = next.questions.get(elicitation);
  next.questions = next.questions.set(elicitation, question);
  if (before === undefined) {
    next.askedBy = next.askedBy.set(call, [...(next.askedBy.get(call) ?? []), elicitation]);
    if (expiresAt !== undefined) next.dues = withDue(next.dues, { at: expiresAt, call, elicitation });
  }
  next.unanswered += Number(answer === undefined) - Number(before !== undefined && before.answer === undefined);
  return answer === undefined ? next : trim(next);
}

function count(next: Draft, before: OpenCall | undefined, after: OpenCall | undefined): void {
  const asking = Number(after?.kind === 'asking') - Number(before?.kind === 'asking');
  const sleeping = Number(after?.kind === 'sleeping') - Number(before?.kind === 'sleeping');
  const unasked = Number(isUnasked(after)) - Number(isUnasked(before));
  const entered = Number(after?.kind === 'entered') - Number(before?.kind === 'entered');
  if (asking === 0 && sleeping === 0 && unasked === 0 && entered === 0) return;
  const { tally } = next;
  next.tally = {
    asking: tally.asking + asking,
    sleeping: tally.sleeping + sleeping,
    unasked: tally.unasked + unasked,
    entered: tally.entered + entered,
  };
}

export const NO_TALLY: Tally = { asking: 0, sleeping: 0, unasked: 0, entered: 0 };

const isUnasked = (call: OpenCall | undefined): boolean => call?.kind === 'asking' && call.elicitation === UNASKED;

/** Drops what is no longer due, as far as it is at the top. */
function trim(next: Draft): Draft {
  for (let due = soonest(next.dues); due && !isCurrent(next, due); due = soonest(next.dues))
    next.dues = withoutSoonest(next.dues);
  return next;
}

export function mustBeOpen(state: ExecutionState, seq: number, number: number): OpenCall {
  const call = state.open.get(number);
  if (!call) throw new JournalCorruptError(seq, `call ${number} is not open`);
  return call;
}
