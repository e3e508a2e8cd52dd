// State + entry = state. Pure: no clock, no I/O, no mutation of what it was given.
//
// Each entry copies the state once; the copy is a draft until it is returned.

import { assertNever } from '../assert-never.js';
import { timeUp } from '../elicitation/answer/time-up.js';
import { isWithdrawal } from '../elicitation/answer/withdrawal.js';
import type { ElicitationId, ExecutionId } from '../ids.js';
import type { EntryOf, JournalEntry } from '../journal/entry.js';
import { type IssuedEntry, traitsOf } from '../journal/entry-traits.js';
import { admission, changeTool, redecide } from './admission.js';
import { answer, approve, ask, consent, revise } from './advance-questions.js';
import { isPlan, isReadyPlan, plan, planning, usePermit } from './plan.js';
import { type Draft, mustBeOpen, NO_TALLY, UNASKED, withCall, withoutCall, withQuestion } from './draft.js';
import {
  type ExecutionState,
  type ExecutionStatus,
  isTerminal,
  type OpenCall,
  type RecordedQuestion,
  questionsOf,
} from './execution-state.js';
import { JournalCorruptError } from './journal-corrupt-error.js';
import { VersionedMap } from './structures/versioned-map.js';

export function fold(entries: readonly JournalEntry[]): ExecutionState {
  const [first, ...rest] = entries;
  if (first?.kind !== 'started' || first.seq !== 0) throw new JournalCorruptError(0, 'a journal starts with "started"');
  return advanceAll(begin(first), rest);
}

export function advanceAll(state: ExecutionState, entries: readonly JournalEntry[]): ExecutionState {
  let next = state;
  for (const entry of entries) next = advance(next, entry);
  return next;
}

export function begin(started: EntryOf<'started'>): ExecutionState {
  return {
    started,
    status: { kind: 'running' },
    length: 1,
    calls: 0,
    ...nothingOpen(),
    latest: started.at,
    printed: { logs: 0, emitted: 0 },
    asked: 0,
    programs: 0,
    sandboxLosses: 0,
    declined: VersionedMap.empty<string, { readonly reason: string | undefined }>(),
    usedPermits: VersionedMap.empty<number, true>(),
    returnedQuests: new Set(),
    beforeExpiry: undefined,
  };
}

const nothingOpen = () => ({
  open: VersionedMap.empty<number, OpenCall>(),
  tally: NO_TALLY,
  within: VersionedMap.empty<number, number>(),
  questions: VersionedMap.empty<ElicitationId, RecordedQuestion>(),
  askedBy: VersionedMap.empty<number, readonly ElicitationId[]>(),
  unanswered: 0,
  dues: undefined,
});

