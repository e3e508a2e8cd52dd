// Completes a flow for a request, which may stop waiting before the execution is idle.

import type { ElicitationId, JournalEntry } from '@toolshed/kernel';
import { type ExecutionResult, type FlowOutcome, UnknownFlowError } from '@toolshed/runtime';
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
