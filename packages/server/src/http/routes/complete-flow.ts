// Completes a flow for a request, and says no more than its owner may know.

import { type ElicitationId, type JournalEntry, ToolshedError } from '@toolshed/kernel';
import { type ExecutionResult, type FlowOutcome, UnknownFlowError } from '@toolshed/runtime';
import { statusOf } from '../problem.js';
import { FlowRefusedError } from '../request/request-errors.js';
import { untilAnswered } from '../shed/wait-for.js';
import type { GiveAnswerDeps } from './http-answer.js';

export interface CompletedFlow {
  readonly result: ExecutionResult;
  readonly journal: readonly JournalEntry[];
}

/** Throws if its question has another answer, or expired. */
export async function completeFlow(
  flow: string,
  outcome: FlowOutcome,
  waitMs: number,
  deps: GiveAnswerDeps,
): Promise<CompletedFlow> {
  const { shed } = deps;
  const { executionId, elicitationId } = await shed.locateFlow(flow);
  const isOpen = (await shed.pending({ elicitationId })).length > 0;
  const work = shed.complete(flow, outcome);
  // A flow that is already completed is only compared, which takes no time.
  const result = isOpen ? await untilAnswered(work, executionId, [elicitationId], waitMs, deps) : await work;
  const journal = await shed.journal(executionId);
  if (!wasCompleted(journal, elicitationId)) throw new UnknownFlowError();
  return { result, journal };
}

/** The question may have expired, or been declined, just before the flow was completed. */
const wasCompleted = (journal: readonly JournalEntry[], elicitation: ElicitationId): boolean =>
  journal.some(
    (entry) => entry.kind === 'answered' && entry.elicitation === elicitation && entry.answer.by.channel === 'flow',
  );

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
  'elicitation/already-answered': 'Cannot complete the flow: it was completed with other content, and that stands',
  'elicitation/not-consented': 'Cannot complete the flow: nobody has agreed to open its page yet',
  'elicitation/unknown-flow': 'Cannot complete the flow: no open question waits for it',
  'limit/answer-size': 'Cannot complete the flow: the content is too large',
};
