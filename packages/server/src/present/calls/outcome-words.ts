import type { CallAnswer, CallDetails } from './call-details.js';
import { safeText } from '@toolshed/kernel/runtime';

/**
 * The outcome of a call, in a word or two. A refusal is called what it is, by the journal: a tool may throw an error with
 * any code.
 */
export function outcomeWords({ outcome, answers, isDeniedByPolicy }: CallDetails): string {
  if (outcome !== 'threw') return outcome;
  if (isDeniedByPolicy) return 'denied by policy';
  const last = answers.findLast(({ isDecision }) => isDecision);
  return last === undefined ? 'threw' : (REFUSALS[last.action] ?? 'threw');
}

const REFUSALS: Readonly<Partial<Record<CallAnswer['action'], string>>> = {
  decline: 'denied',
  denied: 'denied',
  other: 'denied',
  cancel: 'cancelled',
  not_supported: 'cancelled',
  expired: 'expired',
  timeout: 'expired',
};

/** Who answered what, about a call or a question: `approved by ada, through the terminal`. */
export function answerWords({ action, by, isDecision }: Pick<CallAnswer, 'action' | 'by' | 'isDecision'>): string {
  const words = isDecision ? DECISIONS[action] : ANSWERS[action];
  return by.kind === 'runtime' ? words : `${words} by ${safeText(by.principal)}`;
}

const ANSWERS = {
  approve: 'approved',
  accept: 'answered',
  decline: 'declined',
  denied: 'refused',
  cancel: 'cancelled',
  other: 'answered in other words',
  expired: 'expired',
  timeout: 'expired',
  not_supported: 'not supported',
} as const satisfies Record<CallAnswer['action'], string>;

const DECISIONS = { ...ANSWERS, accept: 'approved', decline: 'denied', denied: 'denied' } as const;
