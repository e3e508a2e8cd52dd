// How a completion is refused to the bearer of a token for flows, over HTTP and by the command.

import { ToolshedError } from '@toolshed/kernel';
import { statusOf } from '../problem.js';
import { FlowRefusedError } from './request-errors.js';

/**
 * Threat: the operator of a page who learns from a refusal what asked for it: ids, names of fields, who answered. The
 * bearer of a token for flows gets the code and nothing about the question.
 */
export function refuseFlowOwner(error: unknown): never {
  if (!(error instanceof ToolshedError)) throw error;
  throw new FlowRefusedError(
    error.code,
    statusOf(error),
    REFUSALS[error.code] ?? 'Cannot complete the flow now: try again',
  );
}

const REFUSALS: Readonly<Record<string, string>> = {
  'answer/invalid': 'Cannot complete the flow: the content does not fit; send what its tool asks for',
  'elicitation/already-answered': 'Cannot complete the flow: it was already completed with other content',
  'elicitation/not-consented': 'Cannot complete the flow: nobody has agreed to open its page yet',
  'elicitation/unknown-flow': 'Cannot complete the flow: no open question waits for it',
  'limit/answer-size': 'Cannot complete the flow: the content is too large',
};
