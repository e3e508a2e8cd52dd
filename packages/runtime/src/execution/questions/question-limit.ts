// How many questions one execution may ask, whoever asks them: its program, the gate about its calls, or a handler.

import { type ExecutionId, ToolError } from '@toolshed/kernel';
import type { ExecutionState, GuestError } from '@toolshed/kernel/runtime';
import { LIMIT_CODES, type Limits } from '../../sandbox/limits.js';
import type { QuestionQuota, QuotaError } from './quotas.js';

/** Asked so far, with those whose preview or middleware is still at work. */
export const questionsSoFar = ({ asked, tally }: ExecutionState): number => asked + tally.unasked;

export const tooManyQuestions = ({ elicitations }: Limits): GuestError => ({
  name: 'LimitError',
  code: LIMIT_CODES.elicitations,
  message: messageOf(elicitations),
});

export const overQuota = (error: QuotaError | undefined): GuestError | undefined =>
  error && { name: error.name, code: error.code, message: error.message };

interface AskDeps {
  readonly limits: Limits;
  readonly questionQuota: QuestionQuota;
}

/** For a handler: its question is refused as its program's would be. */
export function assertMayAsk(id: ExecutionId, state: ExecutionState, { limits, questionQuota }: AskDeps): void {
  const { elicitations } = limits;
  if (questionsSoFar(state) >= elicitations) throw new ToolError(LIMIT_CODES.elicitations, messageOf(elicitations));
  const error = questionQuota.take(id, state.started);
  if (error) throw new ToolError(error.code, error.message);
}

const messageOf = (limit: number): string => `Cannot ask more than ${limit} questions`;
