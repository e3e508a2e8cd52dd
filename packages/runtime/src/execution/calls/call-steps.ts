// Advances each open call by one step: the one that its state in the journal asks for. A call just issued, one just
// answered and one found after a crash take the same path, so recovery is no special case.
//
// Reads `journal.state.open`; asks through `call-questions.ts`, runs handlers through `run-handler.ts`, recovers through
// `recover-call.ts`; gives outcomes to the loop (`drive/`), which journals and delivers them.
//
// Invariants
//   C1. Every step of a call is journaled before it is taken: the entry first, then the act.
//   C2. A handler that may have acted and whose outcome is unknown is run again only if the journaled decision was that
//       the call is safe, the tool says it is idempotent, or a person said so.
//   C3. A handler that had only asked is run again and given the recorded answers, matched by order and digest.
//   C4. An attempt at a call is started once, by the process that journaled it.
//   C5. A call that an earlier process or another host admitted is decided again before it starts or is repeated: where
//       the policy here is stricter, it holds.

import { ToolDeniedError } from '@toolshed/kernel';
import {
  deniedCodeOf,
  type ExecutionState,
  type NewEntry,
  type OpenCall,
  type ToolCall,
} from '@toolshed/kernel/runtime';
import { toFailure } from '../../tool-proxy/guest-boundary.js';
import type { CallOutcome } from '../../tool-proxy/invoke-tool.js';
import type { LiveDeps } from '../execution-deps.js';
import { responseTo } from '../questions/ask-question.js';
import { doubtAbout, doubtDecision, type InvokingCall, isDoubtAnswered } from './attempts.js';
import { askAboutCall, isAnswered } from './call-questions.js';
import type { CallLoop } from './call-loop.js';
import type { CallScope } from './call-scope.js';
import { isUnstarted } from './recheck/changed-tools.js';
import { planCall } from './plan-call.js';
import { createHandlerRuns } from './handler/handler-runs.js';
import { recoverCall, recoverOverdue } from './recover-call.js';
import { continueHandler, failChanged, invokeCalls, startHandler } from './handler/run-handler.js';
import type { RunningHandler } from './handler/running-handler.js';
import { currentTool } from './recheck/same-tool.js';

export interface CallSteps {
  /** Takes the next step of a call. */
  advance(call: number): void;
  /** Takes the next step of each call. Calls that may run are started by one write, as if they were approved here. */
  advanceAll(calls: readonly number[]): void;
  /** Throws if this host lacks a tool that an open call needs for its next step. */
  assertToolsHere(): void;
  /** Whether this host has the tool of an open call, and surely holds its lease. */
  canStart(call: number): boolean;
  /** Starts a handler whose `invoking` was just journaled. */
  start(call: number): void;
  /** Whether a step is under way or a handler works, rather than waits for a person. */
  readonly isBusy: boolean;
  /** Whether a handler may have acted, and so must stay in memory. */
  readonly mayHaveActed: boolean;
  readonly hasHandlers: boolean;
  /** Whether the outcome of a call that must not be repeated is here or still to come, and not on disk. */
  readonly owesOutcome: boolean;
  /** Interrupts handlers that have only asked; resolves when no handler runs any more. */
  evict(): Promise<void>;
  /** Takes the outcome of a run that was released before; false if its call does not wait for that attempt. */
  takeOutcome(handler: RunningHandler, outcome: CallOutcome): boolean;
  /** Whether a call still waits for this outcome, and not for that of a later attempt. */
  isCurrent(state: ExecutionState, outcome: NewEntry): boolean;
  /** Called with an outcome that came too late to be that of its call. */
  onSuperseded(outcome: NewEntry): void;
  /** Called when an outcome is on disk. */
  onWritten(entry: CallOutcome): void;
  /** Interrupts every handler and starts no other; returns all whose outcome is not on disk. */
  release(reason: string, how: 'abort' | 'end'): readonly RunningHandler[];
}

