import { isHollow } from '../check/hollow-value.js';
import type { ExecutionResult } from '../execution/execution-result.js';
import type { Toolshed } from '../toolshed.js';

/**
 * Adds what the types show to the result of a failed program, or of one whose value says little, if the host checks programs. Never rejects: the program
 * has run, and its caller must not get another failure instead.
 */
export async function explainedFailure(shed: Pick<Toolshed, 'get'>, result: ExecutionResult): Promise<ExecutionResult> {
  if (result.status !== 'failed' && result.status !== 'completed') return result;
  if (result.typeProblems !== undefined || (result.status === 'completed' && !isHollow(result.value))) return result;
  return shed.get(result.executionId, { check: 'warn' }).catch(() => result);
}