export function advance(state: ExecutionState, entry: JournalEntry): ExecutionState {
  if (entry.seq !== state.length) throw new JournalCorruptError(entry.seq, `entry ${state.length} was expected`);
  const { leaves, expiry, afterEnd } = traitsOf(entry);
  // L3 of `plan.ts`.
  const isWithdrawn = entry.kind === 'cancelled' && isReadyPlan(state);
  if (isTerminal(state.status) && afterEnd !== 'any' && afterEnd !== state.status.kind && !isWithdrawn) {
    throw new JournalCorruptError(entry.seq, `the execution is already ${state.status.kind}`);
  }
  const status = leaves === 'unchanged' ? state.status : RUNNING;
  const beforeExpiry = expiry === 'revocable' ? state.beforeExpiry : undefined;
  const latest = Math.max(state.latest, entry.at);
  const next: Draft = { ...state, length: state.length + 1, latest, status, beforeExpiry };
  switch (entry.kind) {
    case 'started':
      throw new JournalCorruptError(entry.seq, 'an execution starts once');
    case 'tool-called':
      if (entry.decision.because.kind === 'plan') next.usedPermits = usePermit(state, entry);
      return issue(next, entry, isPlan(state) ? planning(entry) : admission(entry));
    case 'call-refused':
      return issue(next, entry, { kind: 'refused', error: entry.error });
    case 'elicit-called':
      return issue(
        next,
        entry,
        isPlan(state) ? { kind: 'planning', issued: entry } : { kind: 'asking', issued: entry, elicitation: UNASKED },
      );
    case 'planned':
      return withCall(next, entry.call, plan(next, entry));
    case 'tool-changed':
      return withCall(next, entry.call, changeTool(next, entry));
    case 'redecided':
      return withCall(next, entry.call, redecide(next, entry));
    case 'timer-set':
      return issue(next, entry, { kind: 'sleeping', due: entry.due });
    case 'printed':
      if (isTerminal(state.status)) next.status = state.status;
      if (entry.within === undefined) next.printed = addPrinted(state, entry);
      return next;
    case 'asked':
      return ask(next, entry);
    case 'approval-given':
      return approve(next, entry);
    case 'consented':
      return consent(next, entry);
    case 'revised':
      return revise(next, entry);
    case 'side-quest-ended':
      next.returnedQuests = back(state, entry);
      return next;
    case 'late-outcome':
      return late(next, entry);
    case 'answered':
      return withExpiry(state, answer(next, entry), entry);
    case 'invoking':
      return withCall(next, entry.call, invoke(next, entry));
    case 'program-entered':
      next.programs = state.programs + 1;
      return withCall(next, entry.call, enter(next, entry));
    case 'returned':
    case 'threw':
    case 'fired':
      return endCall(next, entry);
    case 'taken-over':
      return next;
    case 'parked':
      next.status = parkedStatus(state, entry.wakeAt);
      return next;
    case 'reopened':
      return reopen(state, entry);
    case 'sandbox-lost':
      next.sandboxLosses = state.sandboxLosses + 1;
      return next;
    case 'completed':
      return end(next, { kind: 'completed', value: entry.value });
    case 'failed':
      return end(next, { kind: 'failed', error: entry.error });
    case 'cancelled':
      return end(next, { kind: 'cancelled', reason: entry.reason });
    default:
      return assertNever(entry);
  }
}

/**
 * Questions that expire before the program learns of the first are revoked together, and with them what Toolshed
 * withdrew because the program failed on that. An answer somebody gave makes the expiry final.
 */
function withExpiry(before: ExecutionState, after: Draft, entry: EntryOf<'answered'>): ExecutionState {
  if (isWithdrawal(entry.answer)) after.beforeExpiry = before.beforeExpiry;
  if (entry.answer.action !== 'expired') return after;
  const isRevocable = before.open.size === before.tally.asking + before.tally.sleeping + before.tally.entered;
  after.beforeExpiry = isRevocable ? { elicitation: entry.elicitation, state: before } : before.beforeExpiry;
  return after;
}

/** Every question that was open then waits to be asked again, under a new id. */
function reopen(state: ExecutionState, entry: EntryOf<'reopened'>): ExecutionState {
  const { beforeExpiry, asked, returnedQuests } = state;
  if (beforeExpiry?.elicitation !== entry.elicitation) {
    throw new JournalCorruptError(entry.seq, `"${entry.elicitation}" cannot be reopened`);
  }
  const before = beforeExpiry.state;
  const latest = Math.max(state.latest, entry.at);
  const next: Draft = { ...before, length: state.length + 1, status: RUNNING, latest, asked, returnedQuests };
  for (const [call, open] of before.open)
    if (open.kind === 'asking') withCall(next, call, { ...open, elicitation: UNASKED });
  for (const question of before.questions.values())
    if (question.answer === undefined) withQuestion(next, { ...question, answer: timeUp('expired') });
  return next;
}

/** A journal without what was revoked: what a replay follows and a result shows. */
export function effectiveEntries(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  if (entries.every(({ kind }) => kind !== 'reopened')) return entries;
  const kept: JournalEntry[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'reopened') {
      kept.push(entry);
      continue;
    }
    const from = kept.findLastIndex((one) => one.kind === 'answered' && one.elicitation === entry.elicitation);
    // What a handler did is not undone.
    kept.push(...kept.splice(from).filter(({ kind }) => kind === 'late-outcome'));
  }
  return kept;
}

const RUNNING: ExecutionStatus = { kind: 'running' };

