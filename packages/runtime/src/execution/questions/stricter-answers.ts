// What an approval becomes where policy is stricter by now than when its question was asked.
//
// Invariants
//   T1. A call that policy denies by now is not run by an approval. The approval is recorded, the call is refused, and
//       whoever gave it is told.
//   T2. Where policy wants more approvers by now, the question stays open for them, and the approval counts as theirs
//       would have: it is a person's, not that of whoever started the execution, and nothing of it is remembered.

import { type Answer, type GateDecision, InvalidAnswerError } from '@toolshed/kernel';
import {
  canonicalJson,
  type Digest,
  type ExecutionState,
  MiddlewareError,
  type NewEntry,
  type Question,
} from '@toolshed/kernel/runtime';
import type { GivenAnswer } from './answer-entries.js';
import { assertMayApprove } from './approval-counting.js';

export interface Approval {
  readonly given: GivenAnswer;
  readonly answer: Answer;
  /** Whether middleware made the yes. */
  readonly isItsOwn: boolean;
  /** What it becomes where nothing has changed: the answer, or one of several. */
  readonly entries: readonly NewEntry[];
}

export function stricterEntries(
  state: ExecutionState,
  open: Question,
  approval: Approval,
  decision: GateDecision,
  digest: Digest,
): readonly NewEntry[] {
  return decision.kind === 'deny'
    ? deniedEntries(open, approval, decision)
    : raisedEntries(state, open, approval, decision, digest);
}

/** T1. */
function deniedEntries(
  { elicitation, call }: Question,
  { entries }: Approval,
  decision: GateDecision,
): readonly NewEntry[] {
  const isAnswered = entries.some(({ kind }) => kind === 'answered');
  const closing: readonly NewEntry[] = isAnswered ? [] : [{ kind: 'answered', elicitation, call, answer: DENIED }];
  const said = entries.filter(({ kind }) => kind !== 'invoking');
  return [...said, ...closing, { kind: 'redecided', call, decision }];
}

/** T2. */
function raisedEntries(
  state: ExecutionState,
  { elicitation, call, asker, request, expiresAt }: Question,
  { given: { named, memory }, answer: { by, reason }, isItsOwn }: Approval,
  decision: GateDecision,
  digest: Digest,
): readonly NewEntry[] {
  const approvals = decision.approvals ?? 1;
  if (isItsOwn)
    throw new MiddlewareError(elicitation, `${approvals} people have to approve it, and it is none of them`);
  assertMayApprove(state, elicitation, by, approvals);
  if (memory)
    throw new InvalidAnswerError(elicitation, [
      { field: 'remember', message: `${approvals} people approve such a call each time; nothing can be remembered` },
    ]);
  const note = `Policy was made stricter after this was asked: ${approvals} different people have to approve it now; whoever started the execution is none of them.`;
  const shown = { ...request, description: [note, request.description].filter(Boolean).join(' ') };
  return [
    {
      kind: 'revised',
      elicitation,
      call,
      asker,
      digest: digest(canonicalJson(shown)),
      request: shown,
      decision,
      approvals,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
    {
      kind: 'approval-given',
      elicitation,
      call,
      by,
      ...(named?.args === undefined ? {} : { args: named.args }),
      ...(reason === undefined ? {} : { reason }),
    },
  ];
}

const DENIED: Answer = {
  action: 'cancel',
  reason: 'policy denies the call since',
  by: { principal: 'toolshed', kind: 'runtime', channel: 'policy' },
};
