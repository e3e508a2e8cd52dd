// Reasons of the gate in words.

import type { GateDecision, JudgementReason } from '@toolshed/kernel';
import { assertNever, safeText } from '@toolshed/kernel/runtime';
import type { CallProblem } from '@toolshed/runtime';

/** Why a rule or grant applies to a call, or does not. */
export function reasonWords(reason: JudgementReason): string {
  switch (reason.kind) {
    case 'matches':
      return 'its pattern matches';
    case 'other-path':
      return 'its pattern is about other tools';
    case 'other-agent':
      return 'it is for another agent';
    case 'other-session':
      return 'it is for another session';
    case 'other-execution':
      return 'it is for another execution';
    case 'other-program':
      return 'it is for calls of another program, or of another version of it';
    case 'expired':
      return 'it has expired';
    case 'used-up':
      return 'it is used up';
    case 'tool-changed':
      return 'the tool changed, or was added, after it was given';
    case 'damaged':
      return 'it cannot be read completely, so it permits nothing';
    case 'condition-holds':
      return 'its condition holds';
    case 'condition-fails':
      return 'its condition does not hold';
    case 'condition-unclear':
      return `its condition cannot be judged: ${safeText(reason.problem)}`;
    default:
      return assertNever(reason);
  }
}

/** What the gate decides about a call, and by which rule. */
export function decisionWords({ kind, because, approvals, unreadable }: GateDecision): string {
  if (unreadable !== undefined) return `${kind}: ${unreadable} cannot be read and may be a refusal of it`;
  const several = approvals === undefined ? '' : ` ${approvals} people`;
  switch (because.kind) {
    case 'rule':
      return `${kind}${several}: the strictest rule that applies is "${safeText(because.rule)}"`;
    case 'grant':
      return `${kind}: ${because.grant} covers it`;
    case 'plan':
      return `${kind}: a person approved it with the plan ${because.plan}`;
    case 'safe':
      return `${kind}: no rule matches, and the tool says such a call is safe`;
    case 'destructive':
      return `${kind}: no rule matches, and the tool says such a call is destructive`;
    default:
      return assertNever(because);
  }
}

/** Why a call would fail before the gate. */
export function problemWords(problem: CallProblem): string {
  if (problem.kind === 'unknown-tool') {
    const near = problem.nearest.length === 0 ? '' : `; did you mean ${problem.nearest.join(' or ')}?`;
    return `there is no such tool here, so the call would fail before anybody is asked${near}`;
  }
  const issues = problem.issues.map(({ field, message }) => (field === '' ? message : `"${field}": ${message}`));
  return `the arguments do not fit, so the call would fail before anybody is asked: ${safeText(issues.join('; '))}`;
}