export function createCallSteps(deps: LiveDeps & CallLoop): CallSteps {
  const { journal } = deps;
  const runs = createHandlerRuns({
    ...deps,
    onLost: (call) => advanceCall(scope, call),
    onOverdue: (call) => recoverOverdue(scope, call),
  });
  /** Made when a tool first makes a preview. */
  let previews: AbortController | undefined;
  let tasks = 0;

  const scope: CallScope = {
    ...deps,
    runs,
    advanceCall: (call) => advanceCall(scope, call),
    task(work) {
      tasks++;
      work().then(
        () => {
          tasks--;
          deps.changed();
        },
        (error) => {
          tasks--;
          deps.fail(error);
        },
      );
    },
    previewSignal() {
      previews ??= new AbortController();
      return previews.signal;
    },
  };

  return {
    advance: scope.advanceCall,
    advanceAll: (calls) => advanceCalls(scope, calls),
    assertToolsHere: () => assertToolsHere(scope),
    canStart(call) {
      // An attempt that is journaled under a lease that has ended would be in doubt, though nothing ran.
      if (!deps.lease.isSure) return false;
      const open = journal.state.open.get(call);
      return open === undefined || !isUnstarted(open) || currentTool(open.issued, deps).kind !== 'missing';
    },
    start: (call) => startHandler(scope, call),
    get isBusy() {
      return tasks > 0 || runs.isBusy;
    },
    get mayHaveActed() {
      return runs.mayHaveActed;
    },
    get hasHandlers() {
      return runs.size > 0;
    },
    get owesOutcome() {
      return runs.owesOutcome;
    },
    evict: runs.evict,
    takeOutcome(handler, outcome) {
      const { call, attempt } = handler.facts;
      const open = journal.state.open.get(call);
      const isAwaited = open?.kind === 'invoking' && open.attempt === attempt && runs.find(call) === undefined;
      if (!isAwaited || isDoubtAnswered(journal.state, call, attempt)) return false;
      runs.postOutcome(handler, outcome);
      return true;
    },
    isCurrent: runs.isCurrent,
    onSuperseded: runs.onSuperseded,
    onWritten: runs.onWritten,
    release(reason, how) {
      previews?.abort(new Error(reason));
      return runs.release(reason, how);
    },
  };
}

/** The switch: each kind of open call and its next step. */
function advanceCall(scope: CallScope, call: number): void {
  const open = scope.journal.state.open.get(call);
  if (open === undefined) return;
  switch (open.kind) {
    case 'refused':
      scope.post({ kind: 'threw', call, error: open.error });
      return;
    case 'asking':
      advanceAsking(scope, call, open);
      return;
    case 'admitted':
      invokeCalls(scope, [call]);
      return;
    case 'answered':
      passOnAnswer(scope, call, open);
      return;
    case 'invoking':
      advanceInvoking(scope, call, open);
      return;
    case 'entered':
      // Its outcome is that of the saved program.
      return;
    case 'planning':
      planCall(scope, open);
      return;
    case 'planned':
      if (open.standIn !== undefined) scope.post({ kind: 'returned', call, value: open.standIn });
      return;
    case 'sleeping':
      // The wake timer of the loop fires it.
      return;
  }
}

function advanceCalls(scope: CallScope, calls: readonly number[]): void {
  const isAdmitted = (call: number): boolean => scope.journal.state.open.get(call)?.kind === 'admitted';
  const admitted = calls.filter(isAdmitted);
  if (admitted.length > 0) invokeCalls(scope, admitted);
  for (const call of calls) if (!isAdmitted(call)) advanceCall(scope, call);
}

/** It waits for a person: its question has yet to be asked, is void because its tool changed, or is open. */
function advanceAsking(scope: CallScope, call: number, open: Extract<OpenCall, { kind: 'asking' }>): void {
  if (isAnswered(scope.journal.state, call)) askAboutCall(scope, open);
  else if (isUnstarted(open) && currentTool(open.issued, scope).kind === 'changed') failChanged(scope, open.issued);
}

/** A person answered: the program gets the answer to its own question, or an error if it was denied the call. */
function passOnAnswer(
  { journal, post, log }: CallScope,
  call: number,
  { issued, elicitation, answer }: Extract<OpenCall, { kind: 'answered' }>,
): void {
  if (issued.kind === 'elicit-called') {
    const response = responseTo(journal.id, journal.state, elicitation, answer);
    post({ kind: 'returned', call, value: JSON.stringify(response) });
    return;
  }
  if (answer.action === 'accept') return;
  // Where a person wrote something instead of an answer, that is the reason the program gets.
  const written = answer.action === 'other' && typeof answer.content === 'string' ? answer.content : undefined;
  const error = new ToolDeniedError(issued.path, deniedCodeOf(answer.action), answer.reason ?? written);
  post({ kind: 'threw', call, ...toFailure(error, issued.path, log) });
}

/** Its attempt is journaled: the handler waits here for an answer, works here, or was lost. */
function advanceInvoking(scope: CallScope, call: number, open: InvokingCall): void {
  const handler = scope.runs.find(call);
  if (handler) continueHandler(scope, handler);
  else if (!scope.runs.isStarted(call, open.attempt)) recoverCall(scope, open);
}

function assertToolsHere(scope: CallScope): void {
  for (const [call, open] of scope.journal.state.open) {
    if (!needsTool(scope, call, open)) continue;
    const current = currentTool(open.issued, scope);
    if (current.kind === 'missing') throw current.error;
  }
}

/** An open question needs no tool: the call may be denied, and one in doubt may be given its result by hand. */
function needsTool(
  { journal, runs }: CallScope,
  call: number,
  open: OpenCall,
): open is OpenCall & { readonly issued: ToolCall } {
  if (open.kind !== 'invoking') return isUnstarted(open) && isAnswered(journal.state, call);
  const isRunning = runs.find(call) !== undefined || runs.isStarted(call, open.attempt);
  if (isRunning || !isAnswered(journal.state, call)) return false;
  const doubt = doubtAbout(journal.state, call, open.attempt);
  return doubt?.answer === undefined || doubtDecision(doubt).do === 'retry';
}
