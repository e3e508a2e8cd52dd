// How many questions one execution may ask, whoever asks them: its program, the gate about its calls, or a handler.

import { type ExecutionState, type GuestError, ToolError } from '@toolshed/kernel';
import { LIMIT_CODES, type Limits } from '../sandbox/limits.js';

/** Asked so far, with those whose preview or middleware is still at work. */
export const questionsSoFar = ({ asked, tally }: ExecutionState): number => asked + tally.unasked;

export const tooManyQuestions = ({ elicitations }: Limits): GuestError => ({
  name: 'LimitError',
  code: LIMIT_CODES.elicitations,
  message: messageOf(elicitations),
});

/** For a handler: its question is refused as its program's would be. */
export function assertMayAsk(state: ExecutionState, { elicitations }: Limits): void {
  if (questionsSoFar(state) >= elicitations) throw new ToolError(LIMIT_CODES.elicitations, messageOf(elicitations));
}

const messageOf = (limit: number): string => `Cannot ask more than ${limit} questions`;
