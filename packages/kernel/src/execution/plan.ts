// What entries do to the state of a plan, and to that of a run whose plan a person approved.
//
// Invariants
//   L1. A call of a plan that was not decided to run cannot be invoked: a journal that says otherwise is refused.
//   L2. A permit of an approved plan lets one call through, of its own path and tool. The fold refuses a second one, so
//       that neither a crash nor two processes use it twice.
//   L3. A plan that is ready can be cancelled, which withdraws it: an approval counts for a plan that is ready only.

import type { EntryOf } from '../journal/entry.js';
import { admission } from './admission.js';
import { type Draft, mustBeOpen } from './draft.js';
import type { ExecutionState, OpenCall, ToolCall } from './execution-state.js';
import { JournalCorruptError } from './journal-corrupt-error.js';

export const isPlan = ({ started }: Pick<ExecutionState, 'started'>): boolean => started.purpose?.kind === 'plan';

/** A plan that waits for an approval: it can still be withdrawn. */
export const isReadyPlan = (state: Pick<ExecutionState, 'started' | 'status'>): boolean =>
  isPlan(state) && (state.status.kind === 'completed' || state.status.kind === 'failed');

/** L1. Nobody is asked in a plan, either. */
export function planning(issued: ToolCall): OpenCall {
  const { planned, decision } = issued;
  const isKept = planned === true || decision.kind === 'ask';
  return isKept && decision.kind !== 'deny' ? { kind: 'planning', issued } : admission(issued);
}

export function plan(next: Draft, { seq, call: number, standIn, missing }: EntryOf<'planned'>): OpenCall {
  const call = mustBeOpen(next, seq, number);
  if (call.kind !== 'planning') throw new JournalCorruptError(seq, `call ${number} is not to be planned`);
  if (wouldAsk(call.issued)) next.asked += 1;
  return { kind: 'planned', issued: call.issued, standIn, missing };
}

const wouldAsk = (issued: Extract<OpenCall, { kind: 'planning' }>['issued']): boolean =>
  issued.kind === 'elicit-called' || issued.decision.kind === 'ask';

/** L2. */
export function usePermit({ started, usedPermits }: ExecutionState, issued: ToolCall): ExecutionState['usedPermits'] {
  const { because, kind } = issued.decision;
  const { purpose } = started;
  const refuse = (): never => {
    throw new JournalCorruptError(issued.seq, `call ${issued.call} is not let through by a plan`);
  };
  if (because.kind !== 'plan' || kind !== 'allow') return refuse();
  if (purpose?.kind !== 'approved-plan' || purpose.plan !== because.plan) return refuse();
  const permit = purpose.permits[because.permit];
  if (permit?.path !== issued.path || permit.tool !== issued.tool || usedPermits.has(because.permit)) return refuse();
  return usedPermits.set(because.permit, true);
}
