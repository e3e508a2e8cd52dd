// What happens to a call whose attempt is journaled and whose handler does not run here: this process, or its owner
// before a take-over, died after it started the handler, or the handler ran into its time limit.
//
//   an attempt that still runs in this process    its run is adopted
//   a handler that had only asked                 it is run again and given the recorded answers (C3)
//   a call that may be repeated                   it is run again, if policy still allows it (C2, C5)
//   anything else                                 it is in doubt: a person says retry, result or fail
//
// The invariants are those of `call-steps.ts`, and serve invariant 4 of ARCHITECTURE.md.

import type { GateDecision } from '@toolshed/kernel';
import { inBrackets, type RecordedQuestion, type ToolCall } from '@toolshed/kernel/runtime';
import { doubtAbout, doubtDecision, type InvokingCall, isRepeatable, isSafe } from './attempts.js';
import { ask, isAnswered } from './call-questions.js';
import type { CallScope } from './call-scope.js';
import { approversOf } from './recheck/decide-again.js';
import { denyCall, failChanged, invokeCalls, stricterFor } from './handler/run-handler.js';
import { currentTool } from './recheck/same-tool.js';

export function recoverCall(scope: CallScope, open: InvokingCall): void {
  const { call } = open.issued;
  const doubt = doubtAbout(scope.journal.state, call, open.attempt);
  if (!doubt && scope.runs.adopt(open)) return;
  if (hasOnlyAsked(scope, open)) recoverAsking(scope, open);
  else if (doubt?.answer) resolveDoubt(scope, open, doubt);
  else if (!doubt) recoverStarted(scope, open);
}

const hasOnlyAsked = ({ catalog }: CallScope, { mayHaveActed, issued }: InvokingCall): boolean =>
  !mayHaveActed && !(catalog.find(issued.path)?.asksMidway ?? false);

/** A handler that asked its first questions and was never answered: it has not acted. */
function recoverAsking(scope: CallScope, open: InvokingCall): void {
  const { issued } = open;
  if (currentTool(issued, scope).kind === 'changed') failChanged(scope, issued);
  else if (isAnswered(scope.journal.state, issued.call)) repeatAttempt(scope, open);
}

/** A handler that may have acted, and about which nobody was asked yet. */
function recoverStarted(scope: CallScope, open: InvokingCall): void {
  const { issued } = open;
  const current = currentTool(issued, scope);
  switch (current.kind) {
    case 'missing':
      scope.fail(current.error);
      return;
    case 'changed':
      // A safe call changed nothing, so there is nothing to ask about.
      if (isSafe(issued)) failChanged(scope, issued);
      else askDoubt(scope, open, doubtAfterChange(issued));
      return;
    case 'same':
      if (isRepeatable(issued, current.tool)) repeatAttempt(scope, open);
      else askDoubt(scope, open, `${issued.path} was started and its outcome is unknown. ${RETRY_OR_NOT}`);
      return;
  }
}

/** Starts another attempt that nobody has to be asked about, unless policy has become stricter. */
function repeatAttempt(scope: CallScope, open: InvokingCall): void {
  const { issued, mayHaveActed } = open;
  const decision = stricterFor(scope, open, approversOf(issued));
  const hasActed = mayHaveActed && !isSafe(issued);
  if (decision === undefined) invokeCalls(scope, [issued.call]);
  else if (decision.kind === 'deny' && !hasActed) denyCall(scope, open, decision);
  else askDoubt(scope, open, doubtUnderPolicy(issued, decision));
}

/** The handler keeps running past its time limit and its outcome may still come, but nobody waits for it. */
export function recoverOverdue(scope: CallScope, call: number): void {
  const open = scope.journal.state.open.get(call);
  if (open?.kind !== 'invoking') return;
  const what = `${open.issued.path} took longer than its time limit, and its outcome is unknown`;
  askDoubt(scope, open, `${what}. ${RETRY_OR_NOT}`);
}

function askDoubt(scope: CallScope, { issued, args, attempt }: InvokingCall, message: string): void {
  const { call, path } = issued;
  const origin = scope.catalog.find(path)?.origin?.shown;
  const about = { toolPath: path, args: JSON.parse(args), ...(origin === undefined ? {} : { origin }) };
  const request = { type: 'in-doubt', message, ...about, attempt } as const;
  ask(scope, { call, asker: 'in-doubt', request, expiresInMs: undefined });
}

/** Does what the person said about an attempt in doubt. */
function resolveDoubt(scope: CallScope, open: InvokingCall, doubt: RecordedQuestion): void {
  const { issued } = open;
  const { call, path } = issued;
  const decided = doubtDecision(doubt);
  switch (decided.do) {
    case 'retry': {
      const decision = stricterFor(scope, open, Math.max(1, approversOf(issued)));
      // One person's retry does not count as several approvals. The program may make the call again and have it asked.
      if (decision) denyCall(scope, open, { kind: 'deny', because: decision.because });
      else invokeCalls(scope, [call]);
      return;
    }
    case 'result':
      scope.post({ kind: 'returned', call, value: JSON.stringify(decided.value) });
      return;
    case 'fail': {
      const message = `Cannot tell what happened to ${path}: it was started and never finished`;
      scope.post({ kind: 'threw', call, error: { name: 'ToolError', code: 'tool/in-doubt', message } });
      return;
    }
  }
}

const RETRY_OR_NOT = 'Retry it, give its result, or let it fail?';

const doubtAfterChange = ({ path }: ToolCall): string =>
  `${path} was started, its outcome is unknown, and the tool has changed since. Give its result, or let it fail?`;

function doubtUnderPolicy({ path }: ToolCall, decision: GateDecision): string {
  const policy =
    decision.kind === 'deny'
      ? `policy now denies it${inBrackets(decision)}, so it cannot be retried. Give its result, or let it fail?`
      : `policy now asks before it runs${inBrackets(decision)}. ${RETRY_OR_NOT}`;
  return `${path} was started, its outcome is unknown, and ${policy}`;
}