function issue(next: Draft, entry: IssuedEntry, call: OpenCall): Draft {
  if (entry.call !== next.calls + 1) throw new JournalCorruptError(entry.seq, `call ${next.calls + 1} was expected`);
  next.calls = entry.call;
  if (entry.within !== undefined) {
    if (next.open.get(entry.within)?.kind !== 'entered')
      throw new JournalCorruptError(entry.seq, `no program runs for call ${entry.within}`);
    next.within = next.within.set(entry.call, entry.within);
  }
  return withCall(next, entry.call, call);
}

function back({ returnedQuests }: ExecutionState, entry: EntryOf<'side-quest-ended'>): ReadonlySet<ExecutionId> {
  if (!returnedQuests.has(entry.execution)) return new Set([...returnedQuests, entry.execution]);
  throw new JournalCorruptError(entry.seq, `${entry.execution} has returned before`);
}

/** The next attempt is a new run of the handler; the same number again is a handler that continues after an answer. */
function invoke(state: ExecutionState, entry: EntryOf<'invoking'>): OpenCall {
  const call = mustBeOpen(state, entry.seq, entry.call);
  if (call.kind !== 'admitted' && call.kind !== 'invoking') {
    throw new JournalCorruptError(entry.seq, `call ${entry.call} was not admitted`);
  }
  const last = call.kind === 'invoking' ? call.attempt : 0;
  if (entry.attempt !== last + 1 && (last === 0 || entry.attempt !== last)) {
    throw new JournalCorruptError(entry.seq, `attempt ${last + 1} of call ${entry.call} was expected`);
  }
  if (isInDoubt(state, entry.call)) throw new JournalCorruptError(entry.seq, `call ${entry.call} is in doubt`);
  const { issued, args } = call;
  return { kind: 'invoking', issued, args, attempt: entry.attempt, mayHaveActed: true };
}

function enter(state: ExecutionState, program: EntryOf<'program-entered'>): OpenCall {
  const call = mustBeOpen(state, program.seq, program.call);
  if (call.kind !== 'invoking') throw new JournalCorruptError(program.seq, `call ${program.call} was not started`);
  return { kind: 'entered', issued: call.issued, args: call.args, program };
}

function late(next: Draft, { seq, call }: EntryOf<'late-outcome'>): Draft {
  if (call > next.calls) throw new JournalCorruptError(seq, `call ${call} was not made`);
  return next;
}

const isInDoubt = (state: ExecutionState, call: number): boolean =>
  questionsOf(state, call).some(({ asker, answer }) => asker === 'in-doubt' && answer === undefined);

function endCall(next: Draft, entry: CallOutcome): Draft {
  const { call } = entry;
  if (!canEnd(mustBeOpen(next, entry.seq, call), entry)) {
    throw new JournalCorruptError(entry.seq, `call ${call} cannot have ${entry.kind}`);
  }
  return withoutCall(next, call);
}

type CallOutcome = EntryOf<'returned' | 'threw' | 'fired'>;

/** A tool returns only after it was invoked, a question only after it was answered; anything may fail. */
function canEnd(call: OpenCall, { kind }: CallOutcome): boolean {
  switch (kind) {
    case 'returned':
      return (
        call.kind === 'invoking' ||
        call.kind === 'entered' ||
        (call.kind === 'planned' && call.standIn !== undefined) ||
        (call.kind === 'answered' && call.issued.kind === 'elicit-called')
      );
    case 'fired':
      return call.kind === 'sleeping';
    case 'threw':
      return true;
  }
}

const end = (state: ExecutionState, status: ExecutionStatus): ExecutionState => ({
  ...state,
  status,
  ...nothingOpen(),
});

function parkedStatus(state: ExecutionState, wakeAt: number | undefined): ExecutionStatus {
  if (state.unanswered > 0 || wakeAt === undefined) return { kind: 'paused', wakeAt };
  return { kind: 'sleeping', wakeAt };
}

const addPrinted = ({ printed }: ExecutionState, entry: EntryOf<'printed'>): ExecutionState['printed'] => ({
  logs: printed.logs + entry.logs.length,
  emitted: printed.emitted + entry.emitted.length,
});
