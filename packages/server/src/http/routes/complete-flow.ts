// Completes a flow for a request, which may stop waiting before the execution is idle.

import type { JournalEntry } from '@toolshed/kernel';
import type { ExecutionResult, FlowOutcome } from '@toolshed/runtime';
import { readOr, untilAnswered } from '../shed/wait-for.js';
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
  const journal = await shed.journal(executionId);
  const isOpen = (await shed.pending({ elicitationId })).length > 0;
  let isCompared = false;
  const work = shed.complete(flow, outcome).then((done) => {
    isCompared = true;
    return done;
  });
  // A flow that is already completed is only compared, which takes no time.
  const result = isOpen ? await untilAnswered(work, executionId, [elicitationId], waitMs, deps) : await work;
  // The wait is over once the question has an answer, which may be another one than this.
  if (!isCompared) await readOr(() => shed.complete(flow, outcome), work, deps);
  return { result, journal };
}
