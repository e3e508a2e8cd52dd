// Starts the handlers of calls that may run, and hands a waiting handler its answer: the entry first, then the handler
// (C1, C4, C5 in `call-steps.ts`). The run itself is `running-handler.ts`.

import type { GateDecision } from '@toolshed/kernel';
import {
  type ExecutionState,
  type NewEntry,
  type OpenCall,
  questionsOf,
  type ToolCall,
} from '@toolshed/kernel/runtime';
import { toFailure } from '../../../tool-proxy/guest-boundary.js';
import { continuingEntry, type InvokingCall, invokingEntry, isHarmless, isSameAttempt } from '../attempts.js';
import type { CallScope } from '../call-scope.js';
import { toolChanged } from '../recheck/changed-tools.js';
import { approversOf, stricterNow } from '../recheck/decide-again.js';
import { enterEntry } from '../enter-program.js';
import { untilHeld } from './held-lease.js';
import type { RunningHandler } from './running-handler.js';
import { currentTool, sameTool } from '../recheck/same-tool.js';
import { approvedQuestion, isStale } from '../recheck/stale-previews.js';

/** Journals the next attempt at each of these calls, in one write, and starts it. */
export function invokeCalls(scope: CallScope, calls: readonly number[]): void {
  const { journal } = scope;
  scope.task(async () => {
    const before = calls.flatMap((call) => {
      const open = journal.state.open.get(call);
      if (open?.kind !== 'admitted' && open?.kind !== 'invoking') return [];
      if (sameTool(open.issued, scope) !== undefined) return [[call, open] as const];
      failChanged(scope, open.issued);
      return [];
    });
    const stale = await staleAmong(scope, before);
    // Before the attempt is journaled: under a lease that has ended it would be in doubt, though nothing ran.
    const held = untilHeld(scope.lease, journal.id);
    if (held) await held;
    const entries = await journal.append((state) =>
      before.flatMap(([call, open]) => attemptEntries(scope, state, call, open, stale)),
    );
    for (const entry of entries) {
      if (entry.kind === 'invoking') startHandler(scope, entry.call);
      if (entry.kind === 'redecided') scope.advanceCall(entry.call);
    }
  });
}

/** The calls whose approval rests on a preview that no longer holds. */
async function staleAmong(
  scope: CallScope,
  calls: readonly (readonly [number, OpenCall])[],
): Promise<ReadonlySet<number>> {
  const { id, state } = scope.journal;
  const checked = calls.map(async ([call, open]) => {
    const question = open.kind === 'admitted' ? approvedQuestion(state, call) : undefined;
    return question && (await isStale(id, state, question, scope.previewSignal(), scope)) ? [call] : [];
  });
  return new Set((await Promise.all(checked)).flat());
}

/** C5 of `call-steps.ts`: a call that was admitted and has not started is decided again. One that has started is `recover-call.ts`'s. */
function attemptEntries(
  scope: CallScope,
  state: ExecutionState,
  call: number,
  before: OpenCall,
  stale: ReadonlySet<number>,
): readonly NewEntry[] {
  const open = state.open.get(call);
  if (!isSameAttempt(open, before)) return [];
  if (open?.kind !== 'admitted') return invokingEntry(state, call);
  const decision = stricterFor(scope, open, approversOf(open.issued));
  if (decision) return [{ kind: 'redecided', call, decision }];
  return stale.has(call)
    ? [{ kind: 'redecided', call, decision: open.issued.decision, stale: true }]
    : invokingEntry(state, call);
}

/** The decision of the present policy, if it is stricter than what so many approvers allow. */
export const stricterFor = (
  scope: CallScope,
  { issued, args }: { readonly issued: ToolCall; readonly args: string },
  approvers: number,
): GateDecision | undefined => stricterNow(scope.journal.id, scope.journal.state, issued, args, approvers, scope);

/** Journals that a started call is denied, and fails it for the program. */
export function denyCall(scope: CallScope, before: InvokingCall, decision: GateDecision): void {
  const { call } = before.issued;
  scope.task(async () => {
    const entries = await scope.journal.append((state): readonly NewEntry[] =>
      isSameAttempt(state.open.get(call), before) ? [{ kind: 'redecided', call, decision }] : [],
    );
    if (entries.length > 0) scope.advanceCall(call);
  });
}

/** Fails a call in the program because its tool has changed, so that it cannot run. */
export const failChanged = (scope: CallScope, { call, path }: ToolCall): void =>
  scope.post({ kind: 'threw', call, error: toolChanged(path) });

/** Starts the attempt that was just journaled, unless it was started already (C4 of `call-steps.ts`). */
export function startHandler(scope: CallScope, call: number): void {
  const { journal, runs } = scope;
  const open = journal.state.open.get(call);
  if (open?.kind !== 'invoking' || runs.find(call) || runs.isStarted(call, open.attempt)) return;
  runs.reserve(call, open.attempt);
  if (scope.lease.isSure) {
    startOwned(scope, open);
    return;
  }
  scope.task(async () => {
    // This process may have hung and been taken for dead. If it can still write, nobody else has taken over.
    const entries = await journal.append((state) =>
      isSameAttempt(state.open.get(call), open) ? continuingEntry(state, call) : [],
    );
    if (entries.length === 0) return;
    await untilHeld(scope.lease, journal.id);
    startOwned(scope, open);
  });
}

function startOwned(scope: CallScope, open: InvokingCall): void {
  const { journal, runs } = scope;
  const { call, path } = open.issued;
  if (!isSameAttempt(journal.state.open.get(call), open)) return;
  const current = currentTool(open.issued, scope);
  const saved = current.kind === 'same' ? scope.savedProgram(current.tool) : undefined;
  if (saved) scope.post(enterEntry(open, saved));
  else if (current.kind === 'same') runs.start(open, current.tool, isHarmless(open, current.tool));
  // The tool went away while `invoking` was being written. Nothing has run, so the program gets an error and nothing is in doubt.
  else if (current.kind === 'changed') failChanged(scope, open.issued);
  else scope.post({ kind: 'threw', call, ...toFailure(current.error, path, scope.log) });
}

/** Gives a waiting handler its answer, once the journal says that it may act from now on. */
export function continueHandler(scope: CallScope, handler: RunningHandler): void {
  const { journal } = scope;
  const { call } = handler;
  // It does not wait any more: it is run again once it has ended, or its outcome counts without the answer.
  if (handler.isEnding) return;
  const isAwaited = questionsOf(journal.state, call).some(
    ({ answer, elicitation }) => answer && handler.awaits(elicitation),
  );
  if (!isAwaited) return;
  scope.task(async () => {
    await journal.append((state) => continuingEntry(state, call));
    const held = untilHeld(scope.lease, journal.id);
    if (held) await held;
    for (const { elicitation, answer } of questionsOf(journal.state, call))
      if (answer) handler.answer(elicitation, answer);
  });
}
