// Runs of one call's handler, numbered from 1.

import {
  type ExecutionState,
  type NewEntry,
  type OpenCall,
  type Question,
  questionsOf,
} from '@toolshed/kernel/runtime';

export type InvokingCall = Extract<OpenCall, { kind: 'invoking' }>;

/** A person who let one attempt be repeated has not said so of the next. */
export const isAbout = ({ request }: Question, attempt: number): boolean =>
  request.type === 'in-doubt' && request.attempt === attempt;

/** Whether somebody has said what to do about an attempt of unknown outcome. */
export const isDoubtAnswered = (state: ExecutionState, call: number, attempt: number): boolean =>
  questionsOf(state, call).some((one) => isAbout(one, attempt) && one.answer !== undefined);

/** The next attempt at a call. */
export function invokingEntry(state: ExecutionState, call: number): readonly NewEntry[] {
  const open = state.open.get(call);
  if (open?.kind === 'admitted') return [{ kind: 'invoking', call, attempt: 1 }];
  if (open?.kind === 'invoking') return [{ kind: 'invoking', call, attempt: open.attempt + 1 }];
  return [];
}

/** The same attempt, going on after its handler was answered: from here it may act. */
export function continuingEntry(state: ExecutionState, call: number): readonly NewEntry[] {
  const open = state.open.get(call);
  return open?.kind === 'invoking' ? [{ kind: 'invoking', call, attempt: open.attempt }] : [];
}
