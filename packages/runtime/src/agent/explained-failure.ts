import type { ExecutionResult } from '../execution/execution-result.js';
import type { Toolshed } from '../toolshed.js';

/**
 * The result of a program that failed with what its types show, if the host lets programs be checked. Never rejects: what
 * was done is done, and its caller must not be given another failure.
 */
export async function explainedFailure(shed: Pick<Toolshed, 'get'>, result: ExecutionResult): Promise<ExecutionResult> {
  if (result.status !== 'failed' || result.typeProblems !== undefined) return result;
  return shed.get(result.executionId, { check: 'warn' }).catch(() => result);
}
