// Counts the approvals of a question that needs several, and says what an approval becomes if policy is stricter
// now than when its question was asked. Called by `check-answer` (who may approve) and `answer-entries` (what is written).
//
// Invariants
//   T1. An approval does not run a call that policy now denies. The approval is recorded, the call is refused, and
//       the approver gets an error.
//   T2. If policy now wants more approvers, the question stays open for them. The approval counts if it is a
//       person's and not that of the person who started the execution, and nothing of it is remembered.
//   T3. Only people count, whatever the host lets agents answer. An approval of an agent that an earlier version
//       recorded counts for nothing.
//
// Threat: one model that answers under several names until enough of them have approved.
//
// Threat: a person who approves arguments that another approver changed after they looked. An approval counts for the
// arguments it names; one that names none counts for those the question asked about, as long as nobody changed them.

import { type Answer, type AnsweredBy, type GateDecision, InvalidAnswerError } from '@toolshed/kernel';
import {
  canonicalJson,
  type Digest,
  type ExecutionState,
  hasEnough,
  MiddlewareError,
  type NewEntry,
  type RecordedQuestion,
  withApproval,
} from '@toolshed/kernel/runtime';
import { OwnExecutionError, PersonOnlyError, UnseenArgumentsError } from '../execution-errors.js';
import { whyOnlyPeopleCount } from './person-only.js';

/** `undefined` where the approver named no arguments; `args` is undefined for those of the call itself. */
export type NamedArguments = { readonly args: string | undefined } | undefined;

/** Undefined when with this approval there are enough; nothing if this person has approved the same before. */
export function partialApproval(
  { elicitation, call, approvals }: RecordedQuestion,
  { by, reason }: Answer,
  named: NamedArguments,
): readonly NewEntry[] | undefined {
  if (approvals === undefined) return undefined;
  if (named === undefined && approvals.args !== undefined) throw new UnseenArgumentsError(elicitation, approvals.args);
  const args = named?.args;
  const after = withApproval(approvals, by, args);
  if (hasEnough({ ...after, by: after.by.filter(isPerson) })) return undefined;
  if (after.by === approvals.by) return [];
  return [
    {
      kind: 'approval-given',
      elicitation,
      call,
      by,
      ...(args === undefined ? {} : { args }),
      ...(reason === undefined ? {} : { reason }),
    },
  ];
}

const isPerson = ({ kind }: AnsweredBy): boolean => kind === 'person';

/** Throws where several people have to approve, and this principal is not a person, or started the execution. */
export function assertMayApprove(
  { started }: ExecutionState,
  elicitation: string,
  by: AnsweredBy,
  needed: number,
): void {
  // T3.
  if (!isPerson(by)) throw new PersonOnlyError(elicitation, whyOnlyPeopleCount(needed));
  if (by.principal === started.by?.principal) throw new OwnExecutionError(elicitation, by.principal, needed);
}

export interface Approval {
  readonly answer: Answer;
  readonly named: NamedArguments;
  /** Whether the approver wants it to be remembered. */
  readonly isToBeRemembered: boolean;
  /** Whether middleware accepted it, and not a person. */
  readonly isByMiddleware: boolean;
  /** What it becomes where nothing has changed: the answer, or one of several. */
  readonly entries: readonly NewEntry[];
}

/** What an approval becomes if the decision about its call is now stricter. */
export function stricterEntries(
  state: ExecutionState,
  open: RecordedQuestion,
  approval: Approval,
  decision: GateDecision,
  digest: Digest,
): readonly NewEntry[] {
  return decision.kind === 'deny'
    ? deniedEntries(open, approval, decision)
    : raisedEntries(state, open, approval, decision, digest);
}

/** T1: the question is closed, and the call is denied. */
function deniedEntries(
  { elicitation, call }: RecordedQuestion,
  { entries }: Approval,
  decision: GateDecision,
): readonly NewEntry[] {
  const isAnswered = entries.some(({ kind }) => kind === 'answered');
  const closing: readonly NewEntry[] = isAnswered ? [] : [{ kind: 'answered', elicitation, call, answer: DENIED }];
  const recorded = entries.filter(({ kind }) => kind !== 'invoking');
  return [...recorded, ...closing, { kind: 'redecided', call, decision }];
}

/** T2: the same question again, for more people, with this approval as the first. */
function raisedEntries(
  state: ExecutionState,
  { elicitation, call, asker, request, expiresAt }: RecordedQuestion,
  { answer: { by, reason }, named, isToBeRemembered, isByMiddleware }: Approval,
  decision: GateDecision,
  digest: Digest,
): readonly NewEntry[] {
  const approvals = decision.approvals ?? 1;
  if (isByMiddleware)
    throw new MiddlewareError(elicitation, `${approvals} people have to approve it, and middleware does not count`);
  assertMayApprove(state, elicitation, by, approvals);
  if (isToBeRemembered)
    throw new InvalidAnswerError(elicitation, [
      { field: 'remember', message: `${approvals} people approve such a call each time; nothing can be remembered` },
    ]);
  const note = `Policy was made stricter after this was asked: ${approvals} different people have to approve it now; the person who started the execution is not one of them.`;
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
  reason: 'policy now denies the call',
  by: { principal: 'toolshed', kind: 'runtime', channel: 'policy' },
};
